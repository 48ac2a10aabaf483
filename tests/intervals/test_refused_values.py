"""Values that no interval can be put round."""

import numpy as np
import pytest

import foldwise
from foldwise.intervals import make_interval, mostly_undefined
from foldwise.measures import ModelScores, measure


def areas(lacking):
    """AUC of ten groups as test sets, of which some have one class only."""
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(10), 10)
    y = np.where(groups < lacking, groups % 2, np.tile([0, 1], 50))
    X = rng.normal(size=(100, 2)) + y[:, None]
    plan = {"groups": groups, "plan": "group-kfold(10)"}
    return ModelScores(foldwise.assess("lda", X, y, measures="error", **plan).predictions, "lda", measure("auc"))


@pytest.mark.parametrize(("lacking", "refused"), [(0, False), (5, False), (6, True), (9, True)])
def test_an_area_needs_a_value_in_half_of_the_resamples(lacking, refused):
    scored = areas(lacking)
    assert scored.undefined == lacking
    assert bool(mostly_undefined(scored)) is refused
    assert (make_interval(scored) is None) is refused


def test_larger_test_sets_are_not_named_where_predictions_are_constant():
    rows = np.random.default_rng(0).normal(size=(60, 2))
    found = foldwise.assess("baseline", rows, rows[:, 0], measures="correlation").findings[0]
    assert found.interval is None
    assert found.reason.endswith("as all predictions of a test set are the same")
    assert mostly_undefined(areas(9)).endswith("larger test sets, as of 3 parts, have one")
