"""Learning curves: their shape, models fitted to them, and what they say about more rows."""
