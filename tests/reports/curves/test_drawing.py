"""Lines and axes that charts are put together from."""

import numpy as np

from foldwise.reports.curves.drawing import Axes, color_of, layered, line, points
from foldwise.reports.shared.chart import ACCENT
from tests.measures.curves.test_catalogue import TWO


def test_points_are_thinned_but_keep_their_ends():
    rows = points(np.arange(5000), np.arange(5000) * 2, most=100)
    assert len(rows) == 100
    assert (rows[0]["x"], rows[-1]["x"], rows[-1]["y"]) == (0, 4999, 9998)
    assert [row["order"] for row in rows] == list(range(100))


def test_a_short_line_is_drawn_as_it_is():
    assert [row["x"] for row in points([0, 0.5, 0.5, 1], [0, 0, 1, 1])] == [0, 0.5, 0.5, 1]


def test_a_line_follows_its_points_and_not_the_axis():
    assert line(points([0, 0], [0, 1]), Axes("x", "y"), color="red").to_dict()["encoding"]["order"]["field"] == "order"


def test_normal_deviates_are_labelled_with_rates():
    axis = Axes("x", "y", deviates=True).x().to_dict()["axis"]
    assert "cumulativeNormal" in axis["labelExpr"]
    assert min(np.abs(axis["values"])) > 0


def test_one_model_has_one_colour_and_several_a_legend():
    assert color_of({"": 1}) == {"value": ACCENT}
    assert color_of({"a": 1, "b": 2}).to_dict()["sort"] == ["a", "b"]


def test_a_title_of_ones_own_carries_no_notes():
    from foldwise.measures.curves import make_curve

    curve = make_curve(TWO, "roc")
    chart = layered(
        [line(points([0, 1], [0, 1]), Axes("x", "y"), color="red")], {"": curve}, ["", "said"], title="Mine"
    )
    assert (chart.title.text, chart.title.subtitle) == (f"Mine of '{curve.about}'", ["said"])
