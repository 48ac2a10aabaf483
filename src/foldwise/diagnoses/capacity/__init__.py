"""Capacity: the Vapnik-Chervonenkis dimension of families of rules, and bounds on the gap to the true error."""
