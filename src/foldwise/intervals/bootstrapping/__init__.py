"""What the bootstrap methods share: draws of the rows, and the values of a measure on them."""
