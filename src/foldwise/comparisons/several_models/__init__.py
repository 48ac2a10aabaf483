"""More than two models on one dataset: tests of all at once, adjusted p-values, and which of them may be the best."""
