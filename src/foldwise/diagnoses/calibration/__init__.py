"""Calibration: whether of the rows given 70 % seven in ten are as predicted."""
