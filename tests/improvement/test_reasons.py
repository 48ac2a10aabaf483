"""Why variants are tried or left out."""

from sklearn.ensemble import RandomForestClassifier

from foldwise.improvement.reasons import of_bias, of_blend, of_trees, of_variance
from tests.improvement.cases import STABLE, UNSTABLE, case_of


def test_variance_is_for_averaging_and_bias_for_boosting():
    assert of_variance(case_of(profile=UNSTABLE)).tried
    assert not of_variance(case_of(profile=STABLE)).tried
    assert of_bias(case_of(profile=STABLE)).text.startswith("99 % of the error of the model is bias and noise")


def test_what_is_not_known_is_tried():
    assert of_variance(case_of(profile=None)).tried
    assert of_bias(case_of(profile=None)).tried


def test_an_ensemble_is_not_averaged_again():
    case = case_of(RandomForestClassifier())
    assert of_variance(case).text == "the model averages over members already"
    assert of_trees(case, tree=False, found=of_variance(case)).text == "the model averages over members already"


def test_blends_name_whom_they_blend_with():
    assert of_blend(case_of()).text.endswith("logistic, knn")
