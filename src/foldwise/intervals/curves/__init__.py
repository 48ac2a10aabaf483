"""Intervals along a curve: at every threshold, and of the whole ROC curve."""
