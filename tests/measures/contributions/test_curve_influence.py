"""Influence of rows on points and areas of curves over thresholds."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.measures import Outcomes, measure
from foldwise.measures.contributions.curve_influence import RankedRows

SMOOTH = ("average-precision", "ks", "ovr-auc", "weighted-ovr-auc")
POINTS = ("eer", "gain(0.3)", "lift(0.3)", "recall-at-fpr(0.2)")


def rows(classes: int = 2, *, n: int = 80, ties: bool = False) -> Outcomes:
    rng = np.random.default_rng(classes)
    truth = rng.integers(0, classes, n)
    scores = rng.normal(size=(n, classes)) + np.eye(classes)[truth]
    scores = np.round(scores) if ties else scores
    if classes == 2:
        scores[:, 0] = -scores[:, 1]
    names = tuple("abc"[:classes])
    return Outcomes(
        truth, scores.argmax(1), scores, classes=classes, weights=rng.exponential(size=n) + 0.2, names=names
    )


def slopes(name: str, seen: Outcomes) -> np.ndarray:
    """Derivative of the measure by the weight of each row, times all weights."""
    asked, weights, step = measure(name), seen.weights, 1e-6
    found = []
    for at in range(seen.size):
        ends = [replace(seen, weights=weights + sign * step * (np.arange(seen.size) == at)) for sign in (1, -1)]
        found.append((asked.value(ends[0]) - asked.value(ends[1])) / (2 * step))
    return np.array(found) * weights.sum()


@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("ties", [False, True])
def test_areas_and_the_largest_gap_move_by_their_derivative(name, classes, ties):
    seen = rows(classes, ties=ties)
    psi = measure(name).moves(measure(name).view(seen)).psi
    assert np.allclose(psi, slopes(name, seen), atol=1e-4)


@pytest.mark.parametrize("name", [*SMOOTH, *POINTS])
def test_rows_move_nothing_on_average(name):
    seen = rows()
    assert abs(float(seen.weights @ measure(name).moves(seen).psi)) < 1e-9


@pytest.mark.parametrize("name", POINTS)
def test_points_vary_as_their_influence_says(name):
    rng, values, said = np.random.default_rng(1), [], []
    for _ in range(300):
        truth = (rng.random(300) < 0.4).astype(int)
        scores = rng.normal(size=300) + 1.2 * truth
        seen = Outcomes(truth, truth, np.column_stack([-scores, scores]), classes=2)
        values.append(measure(name).value(seen))
        said.append(np.sqrt(np.sum(measure(name).moves(seen).psi ** 2)) / 300)
    assert np.mean(said) == pytest.approx(np.std(values), rel=0.15)


def test_average_precision_leans_upward_by_what_is_said():
    rng, off, said = np.random.default_rng(2), [], []
    for _ in range(400):
        truth = (rng.random(60) < 0.3).astype(int)
        seen = Outcomes(truth, truth, np.column_stack([np.zeros(60), rng.random(60)]), classes=2)
        off.append(measure("average-precision").value(seen) - truth.mean())
        said.append(measure("average-precision").moves(seen).lean)
    assert np.mean(off) == pytest.approx(np.mean(said), rel=0.25)


def test_scores_that_are_all_equal_have_the_share_of_positives_at_every_threshold():
    truth = np.array([0, 0, 0, 1])
    ranked = RankedRows.of(Outcomes(truth, truth, np.full((4, 2), 0.5), classes=2), 1)
    assert ranked.purity(0.5) == pytest.approx(0.25)
