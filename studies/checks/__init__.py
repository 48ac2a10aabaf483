"""How often the checks speak where nothing is wrong, and where something is."""
