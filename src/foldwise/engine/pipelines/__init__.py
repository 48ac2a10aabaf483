"""Preprocessing inside the resample: the steps of a pipeline, fitted for all resamples at once."""
