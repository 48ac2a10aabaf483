"""`foldwise improve` and `foldwise improvements` on the command line."""

import json

import pytest

from foldwise.improvement import IMPROVEMENTS
from tests.cli.running import IRIS, foldwise

QUICK = ("improve", IRIS, "-t", "species", "-p", "kfold(3)", "-j", "1", "--no-store")


def test_the_page_tells_verdict_costs_and_reasons_within_80_columns():
    result = foldwise(*QUICK, "-m", "tree", "--variant", "bumping,super-learner", "--blend-with", "lda")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    for text in ("Verdict", "gap", "cost, all rows", "Tried", "max-t"):
        assert text in result.stdout


def test_json_is_one_document():
    result = foldwise(*QUICK, "-m", "tree", "--variant", "voting", "--blend-with", "lda", "--json")
    told = json.loads(result.stdout)
    assert (told["verb"], told["original"]) == ("improve", "tree")
    assert [one["name"] for one in told["variants"]] == ["tree", "voting"]


def test_the_chosen_model_is_saved_and_predicts(tmp_path):
    file = str(tmp_path / "model.skops")
    asked = (*QUICK, "-m", "tree", "--variant", "super-learner", "--blend-with", "lda")
    improved = foldwise(*asked, "--save", file)
    assert improved.exit_code == 0
    assert f"foldwise predict {file} FILE" in " ".join(improved.stdout.split())
    result = foldwise("predict", file, IRIS)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].startswith("setosa")


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("-m", "tree", "--variant", "baging"), 3, "there is no improvement called 'baging'; try 'bagging'"),
        (("-m", "tree", "--variant", "cost-threshold"), 3, "(--costs fn=10,fp=1); try --variant"),
        (("-m", "tree", "-m", "lda"), 3, "--model is given 2 times"),
        (("-m", "tree", "--save", "model.pkl"), 3, "a result as .foldwise, not as 'model.pkl'"),
        ((), 2, "Missing option"),
        (("-m", "tree", "--adjust", "none-such"), 2, "max-t"),
    ],
)
def test_what_cannot_be_done_is_refused(options, code, said):
    result = foldwise(*QUICK, *options)
    assert result.exit_code == code
    assert said in result.stderr


BROKEN = """
import numpy as np
from sklearn.naive_bayes import GaussianNB

class Once(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        if len(np.unique(X, axis=0)) < 0.8 * len(X):
            raise RuntimeError("too many copies")
        return super().fit(X, y)

model = Once()
"""


def test_a_variant_whose_fits_fail_is_told_and_counted_in_the_exit_code(tmp_path):
    (tmp_path / "own.py").write_text(BROKEN)
    asked = ("-m", f"{tmp_path / 'own.py'}:model", "--variant", "bagging,voting", "--blend-with", "lda")
    result = foldwise(*QUICK, *asked)
    assert result.exit_code == 4
    assert "bagging: its fits failed" in result.stdout


def test_every_improvement_is_listed_and_explained():
    listed = foldwise("improvements")
    assert [line.split("  ")[0] for line in listed.stdout.splitlines() if line.split("  ")[0] in NAMES] == NAMES
    assert max(map(len, listed.stdout.splitlines())) <= 80
    assert [row["name"] for row in json.loads(foldwise("improvements", "--json").stdout)["rows"]] == NAMES
    for name in NAMES:
        assert f"{name}  (improvement)" in foldwise("explain", name).stdout


NAMES = [one.name for one in IMPROVEMENTS]
