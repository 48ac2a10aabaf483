"""Charts of curves."""

import numpy as np
import pytest

from foldwise.errors import InputError, MissingExtraError
from foldwise.measures.curves import CURVES, make_curve
from foldwise.reports import plot
from tests.measures.curves.test_catalogue import THREE, TWO
from tests.worlds import fixed, predictions_of

Y = np.linspace(0, 9, 40)
VALUES = predictions_of(Y, Y + np.sin(Y), fixed(40), n_classes=0)


def curve_of(kind):
    return make_curve(TWO if kind.task == "classification" else VALUES, kind.name)


@pytest.mark.parametrize("kind", CURVES, ids=lambda kind: kind.name)
def test_every_curve_makes_a_picture(kind):
    import vl_convert

    spec = plot(curve_of(kind)).to_json()
    assert vl_convert.vegalite_to_png(spec)[:4] == b"\x89PNG"


@pytest.mark.parametrize("kind", [kind for kind in CURVES if kind.name != "residuals"], ids=lambda kind: kind.name)
def test_several_models_share_a_chart_with_a_legend(kind):
    curve = curve_of(kind)
    text = plot({"mine": curve, "theirs": curve}).to_json()
    assert '"mine"' in text
    assert '"theirs"' in text


def test_a_roc_chart_is_square_and_tells_its_area_hull_and_resamples():
    chart = plot(make_curve(TWO, "roc"))
    assert chart.width == chart.height
    area, said = chart.title.subtitle
    assert area.startswith("area 0.")
    assert said == "mean of 4 resamples; shaded: 95 % at each place; dotted: convex hull"


def test_the_operating_point_is_marked_with_its_line_of_equal_cost():
    curve = make_curve(
        predictions_of(
            [0, 0, 1, 1], [0, 0, 1, 1], fixed(4), scores=np.array([[0.9, 0.1], [0.6, 0.4], [0.65, 0.35], [0.2, 0.8]])
        ),
        "roc",
    )
    chart = plot(curve, point=curve.best_point(fn=10))
    assert chart.title.subtitle[-1] == "point: least cost, 0.25 a row at threshold 0.35; line: equal cost"
    assert len(chart.layer) == len(plot(curve).layer) + 2


def test_a_note_is_under_the_title():
    scores = np.tile([[0.1, 0.9], [0.8, 0.2]], (20, 1))
    chart = plot(make_curve(predictions_of([0, 1] * 20, [0, 1] * 20, fixed(40), scores=scores), "roc"))
    assert "inverting the scores would do better" in chart.title.subtitle[-1]


def test_the_class_that_is_found_is_in_the_title():
    scores = np.array([[0.1, 0.9], [0.8, 0.2]])
    one = make_curve(predictions_of([0, 1], [0, 1], fixed(2), scores=scores), "roc")
    assert plot(one).title.text == f"ROC curve of '{one.about}'"
    assert one.to_dict()["positive"] == one.about != ""


def test_a_long_curve_is_thinned():
    rng = np.random.default_rng(0)
    p = rng.uniform(size=20_000)
    truth = (rng.uniform(size=20_000) < p).astype(int)
    chart = plot(make_curve(predictions_of(truth, truth, fixed(20_000), scores=np.stack([1 - p, p], axis=1)), "roc"))
    assert max(len(layer.data.values) for layer in chart.layer) <= 800


def test_curves_of_two_kinds_are_refused():
    with pytest.raises(InputError, match="one chart shows curves of one kind, not of 2"):
        plot({"a": make_curve(TWO, "roc"), "b": make_curve(TWO, "det")})


def test_a_point_belongs_on_a_roc_curve():
    with pytest.raises(InputError, match="an operating point is marked on a ROC curve only"):
        plot(make_curve(TWO, "det"), point=make_curve(TWO, "roc").best_point())


def test_residuals_of_several_models_are_refused():
    curve = make_curve(VALUES, "residuals")
    with pytest.raises(InputError, match="a chart shows the residuals of one model, not of 2"):
        plot({"a": curve, "b": curve})


def test_without_the_extra_its_name_is_told(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "altair", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'foldwise\[charts\]'"):
        plot(make_curve(THREE, "calibration"))
