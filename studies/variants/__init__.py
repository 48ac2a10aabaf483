"""Family-wise error of the verdicts of `improve`."""
