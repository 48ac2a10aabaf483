"""Comparisons of kept results are those of their predictions."""

from dataclasses import replace

import pytest

import foldwise
from foldwise.comparisons import Verdict
from foldwise.evaluation.kept_pairs import alike, pair_faults

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


def test_comparisons_of_predictions_have_no_fault(compared):
    assert list(pair_faults(compared)) == []
    across = foldwise.compare("lda, qda", IRIS, plan="kfold(5)", adjust_measures=True, adjust="bh")
    assert list(pair_faults(across)) == []


@pytest.mark.parametrize("name", ["difference", "low", "high", "p_value", "statistic"])
def test_a_changed_figure_is_found(compared, name):
    (fault, *_) = pair_faults(changed(compared, **{name: 0.001}))
    assert fault.startswith(f"the {name.replace('_', '-')} of error of ")


def test_a_changed_adjustment_posterior_or_verdict_is_found(compared):
    assert "adjusted p-value" in " ".join(pair_faults(changed(compared, p_adjusted=0.5, rope=0.0)))
    belief = compared.judgements[0].comparison.posterior
    assert "posterior" in " ".join(pair_faults(changed(compared, posterior=replace(belief, scale=belief.scale / 9))))
    assert "verdict" in " ".join(pair_faults(changed(compared, verdict=Verdict.BETTER)))


def test_systems_without_predictions_are_refused(compared):
    assert "no predictions of both models" in " ".join(pair_faults(changed(compared, a="nobody")))


def test_rounding_is_no_difference():
    assert alike(0.1, 0.1 * (1 + 1e-9))
    assert not alike(0.1, 0.1001)
    assert not alike(float("nan"), 0.1)
