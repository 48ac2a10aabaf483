"""Predictions of new rows: a table, a page, and what is unlike."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise

IRIS = foldwise.sample("iris")


@pytest.fixture(scope="module")
def lda(tmp_path_factory):
    path = tmp_path_factory.mktemp("new") / "m.skops"
    return foldwise.save_model(foldwise.assess("lda", IRIS, measures="error"), path)


def test_the_table_names_what_is_unlike(lda):
    frame = IRIS.X.head(3).copy()
    frame.iloc[1, :2] = 99.0
    found = lda.predict(frame).to_frame()
    assert list(found.columns) == [
        "prediction",
        "probability of setosa",
        "probability of versicolor",
        "probability of virginica",
        "unlike",
    ]
    assert found["unlike"].tolist() == ["", "sepal_length, sepal_width", ""]


def test_the_page_says_what_to_expect(lda):
    page = str(lda.predict(IRIS.X))
    assert page.startswith("lda predicts species of 150 rows\n")
    assert "expected  error 0.02 [" in page
    assert "note" not in page


def test_figures_are_said_not_to_hold_where_many_rows_are_unlike(lda):
    assert "many of these are not" in str(lda.predict(IRIS.X + 50))


def test_plain_values(lda):
    record = lda.predict(IRIS.X.head(2)).to_dict()
    assert record["rows"] == 2
    assert record["predictions"][0]["prediction"] == "setosa"


def test_repr_is_one_line(lda):
    assert repr(lda.predict(IRIS.X)) == "<NewPredictions of lda: 150 rows>"


def test_rows_that_no_rule_covers_are_unclassified(tmp_path):
    rules = foldwise.assess("c45-rules", IRIS, measures="error", plan="holdout(1/2)", baseline=False)
    found = foldwise.save_model(rules, tmp_path / "r.skops").predict(IRIS.X * 100)
    assert len(found.labels) == 150
    page = replace(found, labels=np.array(["setosa", None, "setosa", None], dtype=object), unlike=())
    assert "setosa 50.0 %, unclassified 50.0 %" in str(page)


def test_a_row_that_is_left_unclassified_is_null(lda):
    found = replace(lda.predict(IRIS.X.head(2)), labels=np.array(["setosa", None], dtype=object))
    assert [one["prediction"] for one in found.to_dict()["predictions"]] == ["setosa", None]
