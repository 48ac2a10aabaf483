"""Interval methods of historical interest: known to be broken, given only where invalid methods are allowed."""

from foldwise.intervals.historical.location_shifted import LocationShifted

__all__ = ["LocationShifted"]
