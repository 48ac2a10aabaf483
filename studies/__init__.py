"""The published experiments, each re-runnable with one command."""
