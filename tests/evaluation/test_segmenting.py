"""Every measure of every model in parts of the rows."""

import json

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.evaluation import note_on_segments, rows_by_segment

CANCER = foldwise.sample("breast-cancer")
AUTO = foldwise.sample("auto-mpg")
PARTS = np.where(np.arange(CANCER.n) < 15, "few", np.where(np.arange(CANCER.n) % 3, "most", "some"))
FRAME = AUTO.X[["weight", "origin", "cylinders"]].assign(mpg=AUTO.target)


@pytest.fixture(scope="module")
def found():
    return foldwise.assess("lda,gaussian-nb", CANCER.X[["clump_thickness", "mitoses"]], CANCER.target, segments=PARTS)


def test_every_measure_has_its_value_and_interval_in_every_segment(found):
    assert [(part.name, part.rows) for part in found.segments] == [("few", 15), ("most", 456), ("some", 228)]
    table = found.predictions.of("lda")
    wrong = table.output != found.predictions.truth[table.row]
    one = found.finding("lda", "error", "some")
    assert one.estimate.value == pytest.approx(wrong[PARTS[table.row] == "some"].mean())
    assert one.interval.low < one.estimate.value < one.interval.high
    assert found.finding("lda", "auc", "most").interval is not None
    assert found.finding("lda", "error").interval.width < one.interval.width


def test_the_parts_make_up_the_whole(found):
    parts = [(part.rows, found.finding("lda", "error", part.name).estimate.value) for part in found.segments]
    whole = sum(rows * value for rows, value in parts) / CANCER.n
    assert found.finding("lda", "error").estimate.value == pytest.approx(whole)


def test_the_fits_are_those_without_segments(found):
    same = foldwise.assess("lda,gaussian-nb", CANCER.X[["clump_thickness", "mitoses"]], CANCER.target)
    assert same.records() == [one for one in found.records() if one["segment"] == "all"]
    assert same.segments == ()


def test_a_few_rows_are_not_enough_to_tell(found):
    one = found.finding("lda", "error", "few")
    assert (one.interval, one.reason) == (None, "not enough to tell: 15 rows")
    assert str(found).count("not enough to tell") == 3 * len(found.measures)


def test_text_json_frame_and_card_have_the_segments(found):
    assert "segment (error)" in str(found)
    assert "segment (log-loss)" in str(found)
    assert max(map(len, str(found).split("\n"))) <= 80
    rows = json.loads(found.to_json())["segments"]
    assert len(rows) == 3 * len(found.models) * len(found.measures)
    assert {"segment", "rows", "model", "measure", "value", "low", "high", "reason"} <= set(rows[0])
    assert found.segment_frame()["segment"].unique().tolist() == ["few", "most", "some"]
    assert "<td>some</td><td>228</td><td>lda</td>" in found._repr_html_()


def test_a_column_of_segments_is_no_feature_unless_it_is_asked_for():
    alone = foldwise.assess("ridge", FRAME, "mpg", segments="origin", plan="kfold(5)", measures="mae")
    assert list(alone.dataset.X.columns) == ["weight", "cylinders"]
    assert [part.name for part in alone.segments] == ["europe", "japan", "usa"]
    assert "segments origin (3)" in str(alone)
    both = foldwise.read(FRAME, "mpg", segments="origin", roles={"origin": "feature"})
    assert list(both.X.columns) == ["weight", "origin", "cylinders"]
    assert both.segments.tolist() == alone.dataset.segments.tolist()


def test_segments_may_be_given_to_a_dataset_or_be_one_of_its_features_or_groups():
    rows = foldwise.read(FRAME, "mpg")
    by_name = foldwise.assess("ridge", rows, segments="cylinders", plan="kfold(5)", measures="mae")
    assert [part.name for part in by_name.segments] == ["3", "4", "5", "6", "8"]
    grouped = foldwise.read(FRAME, "mpg", groups="origin", segments="origin")
    assert grouped.segments.tolist() == grouped.groups.tolist()
    matrix = foldwise.read(FRAME[["weight", "cylinders", "mpg"]].to_numpy(), "x2", segments="x1")
    assert (matrix.p, sorted(set(matrix.segments))) == (1, ["3", "4", "5", "6", "8"])


def test_rows_without_a_segment_are_a_segment_too():
    named = pd.Series([None if at % 4 == 0 else "named" for at in range(AUTO.n)])
    found = foldwise.assess("ridge", FRAME[["weight"]], AUTO.target, segments=named, plan="kfold(5)", measures="mae")
    assert [part.name for part in found.segments] == ["named", "(none)"]


def test_every_plan_and_a_decision_have_segments():
    for options in (
        {"plan": "bootstrap(20)"},
        {"plan": "loo"},
        {"plan": "holdout(1/3)"},
        {"estimate": "632plus", "plan": "bootstrap(20)"},
    ):
        told = foldwise.assess("lda", CANCER.X[["mitoses"]], CANCER.target, segments=PARTS, measures="error", **options)
        assert told.finding("lda", "error", "most").interval is not None
    costs = foldwise.assess(
        "lda", CANCER.X[["mitoses"]], CANCER.target, segments=PARTS, costs="fn=5,fp=1", decide="cost"
    )
    assert costs.finding("lda", "error", "some").interval is not None


def test_what_is_no_segment_is_refused(found):
    with pytest.raises(UnknownNameError, match="there is no segment here called 'mots'; try 'most'"):
        found.finding("lda", "error", "mots")
    with pytest.raises(UnknownNameError, match="there is no column called 'orign'"):
        foldwise.assess("ridge", FRAME, "mpg", segments="orign")
    with pytest.raises(InputError, match="X has 398 rows and segments has 3"):
        foldwise.assess("ridge", FRAME, "mpg", segments=["a", "b", "c"])
    with pytest.raises(InputError, match="segments have 398 different values, and figures are given for up to 100"):
        foldwise.assess("ridge", FRAME, "mpg", segments=np.arange(398) / 7)


def test_rows_are_found_by_name():
    assert [(name, rows.tolist()) for name, rows in rows_by_segment(np.array(["b", "a", "b"]))] == [
        *(("a", [1]), ("b", [0, 2]))
    ]


def test_a_segment_called_as_all_rows_are_is_refused():
    parts = ["x", "y", "all"] * 50
    with pytest.raises(InputError, match="a segment is called 'all', which is what the figures of all rows are called"):
        foldwise.assess("lda", foldwise.sample("iris"), segments=parts)
    for stream in (False, True):
        table = pd.DataFrame({"truth": [0, 1, 1] * 50, "guess": [0, 1, 0] * 50, "part": parts})
        with pytest.raises(InputError, match="a segment is called 'all'"):
            foldwise.score("truth", "guess", data=table, segments="part", stream=stream)


def test_what_was_asked_for_over_all_rows_is_not_dropped_in_silence():
    told = foldwise.assess(
        "lda", CANCER.X[["mitoses"]], CANCER.target, segments=PARTS, measures="error", interval="corrected-t"
    )
    note = "segments have the interval that is valid in each of them, where there is one; corrected-t is for all rows"
    assert note in told.notes
    assert told.finding("lda", "error").interval.method == "corrected-t"
    assert told.finding("lda", "error", "most").interval.method != "corrected-t"


def test_nothing_is_said_where_nothing_was_asked_for(found):
    assert note_on_segments(None, interval="corrected-t") == note_on_segments(PARTS, interval="auto") == ()
    assert not any("segments" in note for note in found.notes)


def test_segments_that_are_numbers_are_ordered_by_value():
    tens = np.repeat([8, 9, 10], 40)
    X, y = np.random.default_rng(0).normal(size=(120, 2)), [0, 1] * 60
    names = ["all", "8", "9", "10"]
    assert foldwise.assess("lda", X, y, segments=tens).to_frame()["segment"].unique().tolist() == names
    for stream in (False, True):
        found = foldwise.score(y, y[::-1], segments=tens, measures="error", stream=stream)
        assert found.to_frame()["segment"].tolist() == names


def test_frames_of_assess_compare_and_score_have_segments_alike(found):
    models = foldwise.compare("lda,gaussian-nb", CANCER.X[["mitoses"]], CANCER.target, segments=PARTS, measures="error")
    scored = foldwise.score(CANCER.target, CANCER.target[::-1], segments=PARTS, measures="error")
    for one in (found, models, scored):
        frame = one.to_frame()
        sizes = frame.groupby("segment", sort=False)["rows"].first().to_dict()
        assert sizes == {"all": CANCER.n, "few": 15, "most": 456, "some": 228}
        rows = one.to_dict()
        assert [row["segment"] for row in rows["rows"]] == frame["segment"].tolist()
        assert [row["segment"] for row in rows["segments"]] == [name for name in frame["segment"] if name != "all"]
    assert models.to_frame()["rank"].notna().sum() == 2
    assert scored.segment_frame()["segment"].tolist() == ["few", "most", "some"]


def test_a_measure_in_a_segment_is_held_against_a_value(found):
    (one,) = [test for test in found.against(0.3, "error", segment="some") if test.model == "lda"]
    own = found.finding("lda", "error", "some")
    assert (one.value, one.interval.low) == pytest.approx((own.estimate.value, own.interval.low))
    assert one.verdict == "below"
    with pytest.raises(InputError, match="no segment here called 'sme'; try 'some'"):
        found.against(0.3, segment="sme")


def test_segments_of_one_test_set_are_compared_as_score_does():
    X, y = CANCER.X[["clump_thickness", "mitoses"]], CANCER.target
    result = foldwise.assess("lda", X, y, segments=PARTS, measures="error", plan="holdout(1/2)")
    found = result.compare_segments()
    table = result.predictions.of("lda")
    scored = foldwise.score(
        y[table.row], np.asarray(result.dataset.classes)[table.output], segments=PARTS[table.row], measures="error"
    )
    assert found.pairs()["p_value"].tolist() == pytest.approx(scored.compare_segments().pairs()["p_value"].tolist())
    assert found.overall["error"].p_value == pytest.approx(scored.compare_segments().overall["error"].p_value)


def test_segments_of_several_test_sets_are_not_compared(found):
    said = r"segments are compared on one test set, and kfold\(10, repeats=3\) has 30, whose models share training rows"
    with pytest.raises(ValidityError, match=said):
        found.compare_segments()
    with pytest.raises(InputError, match="segments are compared where there are two or more, and there are 0"):
        foldwise.assess("lda", foldwise.sample("iris"), measures="error").compare_segments()
