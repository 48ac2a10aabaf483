"""What the chosen methods need is fitted, and nothing else."""

import numpy as np
import pytest
from sklearn.svm import SVC

import foldwise
from foldwise.errors import UnknownNameError, ValidityError
from foldwise.evaluation.runner import FitNeeds
from foldwise.predictions import Part

IRIS = foldwise.sample("iris")


def assess(**more):
    return foldwise.assess(SVC(C=0.02), IRIS, plan="bootstrap(20)", measures="error", baseline=False, **more)


@pytest.mark.parametrize(
    ("estimate", "apparent", "train"),
    [("auto", False, False), ("632", True, False), ("632-han-kamber", False, True), ("optimism", True, True)],
)
def test_only_what_is_needed_is_predicted(estimate, apparent, train):
    result = assess(estimate=estimate)
    assert bool(result.predictions.apparent) is apparent
    assert (result.predictions.outputs["svm"].part == Part.TRAIN).any() == train
    wanted = "loo-bootstrap" if estimate == "auto" else estimate
    assert result.finding("svm", "error").estimate.method == wanted


def test_the_apparent_error_is_that_of_the_model_of_all_rows():
    result = assess(estimate="apparent", train=False)
    model = SVC(C=0.02).fit(IRIS.X, IRIS.target)
    assert result.finding("svm", "error").estimate.value == pytest.approx(np.mean(model.predict(IRIS.X) != IRIS.target))


def test_the_interval_brings_the_estimate_of_its_middle():
    y = np.tile([0, 1], 50)
    X = np.random.default_rng(0).normal(size=(100, 2)) + y[:, None]
    result = foldwise.assess("gaussian-nb", X, y, plan="bootstrap(200)", measures="error", interval="632plus")
    finding = result.finding("gaussian-nb", "error")
    assert (finding.estimate.method, finding.interval.method) == ("632plus", "632plus")
    assert finding.estimate.fits == 201


def test_a_memoriser_is_refused_for_632plus():
    with pytest.raises(ValidityError, match="it memorises the rows; try interval='oob'"):
        foldwise.assess("tree", IRIS, plan="bootstrap(200)", measures="error", interval="632plus")


def test_the_auc_of_single_rows_is_refused_with_the_way_out():
    with pytest.raises(ValidityError, match=r"a test set of one row ranks nothing; try .* plan='leave-pair-out'"):
        foldwise.assess("gaussian-nb", IRIS, plan="loo", measures="auc")


def test_pooled_scores_of_many_models_are_refused():
    with pytest.raises(ValidityError, match="are not on one scale, so they cannot be pooled; try estimate='averaged'"):
        foldwise.assess("gaussian-nb", IRIS, measures="auc", estimate="pooled")


def test_unknown_names_suggest_the_nearest():
    with pytest.raises(UnknownNameError, match="try '632plus'"):
        FitNeeds.of("auto", "632pls")
    with pytest.raises(UnknownNameError, match="try 'nested-cv'"):
        FitNeeds.of("nested-vc", "auto")


@pytest.mark.parametrize("decision", ["cost", "training"])
def test_the_model_of_all_rows_chooses_its_labels_as_the_others_do(decision):
    y = np.tile([0, 1], 50)
    X = np.random.default_rng(0).normal(size=(100, 2)) + y[:, None]
    costs = [[0, 1], [20, 0]]
    request = {"plan": "bootstrap(20)", "measures": "error", "estimate": "632", "costs": costs, "baseline": False}
    plain, dear = (foldwise.assess("gaussian-nb", X, y, decide=how, **request) for how in (None, decision))
    table = dear.predictions.apparent["gaussian-nb"]
    assert table.size == 100
    assert (table.output == 1).sum() > (plain.predictions.apparent["gaussian-nb"].output == 1).sum()
