"""Reports as LaTeX."""

from foldwise.reports import Report, ReportTable
from foldwise.reports.report.latex import latex


def test_line_breaks_stay_within_a_comment_and_signs_are_escaped():
    table = ReportTable("a\nb", ("model",), (("50 %_x",),))
    text = latex(Report("assess", "iris\n\\input{x}", tables=(table,)))
    assert "% a b\n" in text
    assert r"50 \%\_x \\" in text
    assert not any(line.startswith("\\input") for line in text.split("\n"))
