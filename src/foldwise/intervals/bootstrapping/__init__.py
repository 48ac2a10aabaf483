"""Shared by the bootstrap methods: draws of the rows, and the values of a measure on them."""
