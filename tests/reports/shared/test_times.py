"""How long models take, as a table."""

import pytest

from foldwise.engine import Times
from foldwise.reports.shared.text import Page
from foldwise.reports.shared.times import duration, time_lines, time_table

TIMES = {"<lda>": Times(30, 30, 2e-5, None), "svm": Times(30, 0, 1.5, 0.012)}


def test_a_line_for_each_model_and_what_the_words_mean():
    lines = list(time_lines(TIMES, Page(80, color=False)))
    assert lines[1].split() == ["time", "per", "fit", "fit", "predict", "fits"]
    assert lines[2].split() == ["<lda>", "20", "µs", "with", "the", "fit", "30"]
    assert lines[3].split() == ["svm", "1.5", "s", "12", "ms", "30"]
    assert lines[4].strip() == "with the fit: all resamples were computed together; total time / fits"


def test_single_fits_need_no_explanation():
    assert len(list(time_lines({"svm": TIMES["svm"]}, Page(80, color=False)))) == 3


def test_names_are_escaped_in_html():
    assert "&lt;lda&gt;" in time_table(TIMES)[0]


def test_nothing_timed_is_no_table():
    assert list(time_lines({}, Page(80, color=False))) == time_table({}) == []


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.0, "0 µs"), (9.96e-4, "996 µs"), (0.0123, "12 ms"), (4321.0, "4,321 s")]
)
def test_a_time_has_the_unit_that_suits_it(seconds, told):
    assert duration(seconds) == told
