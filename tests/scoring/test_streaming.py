"""Rows in pieces give the figures of rows in memory."""

from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.errors import InputError, MeasureError
from foldwise.predictions.sources import arrays, delimited, parquet
from foldwise.scoring import streaming

rng = np.random.default_rng(1)
N = 900
TRUTH = (rng.random(N) < 0.35).astype(int)
SCORES = {name: 1 / (1 + np.exp(-(rng.normal(size=N) + gain * TRUTH - 0.7))) for name, gain in (("a", 2.2), ("b", 1.2))}
FRAME = pd.DataFrame(
    {
        "y": np.where(TRUTH, "yes", "no"),
        **{name: np.where(p > 0.5, "yes", "no") for name, p in SCORES.items()},
        **{f"p{name}": p for name, p in SCORES.items()},
        "site": rng.choice(["x", "z"], N),
        "value": rng.normal(size=N) + 50,
    }
)
FRAME["guess"] = FRAME["value"] + rng.normal(size=N)
WIDE = {"predicted": ["a", "b"], "scores": ["pa", "pb"], "segments": "site"}
SAME = "error,f1,recall,mcc,auc,gini,log-loss,brier,balanced-error"


@pytest.fixture(autouse=True)
def _small_chunks():
    """Cut into many pieces, as a large file would be."""
    with (
        patch.object(arrays, "ROWS_PER_CHUNK", 128),
        patch.object(delimited, "ROWS_PER_CHUNK", 100),
        patch.object(parquet, "ROWS_PER_CHUNK", 77),
    ):
        yield


def same(found, expected):
    columns = ["model", "measure", "segment", "value", "low", "high", "method", "standard_error"]
    pd.testing.assert_frame_equal(found.to_frame()[columns], expected.to_frame()[columns], rtol=1e-9)


def test_all_figures_and_segments_agree():
    whole, pieces = (foldwise.score("y", data=FRAME, measures=SAME, stream=stream, **WIDE) for stream in (False, True))
    same(pieces, whole)
    assert pieces.predictions is None
    np.testing.assert_array_equal(pieces.confusion("a"), whole.confusion("a"))


def test_tests_made_for_a_measure_agree_too():
    whole, pieces = (
        foldwise.score("y", data=FRAME, measures="error,auc", stream=stream, **WIDE) for stream in (False, True)
    )
    columns = ["a", "b", "measure", "difference", "low", "high", "p_value", "p_adjusted", "verdict", "method"]
    pd.testing.assert_frame_equal(pieces.pairs()[columns], whole.pairs()[columns], rtol=1e-9)


def test_files_folders_and_clusters_give_the_same_bits(tmp_path):
    dd = pytest.importorskip("dask.dataframe")
    FRAME.to_csv(tmp_path / "t.csv", index=False)
    FRAME.to_parquet(tmp_path / "t.parquet", row_group_size=200)
    FRAME.to_parquet(tmp_path / "folder", partition_cols=["site"])
    sources = [tmp_path / "t.csv", tmp_path / "t.parquet", tmp_path / "folder", dd.from_pandas(FRAME, npartitions=5)]
    found = [foldwise.score("y", data=source, measures=SAME, stream=True, **WIDE).to_frame() for source in sources]
    expected = foldwise.score("y", data=FRAME, measures=SAME, stream=True, **WIDE).to_frame()
    for frame in found:
        pd.testing.assert_frame_equal(frame, expected, check_exact=True)


def test_values_agree_though_their_mean_is_far_from_zero():
    names = "rmse,mae,r2,correlation"
    whole, pieces = (
        foldwise.score("value", "guess", data=FRAME, measures=names, stream=stream) for stream in (False, True)
    )
    pd.testing.assert_series_equal(pieces.to_frame()["value"], whole.to_frame()["value"], rtol=1e-12)
    pd.testing.assert_frame_equal(pieces.to_frame()[["low", "high"]], whole.to_frame()[["low", "high"]], rtol=1e-9)


def test_several_classes_agree():
    truth = rng.integers(0, 3, N)
    table = rng.dirichlet(np.ones(3), N) + 0.4 * np.eye(3)[truth]
    table /= table.sum(axis=1, keepdims=True)
    whole, pieces = (
        foldwise.score(truth, table.argmax(axis=1), scores=table, stream=stream) for stream in (False, True)
    )
    same(pieces, whole)


def test_labels_that_are_whole_numbers_are_counted_as_they_come():
    truth, predicted = rng.integers(3, 7, N), rng.integers(3, 7, N)
    with patch.object(streaming, "make_passes", side_effect=AssertionError("not needed")):
        found = foldwise.score(truth, predicted, measures="error,accuracy,macro-f1", stream=True)
    same(found, foldwise.score(truth, predicted, measures="error,accuracy,macro-f1"))


def test_areas_are_exact_though_their_scores_were_binned():
    with patch.object(streaming, "MOST_DISTINCT_SCORES", 32), patch.object(streaming, "FEWEST_SCORES", 32):
        pieces = foldwise.score("y", "a", scores="pa", data=FRAME, measures="auc,average-precision,ks", stream=True)
    exact = foldwise.score("y", "a", scores="pa", data=FRAME, measures="auc,average-precision,ks")
    assert [one.estimate.value for one in pieces.findings] == pytest.approx(
        [one.estimate.value for one in exact.findings], rel=1e-14
    )
    low, high = ([getattr(one.finding("a", "auc").interval, end) for one in (pieces, exact)] for end in ("low", "high"))
    assert low[0] == pytest.approx(low[1], rel=1e-12)
    assert high[0] == pytest.approx(high[1], rel=1e-12)
    assert not pieces.bounds


def test_a_binned_measure_says_how_wrong_it_may_be():
    with patch.object(streaming, "MOST_DISTINCT_SCORES", 32), patch.object(streaming, "FEWEST_SCORES", 32):
        pieces = foldwise.score("y", "a", scores="pa", data=FRAME, measures="eer", stream=True)
    exact = foldwise.score("y", "a", scores="pa", data=FRAME, measures="eer")
    bound = pieces.bounds["a", "eer"]
    assert 0 < abs(pieces.finding("a", "eer").estimate.value - exact.finding("a", "eer").estimate.value) <= bound
    assert f"eer of a comes from binned scores: it is right to ±{bound:.1e}" in pieces.notes
    assert f"±{bound:.0e}" in str(pieces)
    assert pieces.to_frame()["bound"].tolist() == [bound]


@pytest.mark.parametrize("budget", [1 << 20, 256])
def test_calibration_errors_and_medians_have_a_bound(budget):
    with patch.object(streaming, "MOST_DISTINCT_SCORES", budget), patch.object(streaming, "FEWEST_SCORES", budget):
        pieces = foldwise.score("y", "a", scores="pa", data=FRAME, measures="ece", stream=True)
        median = foldwise.score("value", "guess", data=FRAME, measures="median-absolute-error", stream=True)
    exact = foldwise.score("y", "a", scores="pa", data=FRAME, measures="ece").findings[0].estimate.value
    assert abs(pieces.findings[0].estimate.value - exact) <= pieces.bounds.get(("a", "ece"), 1e-12)
    known = np.median(np.abs(FRAME["value"] - FRAME["guess"]))
    bound = median.bounds.get(("guess", "median-absolute-error"), 1e-12)
    assert abs(median.findings[0].estimate.value - known) <= bound
    assert (bound > 1e-12) == (budget == 256)


def test_labels_may_follow_from_the_scores():
    pieces = foldwise.score("y", scores={"m": "pa"}, data=FRAME, measures="error", stream=True)
    whole = foldwise.score("y", "a", data=FRAME, measures="error")
    assert pieces.finding("m", "error").estimate.value == whole.finding("a", "error").estimate.value
    assert "the labels of m are yes where the score is above 0.5" in pieces.notes
    assert set(foldwise.score("y", scores={"m": "pa"}, data=FRAME, measures="error").notes) < set(pieces.notes)


def test_rounded_probabilities_and_percentages_are_treated_as_in_memory():
    rounded = FRAME.assign(pa=FRAME["pa"].where(FRAME.index != 3, 1.0000001))
    whole, pieces = (foldwise.score("y", scores={"m": "pa"}, data=rounded, stream=one) for one in (False, True))
    assert [one.estimate.value for one in pieces.findings] == pytest.approx(
        [one.estimate.value for one in whole.findings]
    )
    for stream in (False, True):
        with pytest.raises(InputError, match="no threshold is known; try scores / 100"):
            foldwise.score("y", scores={"m": "pa"}, data=FRAME.assign(pa=100 * FRAME["pa"]), stream=stream)


def test_certain_probabilities_are_answered_as_in_memory():
    sure = (FRAME["a"] == "yes").astype(float)
    table = FRAME.assign(p_no=1 - sure, p_yes=sure)
    given = {"data": table, "scores": {"a": ["p_no", "p_yes"]}, "measures": "brier"}
    whole, pieces = (foldwise.score("y", "a", stream=one, **given).findings[0].estimate.value for one in (False, True))
    assert pieces == pytest.approx(whole)


@pytest.mark.parametrize("stream", [False, True])
def test_one_column_of_zeros_and_ones_is_probabilities(stream):
    sure = FRAME.assign(pa=(FRAME["a"] == "yes").astype(float), pno=(FRAME["a"] != "yes").astype(float))
    given = {"data": sure, "measures": "auc,log-loss,brier", "stream": stream}
    one, two = (foldwise.score("y", "a", scores=columns, **given) for columns in ("pa", ["pno", "pa"]))
    assert [row.estimate.value for row in one.findings] == [row.estimate.value for row in two.findings]
    assert one.finding("a", "brier").estimate.value == pytest.approx((sure["y"] != sure["a"]).mean())


def test_costs_and_the_cheapest_labels():
    given = {"data": FRAME, "scores": "pa", "costs": "fn=10,fp=1", "measures": "cost", "decide": "cost"}
    whole, pieces = (foldwise.score("y", "a", stream=stream, **given) for stream in (False, True))
    assert pieces.finding("a", "cost").estimate.value == pytest.approx(whole.finding("a", "cost").estimate.value)


def test_many_rows_are_read_in_pieces_unless_all_are_needed():
    with patch.object(streaming, "ROWS_IN_MEMORY", 500):
        assert foldwise.score("y", "a", data=FRAME, measures="error").predictions is None
        assert foldwise.score("y", "a", data=FRAME, measures="error", stream=False).predictions is not None
        assert foldwise.score("y", "a", data=FRAME, measures="error", groups="site").predictions is not None


@pytest.mark.parametrize("more", [{"interval": "bca"}, {"measures": "ece"}, {"measures": lambda t, p: np.mean(t == p)}])
def test_many_rows_are_kept_for_what_looks_at_all_of_them(more):
    """There is no number of rows from which on a method that worked is refused."""
    given = {"data": FRAME, "scores": "pa", "measures": "error"} | more
    few = foldwise.score("y", "a", **given)
    with patch.object(streaming, "ROWS_IN_MEMORY", 500):
        many = foldwise.score("y", "a", **given)
        assert many.findings[0].estimate == few.findings[0].estimate
        assert many.findings[0].interval == few.findings[0].interval


def test_a_file_too_large_to_be_read_whole_is_read_in_pieces_whatever_is_asked(tmp_path):
    """There is no size either: a bootstrap of labels draws cells of the confusion matrix, with the same draws."""
    FRAME.to_csv(tmp_path / "rows.csv", index=False)
    given = {"data": tmp_path / "rows.csv", "measures": "error,f1,mcc", "interval": "bca", "seed": 3}
    expected = foldwise.score("y", "a", **given)
    with patch.object(streaming, "BYTES_IN_MEMORY", 100), patch.object(streaming, "BYTES_READ_WHOLE", 100):
        found = foldwise.score("y", "a", **given)
        assert found.predictions is None
        with pytest.raises(InputError, match="interval='bca' of log-loss needs all rows in memory; try stream=False"):
            foldwise.score("y", "a", scores="pa", **given | {"measures": "log-loss"})
    pd.testing.assert_frame_equal(
        found.to_frame()[["value", "low", "high", "method"]], expected.to_frame()[["value", "low", "high", "method"]]
    )


def test_what_was_not_kept_cannot_be_asked():
    result = foldwise.score("y", "a", data=FRAME, scores="pa", stream=True)
    with pytest.raises(InputError, match="the 900 rows were read in pieces and not kept; try stream=False"):
        result.curve("roc")


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        (
            {"measures": "mce"},
            InputError,
            "mce needs all rows in memory, and they are read in pieces; try stream=False",
        ),
        ({"system": "site"}, InputError, "system= needs all rows in memory, and stream=True keeps summaries only"),
        (
            {"interval": "delong", "measures": "auc"},
            InputError,
            "interval='delong' of auc needs all rows in memory; try stream=False, or the default",
        ),
        ({"test": "mcnemar"}, InputError, "test='mcnemar' needs all rows in memory"),
        ({"measures": "auc", "scores": None}, MeasureError, "auc needs scores, but 'a' gives labels only"),
        (
            {"classes": ["no", "maybe"]},
            InputError,
            "truth holds the label 'yes', which is not one of the classes no, maybe",
        ),
        ({"scores": ["pa", "pb", "pa"]}, InputError, "scores of 'a' have 3 columns, and there are 2 classes"),
    ],
)
def test_bad_requests_get_one_clear_sentence(more, error, message):
    given = {"scores": "pa", "data": FRAME, "stream": True} | more
    with pytest.raises(error) as caught:
        foldwise.score("y", "a", **given)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        (
            "pa",
            np.where(np.arange(N) == 333, np.nan, SCORES["a"]),
            "scores of 'a' are missing or not finite, first in row 334",
        ),
        (
            "pa",
            np.where(np.arange(N) == 333, 1.5, SCORES["a"]),
            "scores of 'a' begin as probabilities and reach 1.5 later",
        ),
        ("a", np.where(np.arange(N) == 333, "maybe", FRAME["a"]), "predictions of 'a' hold the label 'maybe'"),
        ("y", np.where(np.arange(N) == 333, None, FRAME["y"]), "truth is missing in row 334"),
        ("y", np.full(N, "no"), "truth holds one class only, 'no'"),
    ],
)
def test_bad_rows_are_found_wherever_they_are(column, values, message):
    with pytest.raises(InputError) as caught:
        foldwise.score("y", "a", scores="pa", data=FRAME.assign(**{column: values}), stream=True)
    assert str(caught.value).startswith(message)


def test_bad_values_are_found_wherever_they_are():
    broken = FRAME.assign(guess=np.where(np.arange(N) == 444, np.inf, FRAME["guess"]))
    with pytest.raises(InputError, match="predictions of 'guess' hold inf in row 445"):
        foldwise.score("value", "guess", data=broken, stream=True)
    with pytest.raises(InputError, match="a regression has values, not scores"):
        foldwise.score("value", "guess", scores="pa", data=FRAME, stream=True)


def test_probabilities_that_stop_summing_to_one_are_found():
    table = np.column_stack([1 - SCORES["a"], np.where(np.arange(N) == 700, 0.9, SCORES["a"])])
    frame = pd.DataFrame({"y": FRAME["y"], "p_no": table[:, 0], "p_yes": table[:, 1]})
    with pytest.raises(InputError, match=r"probabilities of 'system' sum to [\d.]+, not to 1, in row 701"):
        foldwise.score("y", scores=["p_no", "p_yes"], data=frame, stream=True)


def test_rows_without_a_label_or_a_segment_are_told_as_in_memory():
    frame = FRAME.assign(a=FRAME["a"].where(FRAME.index > 4), site=FRAME["site"].where(FRAME.index % 50 > 0))
    whole, pieces = (
        foldwise.score("y", "a", data=frame, segments="site", measures="error", stream=stream)
        for stream in (False, True)
    )
    same(pieces, whole)
    assert [part.name for part in pieces.segments] == ["x", "z", "(none)"]
    told = "5 rows are unclassified by a, which counts as errors"
    assert told in whole.notes
    assert told in pieces.notes


def test_rows_without_a_label_are_counted_and_not_weighed():
    frame = FRAME.assign(a=FRAME["a"].where(FRAME.index > 4), w=rng.random(N))
    whole, pieces = (
        foldwise.score("y", "a", data=frame, weights="w", measures="error", stream=stream) for stream in (False, True)
    )
    assert "5 rows are unclassified by a, which counts as errors" in pieces.notes
    np.testing.assert_allclose(pieces.confusion("a"), whole.confusion("a"))


CERTAIN = FRAME.assign(pa=np.where(np.arange(N) == 4, float(TRUTH[4] == 0), FRAME["pa"]))
RARE = FRAME.assign(y=np.where(np.arange(N) < 3, "yes", "no"))


@pytest.mark.parametrize(
    ("frame", "measure", "note"),
    [
        (CERTAIN, "log-loss", "1 prediction gave the true class a probability below 2.2e-16, counted as"),
        (CERTAIN, "log-loss(1e-5)", "1 prediction gave the true class a probability below 1e-05"),
        (FRAME.assign(pa=0.3), "auc", "every row has the same score, so nothing is ranked"),
        (RARE, "auc", "class 'yes' has 3 rows, and 5 are the least that a measure can rest on; only a rough guide"),
        (FRAME.assign(pa=TRUTH / 2), "auc", "the classes do not overlap, so the bound is that for disjoint pairs"),
    ],
    ids=["ruled out", "below another floor", "one score", "few rows of a class", "no overlap"],
)
def test_what_the_reader_should_know_is_told_as_in_memory(frame, measure, note):
    whole, pieces = (
        foldwise.score("y", scores="pa", data=frame, measures=measure, stream=stream) for stream in (False, True)
    )
    assert any(note in one for one in whole.notes)
    assert set(whole.notes) < set(pieces.notes)


@pytest.mark.parametrize("weights", [None, "w"])
def test_skills_of_many_classes_in_groups_agree(weights):
    """Rows of a group are alike by their losses, not by what they add to the skill."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 200)
    given = 0.4 * rng.dirichlet(np.ones(3), 200) + 0.6 * np.eye(3)[truth]
    frame = pd.DataFrame({"y": truth, "g": rng.integers(0, 25, 200), "w": rng.exponential(size=200)})
    frame[["p0", "p1", "p2"]] = given
    more = {"scores": ["p0", "p1", "p2"], "groups": "g", "weights": weights, "task": "classification"}
    whole, pieces = (
        foldwise.score("y", data=frame, measures="brier,brier-skill", stream=stream, **more) for stream in (False, True)
    )
    same(pieces, whole)


@pytest.mark.parametrize("groups", [np.ones(N), np.arange(N) % 4, np.where(TRUTH, 0, np.arange(N) % 9)])
def test_an_area_of_few_groups_has_no_interval(groups):
    (found,) = foldwise.score(
        "y", scores="pa", data=FRAME.assign(g=groups), groups="g", measures="auc", stream=True
    ).findings
    assert found.interval is None
    assert "it needs 5 groups with rows of every class, and there is a class with" in found.reason


def test_an_area_of_one_row_of_a_class_has_no_interval():
    one = FRAME.assign(y=np.where(np.arange(N) == 3, "yes", "no"), w=1.0 + TRUTH)
    for more in ({}, {"weights": "w"}):
        (found,) = foldwise.score("y", scores="pa", data=one, measures="auc", stream=True, **more).findings
        assert (found.interval, found.reason[:36]) == (None, "it needs two rows of every class, an")


def test_weights_that_are_lost_beside_the_others_are_not_called_nothing():
    weighted = FRAME.assign(w=np.where(np.arange(N) < 5, 1e-20, np.where(np.arange(N) < 7, 0.0, 1.0)))
    found = foldwise.score("y", scores="pa", data=weighted, weights="w", measures="error", stream=True)
    assert {"2 rows of weight 0 were left out", "5 rows of less than 2⁻⁴⁸ of all weight were left out"} < set(
        found.notes
    )


@pytest.mark.parametrize("more", [{}, {"weights": "w"}])
def test_a_segment_of_values_is_measured_against_its_own_mean(more):
    shifted = FRAME.assign(value=FRAME["value"] + 30 * (FRAME["site"] == "x"), w=1.0 + TRUTH)
    shifted["site"] = shifted["site"].where(np.arange(N) % 7 > 0, None)
    measures = "r2,rae,rse,d2-poisson,mae"
    whole, pieces = (
        foldwise.score("value", "guess", data=shifted, segments="site", measures=measures, stream=stream, **more)
        for stream in (False, True)
    )
    columns = ["segment", "measure", "value"]
    pd.testing.assert_frame_equal(pieces.to_frame()[columns], whole.to_frame()[columns], rtol=1e-9)


@pytest.mark.parametrize("name", ["mape", "wape", "mse", "correlation", "smape"])
def test_rows_that_all_have_the_same_loss_leave_no_spread(name):
    same_loss = FRAME.assign(value=FRAME["value"].round(), guess=FRAME["value"].round() * (1 if name == "mse" else 1.5))
    whole, pieces = (
        foldwise.score("value", "guess", data=same_loss, measures=name, stream=stream, task="regression").findings[0]
        for stream in (False, True)
    )
    if name == "smape":  # a loss with bounds
        assert (pieces.interval.low, pieces.interval.high) == pytest.approx((whole.interval.low, whole.interval.high))
        assert pieces.interval.high - pieces.interval.low > 0.001
        assert pieces.interval.note == whole.interval.note
    else:
        assert (whole.interval, pieces.interval) == (None, None)
        assert pieces.reason.endswith("leaves no spread to judge from")
