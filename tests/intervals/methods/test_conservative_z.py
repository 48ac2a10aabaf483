"""The conservative z interval, worked by hand."""

import numpy as np
import pytest
from scipy import stats

import foldwise
from foldwise.errors import ValidityError
from foldwise.estimates import make_estimate
from foldwise.intervals import Influence, conservative_z, make_interval
from foldwise.measures import ModelScores, measure
from foldwise.plans import PairedHalves, draw
from tests.worlds import classes, losses_of, predictions_of, values

PLAN = PairedHalves(3, splits=2)
RESAMPLES = draw(PLAN, values(n=40), seed=1)
# Losses of the whole: .2 and .4; of the halves: pairs (.3, .5), (.4, .4), (.1, .2).
MEANS = {
    "full": (0.2, 0.4),
    "half 1a": (0.2, 0.4),
    "half 1b": (0.5, 0.5),
    "half 2a": (0.4, 0.4),
    "half 2b": (0.3, 0.5),
    "half 3a": (0.1, 0.1),
    "half 3b": (0.2, 0.2),
}


def mean_of(r, rows):
    tag = RESAMPLES.tags[r]
    return np.full(rows.size, MEANS[tag][r - RESAMPLES.tags.index(tag)])


ONE = ModelScores(losses_of(RESAMPLES, mean_of), "m", measure("mae"))


def test_worked_by_hand():
    """σ² = ((.3-.5)² + 0 + (.1-.2)²)/6 = .05/6."""
    half = stats.norm.ppf(0.975) * np.sqrt(0.05 / 6)
    interval, rows = make_interval(ONE), Influence().interval(ONE, 0.95)
    assert interval.method == "conservative-z"
    assert interval.standard_error == pytest.approx(np.sqrt(0.05 / 6))
    assert interval.low == pytest.approx(min(0.3 - half, rows.low))
    assert interval.high == pytest.approx(max(0.3 + half, rows.high))
    assert "there are 3 pairs of halves: " in interval.note


def test_the_halves_serve_the_interval_only():
    assert make_estimate(ONE).value == pytest.approx(0.3)
    assert make_estimate(ONE).fits == 14


def test_any_measure_will_do():
    rows = classes(n=60, k=2)
    resamples = draw(PairedHalves(4, splits=5), rows, seed=0)
    rng = np.random.default_rng(0)
    scores = rng.random((60, 2)) + 0.4 * np.eye(2)[rows.codes]
    predictions = predictions_of(rows.codes, scores.argmax(axis=1), resamples, scores=scores)
    for name in ("auc", "f1", "error"):
        interval = make_interval(ModelScores(predictions, "m", measure(name)), "careful")
        assert interval.method == "conservative-z"
        assert 0 <= interval.low < interval.high <= 1


@pytest.mark.parametrize(("name", "joined"), [("f1", True), ("auc", False)])
def test_it_is_joined_with_the_interval_of_the_rows_but_for_ranks(name, joined):
    rows = classes(n=60, k=2)
    resamples = draw(PairedHalves(4, splits=5), rows, seed=0)
    scores = np.random.default_rng(0).random((60, 2)) + 0.4 * np.eye(2)[rows.codes]
    predictions = predictions_of(rows.codes, scores.argmax(axis=1), resamples, scores=scores)
    scored = ModelScores(predictions, "m", measure(name))
    interval, own = make_interval(scored, "careful"), Influence().interval(scored, 0.95)
    assert (interval.low <= own.low and interval.high >= own.high) is joined


def test_what_stratified_halves_hide_is_put_back():
    """The majority rule errs on one class of two: halves of equal composition show no spread, 60 rows have some."""
    rows = classes(n=60, k=2)
    resamples = draw(PairedHalves(10, splits=5), rows, seed=0)
    one = ModelScores(predictions_of(rows.codes, np.zeros(60, dtype=int), resamples), "m", measure("error"))
    interval = make_interval(one)
    assert interval.standard_error == pytest.approx(np.sqrt(0.25 / 30), rel=0.1)


def test_undefined_scores_leave_their_half_out():
    full, first, second = np.array([0.5]), np.array([0.1, 0.2]), np.array([0.1, 0.2])
    assert conservative_z(full, first, second, 0.95) == (0.5, 0.5)


def test_other_plans_are_refused():
    one = ModelScores(losses_of(draw(PairedHalves(1, splits=2), values(n=40), seed=1), mean_of), "m", measure("mae"))
    with pytest.raises(ValidityError, match=r"fewer than two pairs of halves .* try plan='paired-halves\(10, splits"):
        make_interval(one, "conservative-z")


def test_average_precision_allows_for_its_lean_and_needs_positives_in_each_test_set():
    """75 % of intervals for 2 positives in a test set contained the truth, 83 % for 8 of a tree; now none is given, and 100 %."""
    rng = np.random.default_rng(0)
    y = np.arange(150) % 2
    X = rng.normal(size=(150, 2)) + y[:, None]
    result = foldwise.assess("gaussian-nb", X, y, measures="average-precision", interval="careful")
    scored = ModelScores(result.predictions, "gaussian-nb", measure("average-precision"))
    own = Influence().interval(scored, 0.95)
    assert result.findings[0].interval.low <= own.low
    with pytest.raises(ValidityError, match="positives leans upward"):
        foldwise.assess("gaussian-nb", X[:60], y[:60], measures="average-precision", interval="careful")
