"""What copies of rows in bootstrap samples do to fits, and intervals that reach past it."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.intervals import make_interval
from foldwise.intervals.influence_steps.copied_rows import copied_rows_bias
from foldwise.measures import ModelScores, measure

CENTRES = 1.8 * np.array([[1, 0, 0, 0], [-0.5, 0.87, 0, 0], [-0.5, -0.87, 0, 0]])


class OwnNeighbours(KNeighborsClassifier):
    """Nearest neighbours under a name that is not known."""


def three_classes(n, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, (X @ CENTRES.T + rng.gumbel(size=(n, 3))).argmax(axis=1)


def assessed(model, name, *, seed=0, n=100, **asked):
    X, y = three_classes(n, seed)
    settings = {"plan": "bootstrap(200)", "measures": name, "baseline": False, "jobs": 1, "seed": seed}
    return foldwise.assess({"m": model}, X, y, **{**settings, **asked})


NAMES = ("brier", "error", "mcc", "auc")


@cache
def of_all(make, least=0):
    """A model of five neighbours under all measures, fitted once for the tests of each."""
    LargeSamples.least = least
    return assessed(make(5), ",".join(NAMES))


def test_what_copies_do_is_the_difference_on_the_same_test_rows():
    result = assessed(KNeighborsClassifier(5), "brier")
    drawn, once = result.predictions.resamples, result.predictions.sampled.resamples
    assert once.count == 15
    assert all(np.array_equal(once.train_rows(r), np.unique(drawn.train_rows(r))) for r in range(15))
    assert all(np.array_equal(once.test_rows(r), drawn.test_rows(r)) for r in range(15))
    bias = copied_rows_bias(ModelScores(result.predictions, "m", measure("brier")))
    assert 0.02 < bias < 0.12


@pytest.mark.parametrize("name", NAMES)
def test_the_interval_of_an_own_estimator_reaches_to_fits_without_copies(name):
    own, known = of_all(OwnNeighbours), of_all(KNeighborsClassifier)
    bias = copied_rows_bias(ModelScores(own.predictions, "m", measure(name)))
    assert bias == pytest.approx(copied_rows_bias(ModelScores(known.predictions, "m", measure(name))))
    blind = replace(own.predictions, sampled=None)
    plain, made = make_interval(ModelScores(blind, "m", measure(name))), own.finding("m", name).interval
    assert made.low == pytest.approx(max(measure(name).low, plain.low - max(0, bias)))
    assert made.high == pytest.approx(plain.high - min(0, bias))
    assert made.high - made.low > 1.02 * (plain.high - plain.low)


def test_copies_do_nothing_to_one_neighbour_and_smooth_models_are_not_fitted_again():
    found = assessed(KNeighborsClassifier(1), "brier")
    assert copied_rows_bias(ModelScores(found.predictions, "m", measure("brier"))) == 0
    assert (
        foldwise.assess("lda", *three_classes(100, 0), plan="bootstrap(200)", baseline=False).predictions.sampled
        is None
    )


def test_intervals_of_neighbours_contain_the_brier_score_of_new_rows():
    """Without the rule 78 to 82 % do (200 draws)."""
    X, y = three_classes(4000, 99)
    low, high, truth = [], [], []
    for seed in range(15):
        made = assessed(KNeighborsClassifier(3), "brier", seed=seed, n=150).findings[0].interval
        scores = KNeighborsClassifier(3).fit(*three_classes(150, seed)).predict_proba(X)
        low.append(made.low)
        high.append(made.high)
        truth.append(np.square(scores - np.eye(3)[y]).sum(axis=1).mean())
    inside = (np.array(low) <= truth) & (truth <= np.array(high))
    assert np.count_nonzero(inside) >= 14


def test_an_odds_ratio_of_bootstrap_samples_is_refused_where_copies_may_matter():
    rng = np.random.default_rng(0)
    y = np.arange(100) % 2
    X = rng.normal(size=(100, 3)) + y[:, None]
    found = foldwise.assess("lda, knn", X, y, plan="bootstrap(200)", measures="diagnostic-odds-ratio", baseline=False)
    lda, near = found.findings
    assert lda.interval is not None
    assert near.interval is None
    assert near.reason.startswith("not assessable: an odds ratio grows")


class LargeSamples(KNeighborsClassifier):
    """Nearest neighbours that refuse fewer than so many rows."""

    def fit(self, X, y):
        if len(X) < self.least:
            message = f"{len(X)} rows are too few"
            raise ValueError(message)
        return super().fit(X, y)


@pytest.mark.parametrize("name", ["error", "brier", "auc"])
def test_samples_whose_fit_without_copies_failed_are_left_out(name):
    found = of_all(LargeSamples, 64)
    scored, once = ModelScores(found.predictions, "m", measure(name)), found.predictions.sampled
    assert 0 < np.unique(once.of("m").resample).size < 15
    assert copied_rows_bias(scored) == pytest.approx(
        copied_rows_bias(ModelScores(of_all(KNeighborsClassifier).predictions, "m", measure(name))), abs=0.05
    )
    assert any("also fitted to the rows" in note for note in found.notes)
    found = of_all(LargeSamples, 100)
    assert copied_rows_bias(ModelScores(found.predictions, "m", measure(name))) == 0
    assert found.finding("m", name).interval is not None
    assert "m: no fit without copies of rows succeeded, so what copies do is not in the intervals" in found.notes
