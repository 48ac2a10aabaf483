"""Where no interval can be given: too few rows or groups, heavy tails, values without spread."""
