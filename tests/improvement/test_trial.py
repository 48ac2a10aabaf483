"""Variants and blends on the resamples of a model."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from foldwise.engine import Settings, run
from foldwise.improvement import asked_methods
from foldwise.improvement.choosing import choose_attempts
from foldwise.improvement.trial import VariantTrial
from foldwise.models import baseline_for
from foldwise.plans import as_plan, draw
from tests.improvement.cases import case_of, rows

QUIET = Settings(progress=None, jobs=1)


class Brittle(GaussianNB):
    """Cannot be fitted to rows that are there twice."""

    def fit(self, X, y, sample_weight=None):
        if len(np.unique(X, axis=0)) < len(X):
            raise ValueError("twice")
        return super().fit(X, y, sample_weight)


@pytest.fixture(scope="module")
def outcome():
    dataset = rows()
    case = case_of(Brittle(), dataset)
    resamples = draw(as_plan("kfold(3)"), dataset, 0)
    own = run(dataset, {"mine": case.model, "baseline": baseline_for(dataset)}, resamples, QUIET)
    attempts = choose_attempts(case, asked_methods("bagging, voting, stacking"))
    return attempts, case, VariantTrial(case, resamples, QUIET, None).run(attempts, own)


def test_the_model_comes_first_and_the_baseline_last(outcome):
    assert outcome[2].predictions.models == ("mine", "voting", "stacking", "baseline")
    assert outcome[2].blends["voting"].naive is None
    assert outcome[2].blends["stacking"].naive is not None


def test_a_variant_that_failed_is_left_out_with_the_cause(outcome):
    attempts, _, found = outcome
    left = found.left_out(attempts[0])
    assert left.failed
    assert "twice" in left.reason
    assert found.notes == []


def test_diversity_looks_at_every_row_once(outcome):
    assert "of 60 rows" in outcome[2].redundancy(outcome[1]).text
