"""Nested and naive errors of blends, held against the truth."""
