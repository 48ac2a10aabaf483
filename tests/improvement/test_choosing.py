"""Which variants are tried."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from foldwise.errors import InputError
from foldwise.improvement import IMPROVEMENTS, asked_methods
from foldwise.improvement.choosing import choose_attempts
from tests.improvement.cases import STABLE, case_of, rows


def tried(case, asked=None):
    return [one.method.name for one in choose_attempts(case, asked) if one.reason.tried]


def test_the_profile_of_a_tree_asks_for_averages_boosting_and_blends():
    assert tried(case_of())[:5] == ["bagging", "random-forest", "extra-trees", "boosting", "gradient-boosting"]


def test_a_stable_model_gets_boosting_and_blends_only():
    found = tried(case_of(GaussianNB(), profile=STABLE))
    assert found == ["boosting", "super-learner", "stacking", "greedy-selection", "voting", "best-single"]


def test_what_is_asked_for_is_tried_in_any_case():
    attempts = choose_attempts(case_of(GaussianNB(), profile=STABLE), asked_methods("bagging"))
    assert [one.reason.tried for one in attempts] == [True]
    assert attempts[0].reason.text.startswith("asked for, although only 1 %")
    assert len(tried(case_of(), asked_methods("all"))) == len(IMPROVEMENTS) - 1  # no costs


def test_variants_without_weights_are_left_out_where_rows_are_weighted():
    attempts = choose_attempts(case_of(dataset=rows(weights=np.arange(60) + 1.0)), IMPROVEMENTS)
    reasons = {one.method.name: one.reason for one in attempts}
    assert reasons["bagging"].tried  # by scikit-learn's estimator, which takes weights
    assert reasons["super-learner"].tried
    assert reasons["bumping"].text == "rows are weighted, and it takes no weights"


def test_what_would_take_hours_is_left_out_unless_it_is_named():
    case = case_of(seconds=20.0, resamples=30)
    assert not {"bagging", "random-forest", "extra-trees", "boosting", "stacking"} & set(tried(case))
    assert "bagging" in tried(case, asked_methods("bagging"))


@pytest.mark.parametrize("nothing", ["", " , ", []])
def test_no_name_at_all_is_an_error(nothing):
    with pytest.raises(InputError, match="no variant was named"):
        asked_methods(nothing)


@pytest.mark.parametrize("odd", [3, [3], [None]])
def test_variants_are_named_by_texts(odd):
    with pytest.raises(InputError, match="variants are named by texts"):
        asked_methods(odd)


def test_a_variant_that_the_model_is_called_by_is_left_out():
    case = replace(case_of(), name="bagging")
    assert choose_attempts(case, None)[0].reason.text == "the model itself is called bagging"


def test_a_name_that_cannot_be_tried_is_an_error():
    with pytest.raises(InputError, match="no variant that was asked for can be tried; cost-threshold: no costs"):
        choose_attempts(case_of(), asked_methods("cost-threshold"))
