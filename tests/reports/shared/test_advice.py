"""Findings of the checks as the first thing a report says."""

from foldwise.advice import Advice, Severity
from foldwise.reports.shared.advice import advice_html, advice_lines, noted

WRONG = Advice("FW101", "copied <rows>", Severity.INVALID, "all rows are copies of others & more " * 3, "drop them")
NOTE = Advice("FW301", "many measures", Severity.NOTE, "seven", "one")


def test_lines_stay_within_the_page_and_start_with_one_word():
    lines = advice_lines([WRONG, NOTE], 60)
    assert lines[0].startswith("Check   FW101 copied <rows>: all")
    assert all(line.startswith("        ") for line in lines[1:-1])
    assert lines[-1] == ""
    assert max(map(len, lines)) <= 60


def test_nothing_is_said_where_nothing_was_found():
    assert advice_lines([]) == []
    assert advice_html([]) == ""


def test_html_is_escaped():
    assert "copied &lt;rows&gt;" in advice_html([WRONG])
    assert "&amp; more" in advice_html([WRONG])


def test_notes_of_a_frame_begin_with_what_casts_doubt():
    assert noted({"note": "few rows"}, [WRONG, NOTE])["note"] == "FW101 copied <rows>; few rows"
    assert noted({"note": ""}, [NOTE])["note"] == ""
