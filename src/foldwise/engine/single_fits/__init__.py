"""One fit at a time, for any estimator: clone, fit, predict, with seeds, checks of the outputs, and why a fit failed."""
