"""Steps of the influence interval: the variance of the rows, overlap of training sets, times, and its limits."""
