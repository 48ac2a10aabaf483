"""The pieces of a report in text."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.reports.shared.leaderboard import Scale, leaderboard
from foldwise.reports.shared.text import Page, cut, described, interval_bar, paragraph, two_ends
from tests.reports.findings import of_classes


def test_a_bar_has_its_ends_and_its_point_where_they_belong():
    line = leaderboard(of_classes(), of_classes().measures[0]).lines[0]
    low, high = line.ends
    bar = interval_bar(line, Scale(low, high), 21)
    assert (bar[0], bar[-1], bar.count("●")) == ("├", "┤", 1)
    assert interval_bar(line, Scale(low - 1e6, high + 1e6), 21).strip() == "●"


def test_a_board_is_as_wide_as_its_page_and_no_wider():
    assessment = of_classes()
    board = leaderboard(assessment, assessment.measures[0])
    for width in (80, 100):
        lines = list(Page(width, gap=2).board(board, 0.95, ranked=True))
        assert len(lines[0]) == width
        assert max(map(len, lines)) <= width


def test_marks_stand_behind_the_bars():
    assessment = of_classes()
    board = leaderboard(assessment, assessment.measures[0])
    head, *lines = Page(80).board(board, 0.95, ranked=False, marks=lambda _: ["first", "", "", "last"])
    assert head.endswith("0.105")
    assert [line.split()[-1] for line in (lines[0], lines[-1])] == ["first", "last"]


def test_numbers_of_a_grid_stand_below_each_other_and_are_never_cut():
    head, one, two = Page(40).grid(["class", "rows"], ["a", "a name that is far too long for it"], [["1"], ["23,456"]])
    assert len(head) == len(one) == len(two)
    assert two.endswith("23,456")
    assert "…" in two


def test_colours_are_used_where_the_page_has_them():
    assert Page().styled("text", "\x1b[1m") == "text"
    assert Page(color=True).styled("text", "\x1b[1m") == "\x1b[1mtext\x1b[0m"
    assert Page(color=True).styled("", "\x1b[1m") == ""


@pytest.mark.parametrize("width", [20, 60])
def test_paragraphs_are_wrapped_after_their_title(width):
    lines = paragraph("Notes", "some words " * 20, width, margin=9)
    assert lines[0].startswith("Notes    some")
    assert all(line.startswith(" " * 9) for line in lines[1:])
    assert max(map(len, lines)) <= width


def test_a_number_and_its_sign_stay_together():
    assert paragraph("", "covers 95 % of them", 18) == ["        covers", "        95 % of", "        them"]


def test_what_does_not_fit_beside_stands_below():
    assert two_ends("plan", "kfold(10)", "10 fits", 30) == ["  plan    kfold(10)    10 fits"]
    assert two_ends("plan", "kfold(10)", "10 fits", 20) == ["  plan    kfold(10)", "          10 fits"]


def test_long_lines_of_a_description_go_on_below():
    assert described("iris\n  target a b", 10) == ["iris", "  target a", "  b"]


def test_a_name_that_fits_is_not_cut():
    assert cut("lda", 3) == "lda"
    assert cut("lda, scaled", 5) == "ld…ed"


def test_classes_whose_cut_names_would_read_alike_are_numbered():
    names = ["build wind float", "build wind non-float", "containers", "headlamps", "tableware", "vehic wind float"]
    counts = pd.DataFrame(np.eye(6), index=names, columns=names)
    rates = pd.DataFrame(np.ones((6, 4)), index=names, columns=["precision", "recall", "f1", "rows"])
    heading, first, second, *_ = list(Page().classes(counts, rates))[1:]
    assert heading.split()[4:] == ["(1)", "(2)", "(3)", "(4)", "(5)", "(6)"]
    assert "(1) build wind float" in first
    assert "(2) build wind non-float" in second
    few = list(Page().classes(counts.iloc[2:5, 2:5], rates.iloc[2:5]))[1]
    assert few.split()[4:] == ["containers", "headlamps", "tableware"]


@pytest.mark.parametrize(
    ("tests", "weighted", "said"),
    [
        (1, True, "   counts are sums of weights"),
        (3, True, "   counts are sums of weights, means of 3 predictions of each row"),
        (3, False, "   counts are means of 3 predictions of each row"),
        (1, False, ""),
    ],
)
def test_what_the_counts_of_a_confusion_matrix_are_is_told(tests, weighted, said):
    counts = pd.DataFrame(np.eye(2), index=["a", "b"], columns=["a", "b"])
    rates = pd.DataFrame(np.ones((2, 4)), index=["a", "b"], columns=["precision", "recall", "f1", "rows"])
    lines = list(Page().classes(counts, rates, tests, weighted=weighted))
    assert lines[4] == said


def test_weighted_counts_are_told_in_reports():
    weights = np.tile([0.5, 1.5], 30)
    truth = np.repeat(["a", "b"], 30)
    assert "   counts are sums of weights\n" in str(foldwise.score(truth, truth, weights=weights))
    assert "counts are" not in str(foldwise.score(truth, truth))
    found = foldwise.assess(
        "gaussian-nb", np.arange(60.0)[:, None], truth, weights=weights, plan="kfold(5)", measures="error"
    )
    assert "   counts are sums of weights\n" in str(found)
