"""FW301: many measures."""

import numpy as np
import pytest

import foldwise
from foldwise.advice import Severity

SIX = "error,balanced-error,f1,mcc,auc,log-loss"


@pytest.mark.parametrize(("measures", "codes"), [(SIX, ["FW301"]), ("error,auc", [])])
def test_many_measures_of_the_same_models_are_remarked_on(measures, codes):
    result = foldwise.compare("lda,gaussian-nb", foldwise.sample("breast-cancer"), measures=measures, plan="kfold(5)")
    assert [one.code for one in result.advice] == codes
    assert [one["code"] for one in result.to_dict()["advice"]] == codes


def test_it_is_a_note_and_says_how_far_it_can_go():
    truth = np.arange(100) % 2
    rng = np.random.default_rng(0)
    scores = {name: 1 / (1 + np.exp(-rng.normal(truth))) for name in "ab"}
    (found,) = foldwise.score(truth, scores=scores, measures=SIX).advice
    assert found.severity is Severity.NOTE
    assert f"{100 * (1 - 0.95**6):.0f} %" in found.found


def test_a_single_model_is_not_tested():
    result = foldwise.assess("lda", foldwise.sample("breast-cancer"), measures=SIX, plan="kfold(5)")
    assert result.advice == ()
