"""Systems that were scored on different rows."""

import json

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.comparisons import miettinen_nurminen
from foldwise.errors import InputError, ValidityError

rng = np.random.default_rng(0)


def answers(n, wrong, labels=("no", "yes")):
    truth = np.array(labels)[np.arange(n) % 2]
    other = np.array(labels)[1 - np.arange(n) % 2]
    return truth, np.where(np.arange(n) < wrong, other, truth)


MINE, YOURS = answers(100, 20), answers(150, 60)


def test_two_shares_are_compared_with_their_interval():
    result = foldwise.compare_unpaired({"mine": MINE, "yours": YOURS}, measures="error")
    pair = result.pairs().iloc[0]
    assert (pair["a"], pair["b"], pair["method"], pair["verdict"]) == ("mine", "yours", "two-proportions", "better")
    assert (pair["low"], pair["high"]) == pytest.approx(miettinen_nurminen(20, 100, 60, 150, level=0.95))
    assert result.to_frame()["rows"].tolist() == [100, 150]
    assert result.finding("mine", "error").estimate.value == 0.2


def test_arrays_tables_results_and_predictions_say_the_same(tmp_path):
    frames = [pd.DataFrame({"y": truth, "said": said}) for truth, said in (MINE, YOURS)]
    frames[0].to_csv(tmp_path / "mine.csv", index=False)
    joined = pd.concat([frames[0].assign(who="mine"), frames[1].assign(who="yours")])
    given = {
        "arrays": ({"mine": MINE, "yours": YOURS}, {}),
        "tables": ({"mine": str(tmp_path / "mine.csv"), "yours": frames[1]}, {"truth": "y", "predicted": "said"}),
        "one table": (joined, {"truth": "y", "predicted": "said", "system": "who"}),
        "results": ({"mine": foldwise.score(*MINE), "yours": foldwise.score(*YOURS)}, {}),
        "predictions": (
            {"mine": foldwise.Predictions.build(MINE[0], {"m": MINE[1]}), "yours": YOURS},
            {},
        ),
    }
    found = {
        name: foldwise.compare_unpaired(systems, measures="error", **columns).pairs()
        for name, (systems, columns) in given.items()
    }
    for frame in found.values():
        pd.testing.assert_frame_equal(frame, found["arrays"])


def test_scores_alone_will_do():
    truth = np.arange(120) % 2
    scores = [1 / (1 + np.exp(-(rng.normal(size=120) + far * (truth - 0.5)))) for far in (1, 3)]
    systems = {name: (truth, None, one) for name, one in zip("ab", scores, strict=True)}
    result = foldwise.compare_unpaired(systems, measures="auc,log-loss")
    assert result.pairs()["method"].tolist() == ["unpaired-delong", "welch-t"]


def test_classes_that_only_one_system_met_are_known_to_both():
    other = (np.array(["no", "yes", "maybe"] * 20), np.array(["no", "yes", "yes"] * 20))
    result = foldwise.compare_unpaired({"mine": MINE, "yours": other}, measures="error")
    assert result.tables["mine"].classes == result.tables["yours"].classes == ("maybe", "no", "yes")


def test_three_systems_are_adjusted_and_tested_as_a_whole():
    result = foldwise.compare_unpaired({"a": MINE, "b": YOURS, "c": answers(80, 20)}, measures="error,mcc")
    frame = result.pairs("error")
    assert len(frame) == 3
    assert (frame["p_adjusted"] >= frame["p_value"]).all()
    assert result.overall["error"].df == 2
    assert json.loads(result.to_json())["overall"]["mcc"]["method"] == "welch-f"
    assert "all 3 systems by error: χ²" in str(result)
    assert repr(result) == "<UnpairedComparison of systems a, b, c: error, mcc>"


def test_groups_of_rows_are_the_unit():
    frames = {
        name: pd.DataFrame({"y": truth, "said": said, "who": np.arange(len(truth)) // 10})
        for name, (truth, said) in (("mine", MINE), ("yours", YOURS))
    }
    columns = {"truth": "y", "predicted": "said", "measures": "error"}
    single = foldwise.compare_unpaired(frames, **columns).pairs().iloc[0]
    grouped = foldwise.compare_unpaired(frames, groups="who", **columns).pairs().iloc[0]
    assert (single["method"], grouped["method"]) == ("two-proportions", "welch-t")
    assert grouped["high"] - grouped["low"] > single["high"] - single["low"]


def test_weights_of_one_change_nothing():
    frames = {
        name: pd.DataFrame({"y": truth, "said": said, "w": 2.0})
        for name, (truth, said) in (("mine", MINE), ("yours", YOURS))
    }
    columns = {"truth": "y", "predicted": "said", "measures": "error"}
    plain, weighted = (foldwise.compare_unpaired(frames, weights=one, **columns).pairs() for one in (None, "w"))
    assert weighted["p_value"][0] == pytest.approx(plain["p_value"][0])


@pytest.mark.parametrize(
    ("systems", "more", "message"),
    [
        ({"a": MINE}, {}, "two systems or more are compared, and there is 1"),
        ([MINE, YOURS], {}, "systems on different rows are given by name"),
        ({"a": MINE, "b": (1, 2, 3, 4)}, {}, "'b' is a tuple of 4 things"),
        ({"a": MINE, "b": "rows.csv"}, {}, "'b' is a table, and no column of it was named as the truth"),
        ({"a": MINE, "b": YOURS}, {"system": "who"}, "system= names a column of one table"),
        (
            {"a": foldwise.score(MINE[0], {"x": MINE[1], "z": MINE[1]}), "b": YOURS},
            {},
            "'a' holds the predictions of 2 systems on the same rows; try foldwise.score",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused_in_a_sentence(systems, more, message):
    with pytest.raises(InputError, match=message):
        foldwise.compare_unpaired(systems, **more)


def test_a_test_that_is_not_valid_is_refused():
    with pytest.raises(ValidityError, match="no valid unpaired-delong comparison of 'mine' and 'yours' by error"):
        foldwise.compare_unpaired({"mine": MINE, "yours": YOURS}, measures="error", test="unpaired-delong")
