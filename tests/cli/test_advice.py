"""What the checks found, on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

from foldwise.api import assess
from foldwise.cli.advice import advice_in_options
from foldwise.data import sample
from tests.advice.worlds import normal_rows
from tests.cli.running import foldwise

if TYPE_CHECKING:
    from pathlib import Path

QUIET = ("--model", "lda", "--plan", "kfold(5)", "--no-store", "--quiet")


@pytest.fixture
def leaking(tmp_path: Path) -> str:
    X, y = normal_rows(120)
    frame = pd.DataFrame(X, columns=list("abcdef")).assign(copy=5 - y, class_=np.where(y, "yes", "no"))
    frame.to_csv(tmp_path / "leaking.csv", index=False)
    return str(tmp_path / "leaking.csv")


def test_the_page_begins_with_it_and_speaks_options(leaking: str) -> None:
    page = foldwise("assess", leaking, "--target", "class_", *QUIET).stdout
    assert page.startswith("Check   FW103 copy of the target: 'copy' is one-to-one")
    assert "--drop copy" in page


def test_the_option_mends_it(leaking: str) -> None:
    page = foldwise("assess", leaking, "--target", "class_", "--drop", "copy", *QUIET).stdout
    assert "Check" not in page


def test_json_lists_it(leaking: str) -> None:
    document = json.loads(foldwise("assess", leaking, "--target", "class_", "--json", *QUIET).stdout)
    assert [one["code"] for one in document["advice"]] == ["FW103"]


def test_a_comparison_speaks_options_too(leaking: str) -> None:
    # Discriminants of a column that is constant within its class are fitted one by one, 500 times: other models are quicker.
    models = ("--model", "gaussian-nb", "--model", "ridge")
    page = foldwise("compare", leaking, "--target", "class_", *models, *QUIET[2:]).stdout
    assert page.startswith("Check   FW103")
    assert "--drop copy" in page


def test_notes_speak_options_too() -> None:
    result = assess("lda", sample("iris"), plan="kfold(5)", measures="error")
    noted = replace(result, notes=("with plan='kfold(6, repeats=3)' no part would",))
    assert advice_in_options(noted).notes == ("with --plan 'kfold(6, repeats=3)' no part would",)
