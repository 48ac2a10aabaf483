"""Tests of two models on the same resamples or rows, one per file."""
