"""Reports as LaTeX."""

from foldwise.reports import Report, ReportTable
from foldwise.reports.report.latex import latex


def test_line_breaks_stay_within_a_comment_and_signs_are_escaped():
    table = ReportTable("a\nb", ("model",), (("50 %_x",),))
    text = latex(Report("assess", "iris\n\\input{x}", tables=(table,)))
    assert "% a b\n" in text
    assert r"50 \%\_x \\" in text
    assert not any(line.startswith("\\input") for line in text.split("\n"))


def test_no_command_takes_a_cell_for_its_option_or_star():
    table = ReportTable("Error", ("[a", "b"), (("[0, 1)", "1"), ("*star", "2")), numbers=(1,))
    text = latex(Report("assess", "iris", tables=(table,)))
    assert [line[:4] for line in text.splitlines() if "&" in line] == ["{[}a", "{[}0", "{*}s"]


def test_signs_that_the_usual_fonts_lack_or_misprint_are_commands_and_minus_is_no_hyphen():
    table = ReportTable("Pairs", ("truth ↓", "p"), (("a-b < c", "<0.0001"), ("x|y", "[-0.2, -0.1]")), numbers=(1,))
    rows = [line for line in latex(Report("compare", "iris", tables=(table,))).splitlines() if "&" in line]
    assert rows[0] == r"truth $\downarrow$ & p \\"
    assert rows[1] == r"a-b \textless{} c & \textless{}0.0001 \\"
    assert rows[2] == r"x\textbar{}y & {[}$-$0.2, $-$0.1] \\"
