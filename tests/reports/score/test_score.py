"""The score as text, card and chart."""

import numpy as np
import pytest

import foldwise
from foldwise.errors import UnknownNameError

rng = np.random.default_rng(0)
N = 300
TRUTH = rng.integers(0, 2, N)
SCORES = {
    name: np.clip(0.25 * TRUTH + 0.75 * rng.random(N), 0, 1)
    for name in ("mine", "theirs", "a system with a very long name")
}
LABELS = {name: (score > 0.5).astype(int) for name, score in SCORES.items()}
SEGMENTS = rng.choice(["x", "y"], N)


def several(**more):
    return foldwise.score(TRUTH, LABELS, scores=SCORES, segments=SEGMENTS, measures="error,auc", **more)


def test_the_text_fits_the_page_and_says_what_it_is_about():
    text = str(several())
    assert max(len(line) for line in text.splitlines()) <= 80
    assert text.startswith("predictions  300 rows")
    assert "test-sampling only" in text
    assert "p-values adjusted by holm" in text
    assert "a system wit…y long name" in text


def test_the_best_system_comes_first():
    lines = str(several()).splitlines()
    first = next(line for line in lines if line.startswith(" 1 "))
    values = {name: np.mean(labels != TRUTH) for name, labels in LABELS.items()}
    assert min(values, key=values.get)[:10] in first


def test_a_single_system_shows_where_it_errs():
    text = str(foldwise.score(TRUTH, LABELS["mine"], measures="error"))
    assert "truth ↓  predicted →" in text
    assert "precision  recall" in text


def test_many_classes_are_listed_worst_first():
    truth = np.arange(400) % 20
    answers = np.where(rng.random(400) < 0.7, truth, 0)
    text = str(foldwise.score(truth, answers, measures="error"))
    assert "class (12 worst of 20)" in text
    assert "20 classes" in text


def test_many_pairs_are_cut():
    systems = {f"s{i}": np.where(rng.random(N) < 0.8, TRUTH, 1 - TRUTH) for i in range(9)}
    assert "… and 6 more pairs" in str(foldwise.score(TRUTH, systems, measures="error"))


def test_colours_are_only_for_those_who_ask():
    from foldwise.reports.score.text import render

    assert "\x1b[" in render(several(), color=True)
    assert "\x1b[" not in render(several())


def test_the_card_escapes_names():
    card = foldwise.score(TRUTH, {"<b>": LABELS["mine"], "c": LABELS["theirs"]}, segments=SEGMENTS)._repr_html_()
    assert "&lt;b&gt;" in card
    assert "<b>" not in card
    assert "verdict" in card


def test_values_have_a_card_and_a_text_too():
    y = rng.normal(size=50)
    result = foldwise.score(y, {"a": y + 1, "b": y - 1})
    assert "50 rows    values" in str(result)
    assert "values" in result._repr_html_()


def test_the_chart_has_a_point_for_every_system_and_segment():
    pytest.importorskip("altair")
    drawing = several().plot("auc").to_dict()
    assert drawing["title"]["text"] == "area under the ROC curve of '1'"
    (points,) = drawing["datasets"].values()
    assert len(points) == 9
    assert len(several().plot().to_dict()["vconcat"]) == 2
    with pytest.raises(UnknownNameError, match="no measure here called 'f1'"):
        several().plot("f1")


def test_many_measures_of_one_system_are_a_list():
    text = str(foldwise.score([0, 1, 1, 0] * 10, [0, 1, 0, 0] * 10, measures="all"))
    lines = text.splitlines()
    assert any(line.startswith("   mcc  ") and line.endswith("delta") for line in lines)
    assert "as listed, 95 %" in lines[1]
    assert max(map(len, lines)) <= 80


def test_three_systems_get_cochrans_q_and_the_rows_they_differ_on():
    truth = np.tile([0, 1, 1, 0], 25)
    answers = {"a": truth, "b": np.where(np.arange(100) < 20, 1 - truth, truth), "c": np.ones(100, dtype=int)}
    text = str(foldwise.score(truth, answers, measures="error"))
    assert "all 3 systems: Cochran's Q" in text
    assert "the systems predict 60 of 100 rows differently" in text


def test_the_rule_of_a_decision_is_told():
    scores = np.linspace(0, 1, 40)
    truth = (np.arange(40) > 15).astype(int)
    result = foldwise.score(truth, scores=scores, costs="fn=9,fp=1", decide="cost")
    assert result.notes[0] == "labels were chosen by cost: 1 where its probability is above 0.1"
    three = foldwise.score([0, 1, 2] * 9, scores=np.full((27, 3), 1 / 3), costs=1 - np.eye(3), decide="cost")
    assert three.notes[0].startswith("labels were chosen by cost: the one that is expected to cost least")


def test_scores_that_are_no_probabilities_are_said_to_be_none():
    result = foldwise.score([0, 1, 1, 0] * 10, scores=[-1.0, 2.0, 0.5, -0.3] * 10)
    assert "no log-loss: 'system' gives decision scores such as -1, outside 0 to 1" in result.notes


def test_narrow_intervals_get_more_digits():
    n = 1_000_000
    result = foldwise.score(np.tile([0, 1, 1, 0], n // 4), np.tile([0, 1, 0, 0], n // 4), measures="error")
    assert "0.2500 [0.2492, 0.2508]" in str(result)


def test_curves_are_drawn_and_have_a_band():
    pytest.importorskip("altair")
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 80)
    result = foldwise.score(truth, scores={name: rng.normal(truth) for name in "ab"})
    chart = result.plot_curve("roc").to_dict()
    assert "a" in str(chart)
    assert "b" in str(chart)
    band, curve = result.roc_band("b"), result.curve("roc", "b")
    assert band.level == 0.95
    assert np.all(band.low <= np.interp(band.fpr, curve.fpr, curve.tpr) + 1e-9)


def test_costs_mark_the_cheapest_point_of_a_roc_curve():
    pytest.importorskip("altair")
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 80)
    p = 1 / (1 + np.exp(-rng.normal(2 * truth - 1)))
    for positive in (0, 1):
        scores = p if positive else 1 - p
        result = foldwise.score(truth, scores=scores, costs="fn=10,fp=1", positive=positive)
        point = result.curve("roc").best_point(fn=10, fp=1)
        assert f"point: least cost, {point.cost:.3g} a row" in result.plot_curve("roc").to_json()
    assert "least cost" not in foldwise.score(truth, scores=p).plot_curve("roc").to_json()
    assert "least cost" not in result.plot_curve("precision-recall").to_json()


def test_names_that_begin_alike_are_told_apart_within_80_columns():
    answers = {f"the model of the month of May, run {k}": (SCORES["mine"] > 0.4 + k / 10).astype(int) for k in (1, 2)}
    lines = str(foldwise.score(TRUTH, answers, measures="error", segments=SEGMENTS)).splitlines()
    assert max(map(len, lines)) <= 80
    (pair,) = (line for line in lines if " - " in line and "the" in line)
    assert "n 1 - " in pair
    assert "n 2  error" in pair


def test_long_measures_give_way_to_the_names_of_a_pair():
    values = np.arange(60.0) * 1000 + 0.5
    lines = str(
        foldwise.score(
            values, {"first": values + 900, "second": values + 1234.5}, measures="rmse,median-absolute-error"
        )
    ).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum("first - second" in line for line in lines) == 2


def test_pairs_are_found_by_any_name_of_the_measure_and_nothing_else():
    found = foldwise.score(TRUTH, {name: LABELS[name] for name in ("mine", "theirs")}, measures="error,recall")
    assert len(found.pairs("sensitivity")) == 1
    assert found.pairs("sensitivity").equals(found.pairs("recall"))
    with pytest.raises(UnknownNameError, match="no measure here called 'nonsense'"):
        found.pairs("nonsense")
