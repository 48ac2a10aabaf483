"""Counts, sums and sorted scores that many measures are computed from."""
