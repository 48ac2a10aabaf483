"""Figures held against a value."""

import numpy as np
import pytest

import foldwise
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.reports.shared import against_lines
from foldwise.reports.shared.against import check_given

TRUTH = np.arange(100) % 2
RESULT = foldwise.score(TRUTH, np.where(np.arange(100) < 12, 1 - TRUTH, TRUTH), measures="error,mcc")


def test_a_score_is_held_against_a_value():
    (found,) = RESULT.against(0.25)
    assert (found.verdict, found.interval) == ("below", RESULT.findings[0].interval)
    assert repr(found) == "<ValueTest of system: error 0.12 against 0.25: below, p 0.0027>"
    assert RESULT.against(0.7, "mcc")[0].verdict == "undecided"


@pytest.mark.parametrize("plan", ["kfold(10, repeats=3)", "bootstrap(200)"])
def test_models_are_held_against_a_value_by_their_own_intervals(plan):
    result = foldwise.assess(["lda", "gaussian-nb"], foldwise.sample("iris"), plan=plan, measures="error")
    found = result.against(0.2)
    assert [one.model for one in found] == ["lda", "gaussian-nb"]
    for one in found:
        assert one.interval == result.finding(one.model, "error").interval
        assert (one.verdict == "undecided") == (one.p_value > 0.05)
    edge = result.finding("lda", "error").interval.high
    assert result.against(edge)[0].p_value == pytest.approx(0.05, rel=1e-3)


def test_segments_are_held_against_a_value():
    result = foldwise.score(TRUTH, np.where(np.arange(100) < 12, 1 - TRUTH, TRUTH), measures="error",
                            segments=np.where(np.arange(100) < 50, "early", "late"))  # fmt: skip
    assert [result.against(0.1, segment=part)[0].verdict for part in ("early", "late")] == ["above", "below"]
    with pytest.raises(UnknownNameError, match="no segment here called 'never'"):
        result.against(0.1, segment="never")


def test_sentences_say_the_side_and_the_p_value():
    assert against_lines(RESULT.against(0.25)) == [
        "system: error 0.120 [0.070, 0.198] is below 0.25, p 0.0027 two-sided"
    ]


def test_what_has_no_interval_is_refused():
    few = foldwise.score([0.5, 1.5, 2.5], [0.5, 1.5, 2.5], measures="mae")
    with pytest.raises(ValidityError, match="mae of 'system' cannot be held against 1, as it has no interval"):
        few.against(1.0)
    seen = foldwise.assess("lda", foldwise.sample("iris"), measures="error", until=0.02)
    with pytest.raises(
        ValidityError, match=r"is anytime-valid \(until=\), and cannot be inverted; try the call without until="
    ):
        seen.against(0.1)


@pytest.mark.parametrize(("value", "measure"), [("error", 0.1), (True, None), (float("nan"), None), (0.1, 3)])
def test_what_is_no_value_or_no_name_is_refused(value, measure):
    with pytest.raises(InputError, match=r"try result\.against\(0\.1, 'error'\)"):
        check_given(value, measure)
