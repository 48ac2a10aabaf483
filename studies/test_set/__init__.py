"""How often intervals of one test set contain the truth, simulated: few hits, weights, groups."""
