"""Small published datasets, whose criteria statsmodels and R print."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

LONGLEY = np.array([
    [60323, 83.0, 234289, 2356, 1590, 107608, 1947],
    [61122, 88.5, 259426, 2325, 1456, 108632, 1948],
    [60171, 88.2, 258054, 3682, 1616, 109773, 1949],
    [61187, 89.5, 284599, 3351, 1650, 110929, 1950],
    [63221, 96.2, 328975, 2099, 3099, 112075, 1951],
    [63639, 98.1, 346999, 1932, 3594, 113270, 1952],
    [64989, 99.0, 365385, 1870, 3547, 115094, 1953],
    [63761, 100.0, 363112, 3578, 3350, 116219, 1954],
    [66019, 101.2, 397469, 2904, 3048, 117388, 1955],
    [67857, 104.6, 419180, 2822, 2857, 118734, 1956],
    [68169, 108.4, 442769, 2936, 2798, 120445, 1957],
    [66513, 110.8, 444546, 4681, 2637, 121950, 1958],
    [68655, 112.6, 482704, 3813, 2552, 123366, 1959],
    [69564, 114.2, 502601, 3931, 2514, 125368, 1960],
    [69331, 115.7, 518173, 4806, 2572, 127852, 1961],
    [70551, 116.9, 554894, 4007, 2827, 130081, 1962],
])  # fmt: skip
"""Longley's economy: total employment, then six columns. OLS in statsmodels: ln L -109.62, AIC 233.2, BIC 238.6."""

SPECTOR = np.array([
    [2.66, 20, 0, 0], [2.89, 22, 0, 0], [3.28, 24, 0, 0], [2.92, 12, 0, 0], [4.00, 21, 0, 1], [2.86, 17, 0, 0],
    [2.76, 17, 0, 0], [2.87, 21, 0, 0], [3.03, 25, 0, 0], [3.92, 29, 0, 1], [2.63, 20, 0, 0], [3.32, 23, 0, 0],
    [3.57, 23, 0, 0], [3.26, 25, 0, 1], [3.53, 26, 0, 0], [2.74, 19, 0, 0], [2.75, 25, 0, 0], [2.83, 19, 0, 0],
    [3.12, 23, 1, 0], [3.16, 25, 1, 1], [2.06, 22, 1, 0], [3.62, 28, 1, 1], [2.89, 14, 1, 0], [3.51, 26, 1, 0],
    [3.54, 24, 1, 1], [2.83, 27, 1, 1], [3.39, 17, 1, 1], [2.67, 24, 1, 0], [3.65, 21, 1, 1], [4.00, 23, 1, 1],
    [3.10, 21, 1, 0], [2.39, 19, 1, 1],
])  # fmt: skip
"""Spector and Mazzeo's grades: three columns, then the label. Logit in statsmodels: ln L -12.890 for 32 rows."""

DOBSON = np.array([18, 17, 15, 20, 10, 20, 25, 13, 12])
"""Counts by outcome (3) within treatment (3), the example of R's glm: Poisson AIC 56.76, deviance 5.1291."""


def least_squares():
    """Residuals and design of Longley's regression."""
    X = np.column_stack([np.ones(16), LONGLEY[:, 1:]])
    scaled = X / np.abs(X).max(axis=0)
    return LONGLEY[:, 0] - scaled @ np.linalg.lstsq(scaled, LONGLEY[:, 0], rcond=None)[0], X


def logit_probabilities():
    """Labels of Spector's data and probabilities at the maximum of the likelihood."""
    X, y = np.column_stack([np.ones(32), SPECTOR[:, :3]]), SPECTOR[:, 3]
    found = minimize(lambda b: np.logaddexp(0, np.where(y == 1, -1, 1) * (X @ b)).sum(), np.zeros(4), tol=1e-10)
    return y, expit(X @ found.x)


def poisson_means():
    """Means of Dobson's counts at the maximum: outcome and treatment are additive on the log scale."""
    table = DOBSON.reshape(3, 3)
    return (table.sum(axis=0)[None] * table.sum(axis=1)[:, None] / table.sum()).ravel()
