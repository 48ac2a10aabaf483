"""The loss of a row worse than those of the sample: tails of losses, and classes with probability 0."""
