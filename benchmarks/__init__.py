"""Benchmarks: foldwise and its peers in turns, in one process, with ratios printed."""
