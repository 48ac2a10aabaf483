"""Intervals of rows that are read in pieces: from summaries that add up, without the rows."""
