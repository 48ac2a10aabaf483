"""Interval methods of historical interest: known to be broken, given only where invalid methods are allowed."""

from foldwise.intervals.methods.historical.location_shifted import LocationShifted

__all__ = ["LocationShifted"]
