"""The checks of one call."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.advice import Advice, Severity
from foldwise.data import as_dataset
from foldwise.evaluation import checking
from foldwise.evaluation.checking import check_rows, mark_bias
from tests.advice.worlds import normal_rows, shuffled

X, y = normal_rows(100)
COPIED = shuffled(np.tile(X, (2, 1)), np.tile(y, 2))
IRIS = foldwise.sample("iris")


def codes(result):
    return [one["code"] for one in result.to_dict()["advice"]]


@pytest.mark.parametrize(
    "verb",
    [
        lambda *rows: foldwise.assess("lda", *rows, measures="error"),
        lambda *rows: foldwise.compare("lda,gaussian-nb", *rows, measures="error"),
        lambda *rows: foldwise.select("knn", {"n_neighbors": [1, 5]}, *rows, plan="kfold(5)"),
        lambda *rows: foldwise.certify("lda", *rows, simulations=2),
    ],
    ids=["assess", "compare", "select", "certify"],
)
def test_every_verb_says_first_what_is_wrong(verb):
    wrong, sound = verb(*COPIED), verb(X, y)
    assert codes(wrong) == ["FW101"]
    assert str(wrong).startswith("Check   FW101 copied rows: 200 of 200 rows")
    assert "FW101" in wrong._repr_html_()
    assert wrong.to_json().index("FW101") < wrong.to_json().index('"rows"')
    assert codes(sound) == []
    assert "Check" not in str(sound)


def test_a_selection_leans_to_the_optimistic_side():
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, *COPIED, plan="kfold(5)")
    assert set(found.to_frame()["bias"]) == {"optimistic"}
    assert found.to_frame()["note"].str.startswith("FW101").all()


def test_a_certificate_assures_nothing_about_rows_that_are_not_simulated():
    found = foldwise.certify("gaussian-nb", *COPIED, simulations=4)
    assert str(found.verdict) == "is not assured"
    assert found.sentence.endswith(
        "It is not assured here: the simulated rows do not have what these have (FW101 copied rows)."
    )


def test_a_certificate_of_squared_errors_says_what_it_cannot_see():
    found = foldwise.certify("linear", X, X[:, 0] + np.random.default_rng(0).normal(size=100), simulations=20)
    assert codes(found) == ["FW302"]
    assert "is not assured" not in found.sentence


def test_an_experiment_names_the_dataset():
    wrong = as_dataset(*COPIED)
    found = foldwise.experiment("lda,gaussian-nb", {"iris": IRIS, "copied": wrong}, plan="kfold(5)")
    assert codes(found) == ["FW101"]
    assert str(found).startswith("Check   FW101 copied rows: copied: 200 of 200 rows")


def test_doubt_leaves_open_which_way_estimates_lean():
    findings = foldwise.assess("lda", IRIS, measures="error").findings
    doubt = Advice("FW105", "alike", Severity.DOUBTFUL, "…", "…", optimistic=True)
    assert {str(one.estimate.bias) for one in mark_bias(findings, (doubt,))} == {"unknown"}
    assert mark_bias(findings, (replace(doubt, severity=Severity.NOTE),)) is findings


def test_rows_that_were_found_clean_are_not_looked_at_again(monkeypatch):
    dataset = as_dataset(X, y)
    assert check_rows("assess", dataset) == ()
    seen = []
    monkeypatch.setattr(checking, "look_at", lambda case: seen.append(case.dataset) or ())
    check_rows("assess", as_dataset(X, y))
    other = as_dataset(X + 1, y)
    check_rows("assess", other)
    assert seen == [None, other]


def test_rows_that_are_not_clean_are_said_to_be_so_each_time():
    for _ in range(2):
        assert [one.code for one in check_rows("assess", as_dataset(*COPIED))] == ["FW101"]
