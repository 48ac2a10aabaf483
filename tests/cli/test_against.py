"""`--against error=0.1`."""

import json
from unittest.mock import patch

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


def test_what_cannot_be_held_is_refused_before_anything_is_fitted():
    for text, told in (("rmse=1", "rmse is a regression measure"), ("error", "'error' is not a measure and a value")):
        with patch("foldwise.api.assess") as fitted:
            found = foldwise(*QUICK, "--against", text)
        assert (found.exit_code, fitted.called) == (3, False)
        assert told in found.stderr


def test_a_value_without_a_valid_test_costs_a_line_and_not_the_report():
    options = ("--plan", "bootstrap(200)", "--interval", "oob", "--against", "error=0.1", "--against", "auc=0.5")
    found = foldwise(*QUICK, *options)
    assert found.exit_code == 0, found.stderr
    assert "Against lda: error" in found.stdout
    assert "no test: " in found.stdout
    document = json.loads(foldwise(*QUICK, *options, "--json").stdout)
    assert (len(document["against"]), len(document["against_missing"])) == (1, 1)
