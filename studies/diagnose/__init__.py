"""How well the checks and the learning curves of `diagnose` do."""
