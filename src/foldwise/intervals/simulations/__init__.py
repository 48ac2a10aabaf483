"""Simulated coverage, as tables that the studies write, and the gates that follow from it."""
