"""How much each row moves a measure: influence functions, rows left out, and their means over resamples."""
