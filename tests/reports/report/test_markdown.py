"""Reports as Markdown."""

from foldwise.reports import Report, ReportTable
from foldwise.reports.report.markdown import markdown, plain


def test_numbers_are_flush_right_and_notes_below():
    table = ReportTable("Error", ("model", "error"), (("lda", "0.02"),), numbers=(1,), note="lower is better")
    text = markdown(Report("assess", "iris", tables=(table,), notes=("few rows",), facts=(("plan", "kfold(5)"),)))
    assert "| --- | ---: |" in text
    assert text.endswith("- few rows")
    assert text.index("lower is better") > text.index("| lda | 0.02 |")


def test_what_a_user_wrote_is_shown_as_it_is():
    assert plain("[x](javascript:1) a|b\nc") == "[x]\\(javascript:1) a\\|b c"
