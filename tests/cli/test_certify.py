"""`foldwise certify`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.cli.running import IRIS, foldwise

if TYPE_CHECKING:
    import pytest

QUICK = ("certify", IRIS, "--target", "species", "--model", "lda", "--simulations", "3")


def test_the_answer_is_a_page_of_80_columns_with_a_sentence() -> None:
    result = foldwise(*QUICK)
    assert result.exit_code == 0
    assert max(len(line) for line in result.stdout.split("\n")) <= 80
    assert "influence, 95 %, from kfold(10, repeats=3) (30 fits)" in result.stdout
    assert "In 3 simulated datasets like iris.csv the 95 % interval" in result.stdout


def test_the_answer_is_json_on_request() -> None:
    document = json.loads(foldwise(*QUICK, "--json", "--population", "normal", "--interval", "careful").stdout)
    assert document["verb"] == "certify"
    assert [row["target"] for row in document["rows"]] == ["risk", "expected risk"]
    assert document["rows"][0]["method"] == "nested-cv"


def test_the_time_can_be_limited() -> None:
    document = json.loads(foldwise(*QUICK[:-1], "5000", "--minutes", "0.005", "--json").stdout)
    assert document["stopped"] == "time limit reached"


def test_a_mistake_is_told_in_options() -> None:
    result = foldwise(*QUICK, "--population", "smoth")
    assert (result.exit_code, result.stderr) == (3, "error: there is no population called 'smoth'; try 'smoothed'\n")
    result = foldwise(*QUICK[:-1], "1")
    assert "try --simulations 200" in result.stderr


def test_an_interruption_prints_what_is_known_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from foldwise.progress import Meter

    def impatient(_: Meter, done: int, *__: object) -> None:
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Meter, "__call__", impatient)
    result = foldwise(*QUICK)
    assert result.exit_code == 130
    assert "2 of 3: interrupted" in result.stdout
