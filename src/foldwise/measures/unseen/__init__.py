"""What a row may cost that is worse than those of the sample: tails of losses, and classes ruled out."""
