import numpy as np
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


def test_checks_that_found_nothing_are_listed():
    found = foldwise.diagnose("gaussian-nb", foldwise.sample("iris"), parts="checks", plan="kfold(5)", progress=None)
    text = " ".join(render(found).split())
    assert "Checks ✓ " in text
    assert "near copies" in text.split("found nothing: ")[1]
    without = foldwise.diagnose("gaussian-nb", foldwise.sample("iris"), parts="fit", plan="kfold(5)", progress=None)
    assert "✓" not in render(without)


def test_long_figures_keep_their_distance_from_bars():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 2))
    found = foldwise.diagnose(
        "linear", X, 1e12 * X[:, 0] + 1e11 * rng.normal(size=80), parts="learning-curve", progress=None
    )
    rows = [line for line in render(found).splitlines() if "█" in line]
    assert rows
    assert all("  █" in line for line in rows)
