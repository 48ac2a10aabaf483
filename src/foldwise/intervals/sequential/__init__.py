"""Intervals that hold whenever one stops: confidence sequences."""
