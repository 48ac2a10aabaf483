"""Where no interval is given: too few rows or groups, heavy tails, values without spread."""
