"""Figures of some of the rows, and how they are shown."""

import numpy as np
import pytest

import foldwise
from foldwise.comparisons import Comparison, Judgement, Verdict
from foldwise.errors import InputError
from foldwise.measures import measure
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.segment import (
    NOT_ENOUGH,
    Segment,
    SegmentJudgement,
    known_segment,
    one_line,
    pair_lines,
    segment_lines,
    segment_table_html,
    shown_in_cell,
)
from foldwise.reports.shared.text import Page

PARTS = np.where(np.arange(150) % 2, "<b>odd</b>", "even")


@pytest.fixture(scope="module")
def found():
    return foldwise.assess("lda,knn", foldwise.sample("iris"), segments=PARTS, measures="error", plan="kfold(5)")


def test_few_models_stand_side_by_side_and_many_below_each_other(found):
    wide = list(segment_lines(found.segments, found.measures[0], Page(120, color=False)))
    narrow = list(segment_lines(found.segments, found.measures[0], Page(60, color=False)))
    assert wide[0].split() == ["segment", "(error)", "rows", "lda", "knn", "baseline"]
    assert len(wide) == 3
    assert narrow[0].split() == ["segment", "(error)", "rows", "model", "error"]
    assert len(narrow) == 7


def test_what_has_no_value_is_not_enough_to_tell(found):
    digits = Digits.of(measure("error"), [0.1])
    assert shown_in_cell(digits, None) == NOT_ENOUGH
    assert shown_in_cell(digits, found.segments[0].findings[0]).startswith("0.0")
    assert NOT_ENOUGH in "".join(
        segment_lines([*found.segments, Segment("none", 0, ())], found.measures[0], Page(120, color=False))
    )


def test_names_are_escaped(found):
    table = segment_table_html(found.segments, found.measures[0])
    assert "&lt;b&gt;odd" in table
    assert "<b>" not in table


def test_a_p_value_that_does_not_exist_is_no_number():
    error = measure("error")
    pair = Comparison("a", "b", error, 0.1, 0.0, 0.2, 0.95, float("nan"), "mcnemar")
    judged = [SegmentJudgement("north", Judgement(pair, float("nan"), 0.01, Verdict.UNDECIDED))]
    line = list(pair_lines(judged, error, Digits.of(error, [0.1]), Page(80, color=False)))[-1]
    assert line.split()[-2:] == ["-", "undecided"]


def test_a_name_of_several_lines_is_shown_on_one():
    assert one_line("a\nb\t c") == "a b c"


def test_a_segment_is_known_by_its_value_too():
    parts = [Segment("9", 40, ()), Segment("10", 40, ())]
    assert [known_segment(name, parts) for name in (9, "10", "all")] == ["9", "10", "all"]
    with pytest.raises(InputError, match="there is no segment here called '8'; try one of 10, 9"):
        known_segment(8, parts)
    with pytest.raises(InputError, match="there is no segment '8', as none were asked for"):
        known_segment(8, ())
