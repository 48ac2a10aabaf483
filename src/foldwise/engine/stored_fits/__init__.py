"""Finished fits: the store that keeps them, and the keys by which they are found again."""
