"""What all charts share."""

import numpy as np

from foldwise.charts.figure import PALETTE, interval_rows, records_of, thinned


def luminance(colour):
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_the_colours_are_seen_on_white_and_on_black():
    for colour in PALETTE:
        assert 1.05 / (luminance(colour) + 0.05) >= 2.7
        assert (luminance(colour) + 0.05) / (luminance("#14171c") + 0.05) >= 3


def test_a_record_without_an_interval_has_a_point_only():
    chart = interval_rows([{"label": "a", "value": 1.0}, {"label": "b", "value": 2.0, "low": 1.5, "high": 2.5}], "x")
    rules, points = chart.layer
    assert (len(rules.data.values), len(points.data.values)) == (1, 2)


def test_points_are_thinned_with_their_ends():
    assert thinned(10_000, 5).tolist() == [0, 2499, 4999, 7499, 9999]
    assert thinned(0).size == 0
    assert records_of({"x": [np.inf, 1.0]}) == [{"x": 1.0}]
