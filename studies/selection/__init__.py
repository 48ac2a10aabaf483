"""What the winner of a selection is really worth, simulated."""
