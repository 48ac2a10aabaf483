"""Comparisons of kept results are those of their predictions."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.comparisons import Verdict
from foldwise.evaluation.saved_comparisons import pair_faults

IRIS = foldwise.sample("iris")


@pytest.fixture(scope="module")
def compared():
    return foldwise.compare("lda, qda", IRIS, plan="kfold(5)", measures="error")


def changed(result, **judgement):
    """The result with another first judgement; figures of its comparison by their names."""
    first, *others = result.judgements
    own = {name: value for name, value in judgement.items() if hasattr(first.comparison, name)}
    mine = {name: value for name, value in judgement.items() if name not in own}
    return replace(result, judgements=(replace(first, comparison=replace(first.comparison, **own), **mine), *others))


def told(faults):
    return " ".join(one.text for one in faults)


def test_comparisons_of_predictions_have_no_fault(compared):
    assert list(pair_faults(compared)) == []
    across = foldwise.compare("lda, qda", IRIS, plan="kfold(5)", adjust_measures=True, adjust="bh")
    assert list(pair_faults(across)) == []


@pytest.mark.parametrize("name", ["difference", "low", "high", "p_value", "statistic"])
def test_a_changed_figure_is_found(compared, name):
    (fault, *_) = pair_faults(changed(compared, **{name: 0.001}))
    assert fault.text.startswith(f"the {name.replace('_', '-')} of error of ")


def test_a_changed_adjustment_posterior_or_verdict_is_found(compared):
    assert "adjusted p-value" in told(pair_faults(changed(compared, p_adjusted=0.5, rope=0.0)))
    belief = compared.judgements[0].comparison.posterior
    assert "posterior" in told(pair_faults(changed(compared, posterior=replace(belief, scale=belief.scale / 9))))
    assert "verdict" in told(pair_faults(changed(compared, verdict=Verdict.BETTER)))


def test_systems_without_predictions_are_refused(compared):
    assert "no predictions of both models" in told(pair_faults(changed(compared, a="nobody")))


def test_a_pair_left_out_or_told_twice_is_found(compared):
    assert "there is no difference of 'lda' and 'qda'" in told(
        pair_faults(replace(compared, judgements=compared.judgements[1:]))
    )
    twice = (*compared.judgements, compared.judgements[0])
    assert "or twice" in told(pair_faults(replace(compared, judgements=twice)))


def test_another_level_rope_adjustment_or_need_is_found(compared):
    assert "another level" in told(pair_faults(changed(compared, level=0.5)))
    assert "there is no such adjustment" in told(pair_faults(replace(compared, adjustment="max-t")))
    (at,) = [at for at, one in enumerate(compared.judgements) if one.needed is not None][:1]
    own = compared.judgements[at]
    other = replace(own, needed=replace(own.needed, rows=own.needed.rows * 2))
    told_so = told(
        pair_faults(replace(compared, judgements=(*compared.judgements[:at], other, *compared.judgements[at + 1 :])))
    )
    assert "what it would take to decide" in told_so


def test_a_test_with_settings_may_have_been_set_up_otherwise():
    truth, rng = [0, 1] * 40, np.random.default_rng(0)
    scores = {name: rng.random(80) for name in "ab"}
    found = foldwise.score(truth, scores=scores, measures="f1", test="paired-bootstrap")
    assert list(pair_faults(found)) == []
    (fault, *_) = pair_faults(changed(found, difference=0.9))
    assert fault.may_be


def test_differences_in_segments_are_made_again():
    segments = np.array(["n", "s"] * 75)
    found = foldwise.compare("lda, gaussian-nb", IRIS, plan="kfold(5)", measures="error", segments=segments)
    assert list(pair_faults(found)) == []
    first, *others = found.segment_judgements
    own = first.judgement
    better = replace(first, judgement=replace(own, comparison=replace(own.comparison, p_value=1e-9)))
    assert "in 'n'" in told(pair_faults(replace(found, segment_judgements=(better, *others))))
    nowhere = replace(first, segment="west")
    assert "no row of that segment" in told(pair_faults(replace(found, segment_judgements=(nowhere, *others))))


def test_systems_on_other_rows_and_all_together_are_tested_again():
    mine, yours = ([0, 1] * 40, [0, 1] * 36 + [1, 0] * 4), ([0, 1] * 50, [0, 1] * 35 + [1, 0] * 15)
    found = foldwise.compare_unpaired({"mine": mine, "yours": yours}, measures="error")
    assert list(pair_faults(found)) == []
    assert "the p-value of error" in told(pair_faults(changed(found, p_value=1e-9)))
    truth = [0, 1] * 40
    three = foldwise.score(truth, {"a": truth, "b": [0, 0] * 40, "c": [1, 0] * 40}, measures="error")
    assert list(pair_faults(three)) == []
    sure = replace(three.omnibus, p_value=0.5)
    assert "all systems together" in told(pair_faults(replace(three, omnibus=sure)))
