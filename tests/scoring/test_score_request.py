"""What was asked: names, functions, everything."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.measures import MEASURES, measure
from foldwise.scoring.score_request import ScoreRequest, read_measures

rng = np.random.default_rng(0)
TRUTH = rng.integers(0, 2, 150)
P = 1 / (1 + np.exp(-rng.normal(2 * TRUTH - 1)))


def test_names_measures_and_functions_in_one_list():
    assert read_measures(["error, auc", measure("f1"), max, "auc"]) == (
        measure("error"),
        measure("auc"),
        measure("f1"),
        max,
    )
    assert read_measures(max) == (max,)
    assert read_measures("all") == read_measures(None) == ()


def test_what_is_no_measure():
    with pytest.raises(InputError, match=r"a measure is a name or a function f\(truth, predicted\), not int"):
        read_measures(["error", 3])


def test_pairs_are_put_beside_and_spared():
    request, measures = ScoreRequest(asked=read_measures("recall")).about(Task.CLASSIFICATION)
    assert [one.name for one in measures] == ["recall", "precision"]
    assert [request.spares(one) for one in measures] == [False, True]


@pytest.fixture(scope="module")
def everything():
    """Every measure with its interval, which takes a while."""
    return foldwise.score(TRUTH, scores=P, measures="all")


def test_all_is_every_measure_the_predictions_can_answer(everything):
    labels_only = foldwise.score(TRUTH, P > 0.5, measures="all", interval="wilson")
    names = {one.name for one in everything.measures}
    assert {"error", "auc", "log-loss", "ece", "calibration-slope", "aurc"} < names
    assert "cost" not in names  # nobody said what mistakes cost
    assert "auc" not in {one.name for one in labels_only.measures}
    assert names < {one.name for one in MEASURES}
    without = [one.measure.name for one in everything.findings if one.interval is None]
    assert without == ["brier-resolution", "hosmer-lemeshow"]


def test_all_of_a_stream_is_what_summaries_can_answer(everything):
    frame = pd.DataFrame({"y": TRUTH, "p": P})
    streamed = foldwise.score("y", scores="p", data=frame, measures="all", stream=True).to_frame()
    whole = everything.to_frame().set_index("measure")
    assert {"error", "auc", "log-loss", "mcc", "average-precision"} < set(streamed["measure"])
    np.testing.assert_allclose(streamed["value"], whole.loc[streamed["measure"], "value"], rtol=1e-9)


def test_a_named_method_is_used_where_it_is_valid_and_a_small_segment_goes_without():
    result = foldwise.score(TRUTH, P > 0.5, measures="all", interval="wilson")
    assert result.finding("system", "error").interval.method == "wilson"
    assert result.finding("system", "mcc").interval is None
    site = np.where(np.arange(150) < 3, "tiny", "rest")
    segmented = foldwise.score(TRUTH, scores=P, measures="auc", interval="bca", segments=site)
    assert segmented.finding("system", "auc", "tiny").interval is None
    assert segmented.finding("system", "auc", "rest").interval.method == "bca"
