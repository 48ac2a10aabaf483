import pytest

import foldwise
from foldwise.reports.diagnosis import render
from tests.diagnosing.subjects import classes, values


@pytest.fixture(scope="module")
def line():
    X, y = values(150)
    return foldwise.diagnose("linear", X, y, samples=10, progress=None)


def test_sections_come_in_their_order(line):
    heads = [text.split()[0] for text in render(line).split("\n") if text[:1].strip() and text[:5] != "data "]
    wanted = [
        "Error",
        "Verdict",
        "Parts",
        "Instability",
        "Learning",
        "Criteria",
        "Capacity",
        "Slices",
        "Importance",
        "Advice",
    ]
    assert [one for one in heads if one in wanted] == wanted


def test_what_was_left_out_is_said_with_the_reason(line):
    assert "calibration: values have no probabilities" in render(line)


def test_narrow_pages_wrap_the_words():
    X, y = classes(60)
    found = foldwise.diagnose("gaussian-nb", X, y, parts="checks", progress=None)
    assert "not asked for" in render(found, width=60)


def test_the_squared_error_has_its_root_beside_it(line):
    text = render(line)
    assert "rmse" in text
    assert "r2" in text
