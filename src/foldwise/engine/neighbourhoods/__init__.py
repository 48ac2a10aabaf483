"""Which rows are near which, and what the training rows among them add up to."""
