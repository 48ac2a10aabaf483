"""Variants held against the model."""

import numpy as np
import pytest

import foldwise
from foldwise.improvement import judge_variants
from tests.improvement.cases import rows


@pytest.fixture(scope="module")
def assessed():
    return foldwise.assess(["tree", "lda", "gaussian-nb"], rows(150), measures="error,auc", progress=False)


def test_every_variant_is_held_against_the_model_under_every_measure(assessed):
    held, missing = judge_variants(assessed, "tree")
    pairs = [(one.comparison.a, one.comparison.measure.name) for one in held]
    assert pairs == [(a, m) for m in ("error", "auc") for a in ("lda", "gaussian-nb")]
    assert missing == {}


def test_tests_are_those_of_compare_and_only_the_adjustment_differs(assessed):
    held, _ = judge_variants(assessed, "tree", adjust="none")
    other = foldwise.compare(
        ["tree", "lda", "gaussian-nb"],
        rows(150),
        measures="error,auc",
        reference="tree",
        test="influence",
        adjust="none",
    )
    mine = {(one.comparison.a, one.comparison.measure.name): one.comparison.p_value for one in held}
    theirs = {
        (one.comparison.a, one.comparison.measure.name): one.comparison.p_value
        for one in other.judgements
        if one.comparison.a != "baseline"
    }
    assert mine.keys() == theirs.keys()
    assert all(np.isclose(mine[key], theirs[key]) for key in mine)


def test_max_t_lies_between_none_and_holm(assessed):
    adjusted = {
        how: [one.p_adjusted for one in judge_variants(assessed, "tree", adjust=how)[0]]
        for how in ("none", "max-t", "holm")
    }
    assert np.all(np.array(adjusted["none"]) <= adjusted["max-t"])
    assert np.all(np.array(adjusted["max-t"]) <= adjusted["holm"])


def test_where_no_test_is_valid_the_reason_is_given():
    few = foldwise.assess(["tree", "lda"], rows(14), measures="error", plan="kfold(2)", progress=False)
    held, missing = judge_variants(few, "tree")
    assert held == ()
    assert missing["error"]
