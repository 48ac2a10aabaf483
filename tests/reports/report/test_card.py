"""Reports as notebook cards."""

from foldwise.reports import IntervalBar, Report, ReportTable
from foldwise.reports.report.card import bar_drawing, card, table_html

TABLE = ReportTable(
    "Error", ("model", "error"), (("a", "0.2"), ("b", "0.4")), (1,), "", (IntervalBar(0.1, 0.2, 0.3), None), (0.0, 0.4)
)


def test_an_interval_is_drawn_beside_its_row_and_read_aloud():
    text = table_html(TABLE)
    assert text.count("<svg") == 1
    assert "aria-label='0.2, interval 0.1 to 0.3'" in text


def test_zero_is_marked_where_the_scale_holds_it():
    pairs = ReportTable("", ("pair",), (("a - b",),), (), "", (IntervalBar(-0.1, 0.1, 0.3),), (-0.1, 0.3))
    assert "class='zero'" in bar_drawing(pairs.bars[0], pairs)
    assert "class='zero'" not in bar_drawing(TABLE.bars[0], TABLE)


def test_the_card_takes_its_colours_from_the_page_and_has_no_script():
    text = card(Report("assess", "<x>", tables=(TABLE,)))
    assert "--vscode-foreground" in text
    assert "--jp-" in text
    assert "<script" not in text
    assert "&lt;x&gt;" in text


def test_cells_beside_a_drawing_say_their_column_on_narrow_pages():
    text = table_html(TABLE)
    assert "<table class='stacked'>" in text
    assert "<td data-head='error' class='number'>0.2</td>" in text
    assert "data-head" not in table_html(ReportTable("Error", ("model", "error"), (("a", "0.2"),), (1,)))


def test_words_of_a_command_stay_whole():
    told = ReportTable("What to do", ("what", "command"), (("bag it", "foldwise improve a.csv --target y"),))
    assert "<code><span class='word'>foldwise</span> " in table_html(told)
    assert "<span class='word'>--target</span>" in table_html(told)


def test_the_ends_of_a_scale_are_written_as_the_figures_are_or_in_full():
    bars, limits = (IntervalBar(63148.0, 68184.0, 73281.0),), (63148.0, 73281.0)
    own = ReportTable("RMSE", ("model",), (("a",),), (), "", bars, limits, ends=("63.1 k", "73.3 k"))
    assert "<span>63.1 k</span><span>73.3 k</span>" in table_html(own)
    plain = ReportTable("RMSE", ("model",), (("a",),), (), "", bars, limits)
    assert "<span>63,148</span><span>73,281</span>" in table_html(plain)
    assert "aria-label='68,184, interval 63,148 to 73,281'" in table_html(plain)
