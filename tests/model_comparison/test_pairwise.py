"""Every pair of models under every measure."""

import pytest

import foldwise
from foldwise.errors import ValidityError
from foldwise.model_comparison import PairwiseComparison

FOUND = foldwise.assess("lda, gaussian-nb, qda", foldwise.sample("iris"), plan="kfold(5)", measures="error,auc")


def pairs(*, reference="", across=False):
    judged, _ = PairwiseComparison(FOUND, "auto", "holm", reference, allow_invalid=False, across=across).judge(None)
    return judged


def test_models_are_compared_with_each_other_and_with_the_baseline():
    found = [one for one in pairs() if one.comparison.measure.name == "error"]
    names = [{one.comparison.a, one.comparison.b} for one in found]
    assert len(found) == 6
    assert sum("baseline" in pair for pair in names) == 3


def test_a_reference_is_compared_with_all_others():
    found = [one for one in pairs(reference="qda") if one.comparison.measure.name == "error"]
    assert {one.comparison.b for one in found} == {"qda"}
    assert len(found) == 3


def test_one_family_of_all_measures_adjusts_more():
    alone, across = (min(one.p_adjusted for one in pairs(across=across)) for across in (False, True))
    assert across > alone > 0


def test_a_test_that_is_not_valid_for_the_first_measure_is_refused_and_left_out_for_the_others():
    with pytest.raises(ValidityError, match="nested-cv"):
        PairwiseComparison(FOUND, "nested-cv", "holm", "", allow_invalid=False).judge(None)
