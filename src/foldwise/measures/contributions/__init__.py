"""The influence of each row on a measure: influence functions, leave-one-out differences, and their means over resamples."""
