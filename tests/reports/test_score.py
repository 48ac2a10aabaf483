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
    assert "a system with a very lo" in text


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
    from foldwise.reports.score_text import render

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
    assert drawing["title"]["text"] == "area under the ROC curve"
    (points,) = drawing["datasets"].values()
    assert len(points) == 9
    assert len(several().plot().to_dict()["vconcat"]) == 2
    with pytest.raises(UnknownNameError, match="no measure here called 'f1'"):
        several().plot("f1")
