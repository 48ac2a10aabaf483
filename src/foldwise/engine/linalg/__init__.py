"""Sums over training sets, and the linear algebra of many small systems."""
