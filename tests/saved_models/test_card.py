"""The card of a model says what is known, and one from a file is checked."""

import json

import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.saved_models import ModelCard


@pytest.fixture(scope="module")
def card(tmp_path_factory):
    result = foldwise.assess("lda", foldwise.sample("iris"), measures=["error", "log-loss"])
    return foldwise.save_model(result, tmp_path_factory.mktemp("card") / "m.skops").card


def test_it_says_what_was_measured_on_what(card):
    page = str(card)
    assert "trained on 150 rows of iris" in page
    assert "error 0.02 [" in page
    assert "| petal_length | 1 to 6.9 | 0 |" in page
    assert "scikit-learn" in page
    assert card.data["fingerprint"] == foldwise.sample("iris").fingerprint


def test_it_comes_back_from_json(card):
    assert ModelCard.of_dict(json.loads(json.dumps(card.to_dict()))) == card


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "no card of a foldwise model"),
        ({"version": 99}, "is of version 99"),
        ({"task": "poetry"}, "is damaged"),
        ({"figures": [{}]}, "is damaged"),
        ({"columns": 3}, "is damaged"),
        ({"data": None}, "is damaged"),
    ],
)
def test_a_damaged_card_is_refused(card, change, message):
    with pytest.raises(InputError, match=message):
        ModelCard.of_dict(card.to_dict() | change)


def test_an_undefined_figure_is_said(card):
    record = card.to_dict()
    record["figures"][0] |= {"value": None, "low": None, "high": None}
    assert ModelCard.of_dict(record).figure_lines()[0].startswith("error undefined no interval")


@pytest.mark.parametrize(
    "forge",
    [
        lambda one: one["figures"][0].update(value="abc"),
        lambda one: one["figures"][0].update(level={}),
        lambda one: one["columns"].append(one["columns"][0]),
        lambda one: one["columns"][0].update(kind="categorical"),
        lambda one: one["columns"][0].update(levels=[["x", 3]]),
        lambda one: one["columns"][0].update(known=10**400),
        lambda one: one.update(seed=float("inf")),
    ],
)
def test_a_forged_card_is_refused(card, forge):
    record = json.loads(json.dumps(card.to_dict()))
    forge(record)
    with pytest.raises(InputError, match="card of the model"):
        ModelCard.of_dict(record)
