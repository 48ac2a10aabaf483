"""Model families, one per file: what the engine fits on all resamples at once."""
