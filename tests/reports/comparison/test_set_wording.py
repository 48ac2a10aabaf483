"""The model confidence set in words."""

from dataclasses import replace

import foldwise
from foldwise.comparisons import ModelConfidenceSet
from foldwise.reports.comparison.set_wording import may_be_best

IRIS = foldwise.sample("iris")
RESULT = foldwise.compare("lda, gaussian-nb, qda", IRIS, measures="error,auc")


def test_the_models_that_may_be_the_best_are_listed_in_text_json_and_card():
    (said,) = may_be_best(RESULT)
    assert said == "The best is among: lda, qda, gaussian-nb (95 % model confidence set)."
    assert said in " ".join(str(RESULT).split())
    assert said in RESULT._repr_html_()
    assert RESULT.verdict().endswith(said)
    assert RESULT.to_dict()["confidence_sets"]["error"]["models"] == ["lda", "qda", "gaussian-nb"]


def test_a_single_one_is_the_best():
    result = replace(RESULT)
    result.__dict__["confidence_sets"] = {"error": ModelConfidenceSet(("lda",), {"lda": 1.0}, 0.9)}
    assert list(may_be_best(result)) == ["The best is lda (90 % model confidence set)."]


def test_a_measure_without_one_says_why():
    assert "auc is not a mean of one loss per row" in RESULT.confidence_sets["auc"]
    result = foldwise.compare("lda, gaussian-nb, qda", IRIS, measures="balanced-error")
    assert next(may_be_best(result)).startswith("No model confidence set: balanced-error is not a mean")


def test_two_models_and_a_reference_have_pairs_enough():
    assert list(may_be_best(foldwise.compare("lda, qda", IRIS, measures="error"))) == []
    assert list(may_be_best(foldwise.compare("lda, qda, knn", IRIS, measures="error", reference="lda"))) == []
