"""What rows of a group, and predictions of one fit, have in common."""
