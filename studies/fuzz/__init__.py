"""Malformed inputs and mutated files, seeded: every answer is right, or one clear sentence."""
