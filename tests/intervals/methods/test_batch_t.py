"""Random batches of many rows."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.intervals import choose_interval, make_interval
from foldwise.measures import ModelScores, custom_measure, measure
from tests.worlds import fixed, predictions_of


def scored(n, name, seed=0):
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.3).astype(int)
    score = 1 / (1 + np.exp(-(rng.normal(size=n) + truth)))
    return ModelScores(
        predictions_of(truth, truth, fixed(n), scores=np.stack([1 - score, score], axis=1)), "m", measure(name)
    )


def test_the_default_for_many_rows_without_a_formula():
    own = custom_measure(lambda truth, said: float(np.mean(truth == said)), name="agreement")
    many = ModelScores(scored(20_000, "auc").predictions, "m", own)
    assert choose_interval(many).method.name == "batch-t"
    assert choose_interval(scored(20_000, "average-precision")).method.name == "ranking-t"
    assert choose_interval(scored(20_000, "auc")).method.name == "placement-t"


def test_it_is_as_wide_as_delong():
    one = scored(40_000, "auc")
    batches, delong = make_interval(one, "batch-t"), make_interval(one)
    assert batches.width == pytest.approx(delong.width, rel=0.35)
    assert (batches.low + batches.high) / 2 == pytest.approx(one.value)


def test_few_rows_are_refused():
    with pytest.raises(ValidityError, match="needs test sets of 20,000 rows, and these have 500; try interval='bca'"):
        make_interval(scored(500, "auc"), "batch-t")


def test_it_covers():
    true = scored(1_000_000, "ks", seed=99).value
    inside = [
        i.low <= true <= i.high for i in (make_interval(scored(20_000, "ks", seed), "batch-t") for seed in range(25))
    ]
    assert np.mean(inside) >= 0.8
