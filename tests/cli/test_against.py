"""`--against error=0.1`."""

import json

import pytest

from foldwise.cli.against import parse_held
from foldwise.errors import InputError
from tests.cli.running import QUICK, foldwise


def test_models_are_held_against_a_value():
    found = foldwise(*QUICK, "--against", "error=0.1", "--against", "mcc = .5")
    assert "Against lda: error" in found.stdout
    assert "is below 0.1, p" in found.stdout


def test_the_json_has_the_tests():
    document = json.loads(foldwise(*QUICK, "--against", "error=0.1", "--json").stdout)
    (record,) = document["against"]
    assert (record["model"], record["given"], record["verdict"]) == ("lda", 0.1, "below")


def test_predictions_are_held_against_a_value(tmp_path):
    path = tmp_path / "preds.csv"
    path.write_text("y,said\n" + "0,0\n1,1\n" * 40 + "0,1\n" * 10, encoding="utf-8")
    found = foldwise("score", str(path), "-t", "y", "--predicted", "said", "--against", "accuracy=0.8")
    assert "Against said: accuracy 0.889 [0.807, 0.939] is above 0.8, p" in found.stdout


def test_what_is_no_value_is_refused():
    assert parse_held("error=1e-1").value == 0.1
    with pytest.raises(InputError, match=r"'error' is not a measure and a value; try --against error=0.1"):
        parse_held("error")
