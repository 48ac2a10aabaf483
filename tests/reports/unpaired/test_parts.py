"""Segments held against each other."""

import numpy as np
import pytest

import foldwise
from foldwise.comparisons import several_proportions, two_proportions
from foldwise.errors import InputError

rng = np.random.default_rng(0)
TRUTH = rng.integers(0, 2, 400)
SITE = np.array(["north", "south", "west"])[rng.integers(0, 3, 400)]
SAID = np.where(rng.random(400) < np.where(SITE == "west", 0.35, 0.15), 1 - TRUTH, TRUTH)
RESULT = foldwise.score(TRUTH, SAID, segments=SITE, measures="error,mcc")
COUNTS = {name: (int((SAID != TRUTH)[name == SITE].sum()), int((name == SITE).sum())) for name in np.unique(SITE)}


def test_pairs_of_segments_are_two_proportions_adjusted_by_holm():
    found = RESULT.compare_segments().pairs()
    assert found[["a", "b"]].to_numpy().tolist() == [["north", "south"], ["north", "west"], ["south", "west"]]
    expected = two_proportions(*COUNTS["north"], *COUNTS["west"])
    row = found.iloc[1]
    assert (row["difference"], row["p_value"]) == pytest.approx((expected.difference, expected.p_value))
    assert row["p_adjusted"] == pytest.approx(2 * row["p_value"])
    assert row["verdict"] == "better"


def test_any_difference_is_tested_as_a_whole():
    overall = RESULT.compare_segments().overall["error"]
    assert overall == several_proportions(list(COUNTS.values()))
    assert "any difference between segments: χ²" in str(RESULT)
    assert "north is better than west" in str(RESULT)


def test_any_measure_and_the_json():
    assert RESULT.compare_segments("mcc").pairs()["method"].unique().tolist() == ["mover"]
    (record,) = RESULT.to_dict()["segment_tests"]
    assert (record["measure"], len(record["pairs"])) == ("error", 3)


def test_groups_that_lie_in_several_segments_are_refused():
    result = foldwise.score(TRUTH, SAID, segments=SITE, groups=np.arange(400) // 10, measures="error")
    with pytest.raises(InputError, match="groups have rows in several segments, so the segments are not independent"):
        result.compare_segments()
    assert "any difference" not in str(result)
    whole = foldwise.score(TRUTH, SAID, segments=np.arange(400) // 200, groups=np.arange(400) // 10, measures="error")
    assert whole.compare_segments().pairs()["method"].tolist() == ["welch-t"]


def test_one_segment_is_refused():
    with pytest.raises(InputError, match="two or more, and there are 0"):
        foldwise.score(TRUTH, SAID, measures="error").compare_segments()
