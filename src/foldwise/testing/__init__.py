"""Conformance checks for other people's plans, kernels, measures and intervals."""
