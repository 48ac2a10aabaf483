"""An improvement as text."""

from foldwise.reports.improvement import render
from tests.reports.improvement.example import made_up

FOUND = made_up()


def test_a_page_is_80_columns_wide_and_tells_all():
    page = render(FOUND, times=True)
    assert max(map(len, page.split("\n"))) <= 80
    for text in (
        "130 fits",
        "influence against tree, p-values adjusted by max-t",
        "variance 0.1; on its training rows 0",
        "reference",
        "gap",
        "-0.040",
        "210 kB",
        "40 times",
        "Verdict  Use bagging",
        "bumping: no fit can do better",
    ):
        assert text in page, text


def test_times_are_left_out_unless_they_are_asked_for():
    assert "210 kB" not in render(FOUND)
    assert str(FOUND) == render(FOUND)


def test_bold_type_is_for_terminals():
    assert "\x1b[1m" in render(FOUND, color=True)
    assert "\x1b" not in render(FOUND)
