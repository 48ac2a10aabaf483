"""How often each interval contains the truth: known-truth problems, every method, a time budget, results kept."""
