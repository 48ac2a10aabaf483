"""How often intervals of calibration measures contain the truth, simulated."""
