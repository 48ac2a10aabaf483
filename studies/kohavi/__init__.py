"""Kohavi's study of accuracy estimation (1995), run again: bias and spread of every estimate on his tables and sample sizes."""
