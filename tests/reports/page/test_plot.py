"""Static drawings."""

import numpy as np

from foldwise.reports.page.plot import MOST_POINTS, Plot, ticks_of

PLOT = Plot("roc", "ROC <of> a'b", "x", "y")


def test_ticks_are_round_and_few():
    assert ticks_of(0.013, 0.094) == [0.02, 0.04, 0.06, 0.08]
    assert ticks_of(5.0, 5.0) == [5.0]
    assert len(ticks_of(-1e6, 3e6)) <= 7


def test_the_corners_of_the_frame_are_where_the_ends_are():
    assert "M46.0 216.0L308.0 10.0" in PLOT.line([0, 1], [0, 1]).svg()


def test_long_lines_are_thinned_with_their_ends():
    x = np.linspace(0, 1, 10_000)
    text = PLOT.line(x, x**2).svg()
    assert text.count("L") <= MOST_POINTS
    assert "308.0 10.0" in text


def test_numbers_that_do_not_exist_are_left_out_and_titles_are_escaped():
    text = PLOT.line([0, np.nan, 1], [0, 1, np.inf]).dots([], []).svg()
    assert "nan" not in text
    assert "aria-label='ROC &lt;of&gt; a&#x27;b'" in text


def test_names_on_the_vertical_axis_get_the_room_they_need():
    names = tuple((-float(at), f"model {at} with a very long name <b>") for at in range(20))
    plot = Plot("ranks", "Ranks", "mean rank", "", (1.0, 20.0), (-20.0, 1.0), y_labels=names)
    assert plot.left > 100
    assert plot.svg().count("…</text>") == 20
    assert float(plot.bottom) >= 20 * 17
    assert "<b>" not in plot.svg()
