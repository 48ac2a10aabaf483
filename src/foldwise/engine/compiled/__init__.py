"""Fused passes in C++: from rows to predictions for the resamples that meet their preconditions."""
