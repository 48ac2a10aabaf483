"""In-sample criteria: what the training rows alone say about the error on new ones, where that is defined."""
