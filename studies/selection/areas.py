"""BBC-F: areas under ROC curves, which may not be pooled, of linear discriminants on chosen pairs of columns."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy.special import ndtr

from foldwise.data import Dataset, Task
from foldwise.engine.rows import TestRows
from foldwise.estimates import bbc
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from foldwise.plans import draw, parse
from foldwise.predictions import Outputs, Predictions, ScoreKind
from studies.comparisons.world import discriminant, lda

AUC = measure("auc")
CENTRE = np.array([0.5, 0.5, 0.4, 0.4, 0.3, 0.3])
PAIRS = tuple(combinations(range(6), 2))
LEVEL = 0.95


def simulate_areas(n: int, plan: str, seed: int) -> dict[str, tuple[float, float, float]]:
    """Ends of the interval of each method, and the true area of the pair of columns chosen on one dataset."""
    rng = np.random.default_rng([9, seed])
    y = rng.permutation(np.arange(n) % 2)
    X = rng.normal(size=(n, CENTRE.size)) + np.outer(2 * y - 1, CENTRE)
    dataset = Dataset(np.zeros((n, 1)), y, Task.CLASSIFICATION)
    resamples = draw(parse(plan), dataset, seed)
    test, train = TestRows.of(resamples), resamples.train_counts(0, resamples.count) > 0
    outputs = {}
    for pair in PAIRS:
        answer, score = lda(X[:, pair], y, train)
        if score is not None:
            scores = score[test.resample, test.row]
            said = answer[test.resample, test.row]
            table = np.stack([-scores, scores], axis=1)
            outputs[str(pair)] = Outputs(test.resample, test.row, said, table, ScoreKind.DECISION, test.part)
    predictions = Predictions.of_dataset(dataset, outputs, resamples)
    scored = [ModelScores(predictions, str(pair), AUC) for pair in PAIRS]
    best = int(np.argmax([one.value for one in scored]))
    own = make_interval(scored[best], "corrected-t", LEVEL)
    truth = true_area(X, y, PAIRS[best])
    return {
        "winner's own (corrected t)": (own.low, own.high, truth),
        "BBC-F": (*bbc(scored, rng).interval(LEVEL), truth),
    }


def true_area(X: np.ndarray, y: np.ndarray, pair: tuple[int, ...]) -> float:
    """Area on new rows of the discriminant of all rows: Φ(√2 w'μ/‖w‖)."""
    w, _ = discriminant(X[:, pair], y, np.ones((1, len(y))))
    return float(ndtr(np.sqrt(2) * (w[0] @ CENTRE[list(pair)]) / np.linalg.norm(w[0])))
