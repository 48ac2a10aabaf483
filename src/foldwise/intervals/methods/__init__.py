"""Interval methods, one per file and each in the catalogue: what each rests on, and where it is valid."""
