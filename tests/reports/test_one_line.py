"""`repr` of a result is one line, `str` the report; names go out as they come in."""

import numpy as np
import pytest

import foldwise
from tests.worlds import classes

DATA = classes(40, k=2)
TRUTH = np.tile([0, 1], 30)


def results():
    yield foldwise.assess("lda", DATA, plan="kfold(5)", measures="error")
    yield foldwise.compare("lda,gaussian-nb", DATA, plan="kfold(5)", measures="error")
    yield foldwise.select("knn", {"n_neighbors": [1, 5]}, DATA, plan="kfold(5)")
    yield foldwise.experiment("lda", {"one": DATA}, plan="kfold(5)")
    yield foldwise.score(TRUTH, {"mine": TRUTH[::-1]}, measures="error")
    yield foldwise.certify("lda", DATA, simulations=5, jobs=1)


def test_a_result_is_one_line_and_its_text_the_report():
    for result in results():
        assert "\n" not in repr(result)
        assert len(repr(result)) < 150
        assert "\n" in str(result)


def test_its_parts_are_one_line_too():
    result = next(results())
    assert repr(result.predictions).startswith("<Predictions of lda, baseline: ")
    assert repr(result.finding("lda", "error")).startswith("<Finding of lda: error 0.")
    assert repr(result.measures[0]) == "<LossMeasure error>"
    assert repr(result.predictions.resamples) == "<Partition of kfold(5): 5 resamples of 40 rows>"
    assert repr(result.fits) == "<FittedModels lda, baseline: 5 resamples>"
    pairs = foldwise.compare("lda,gaussian-nb", DATA, plan="kfold(5)", measures="error")
    one = pairs.judgement("lda", "gaussian-nb", "error")
    assert repr(one.comparison).startswith("<Comparison of lda - gaussian-nb: error ")
    assert repr(one).startswith(f"<Judgement {one.verdict}, adjusted p = ")


@pytest.mark.parametrize(("asked", "name"), [("sensitivity", "recall"), ("recall", "recall")])
def test_a_measure_goes_out_by_the_name_it_came_in(asked, name):
    score = foldwise.score(TRUTH, {"mine": TRUTH[::-1]}, measures=asked)
    assert score.finding("mine", asked).measure.name == name
    pairs = foldwise.compare("lda,gaussian-nb", DATA, plan="kfold(5)", measures=asked)
    assert pairs.judgement("lda", "gaussian-nb", asked).comparison.measure.name == name
