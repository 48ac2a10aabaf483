"""The tables that several reports have."""

import re

import numpy as np
import pandas as pd
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline

import foldwise
from foldwise.reports.report.tables import confusion_table, pair_table, rate_table
from tests.reports.report.results import result_of


def test_pairs_with_a_far_baseline_are_listed_and_not_drawn():
    judged = [one for one in result_of("compare").judgements if one.comparison.measure.name == "error"]
    table = pair_table(judged, 0.95, "none", baseline="baseline")
    assert [bar is not None for bar in table.bars] == ["baseline" not in row[0] for row in table.rows]
    assert table.note == "p-values are not adjusted"


def test_counts_that_are_averages_keep_a_digit():
    frame = pd.DataFrame([[1.5, 2.0], [0.0, 3.0]], index=["a", "b"], columns=["a", "b"])
    assert confusion_table(frame, "m").rows == (("a", "1.5", "2.0"), ("b", "0.0", "3.0"))


def test_a_rate_that_does_not_exist_is_a_dash():
    frame = pd.DataFrame({"precision": [float("nan")], "recall": [0.5], "f1": [0.4], "rows": [1200]}, index=["a"])
    assert rate_table(frame, "m").rows == (("a", "-", "0.500", "0.400", "1,200"),)


def test_a_posterior_adds_the_probability_that_a_difference_does_not_matter():
    found = foldwise.compare(
        "lda, knn",
        foldwise.sample("iris"),
        measures="error",
        plan="kfold(10, repeats=3)",
        test="corrected-t",
        baseline=False,
    )
    table = pair_table(found.judgements, 0.95, "holm")
    (one,) = found.judgements
    assert table.heads[5] == "P(negligible)"
    assert table.rows[0][5] == f"{one.record()['p_equivalent']:.3f}"


def test_places_are_given_only_where_models_are_ranked_by_the_measure():
    ranked, by_area = (table for table in result_of("compare").report().tables if table.heads[-1] == "against the best")
    assert (ranked.heads[0], by_area.heads[0]) == ("#", "model")
    assert [len(row) for row in by_area.rows] == [len(by_area.heads)] * len(by_area.rows)
    assert by_area.numbers == (1, 2)


def test_a_scale_ends_with_the_digits_of_the_figures_beside_it():
    (table,) = result_of("assess").report().tables
    assert table.ends[0] in {row[3].strip("[]").split(", ")[0] for row in table.rows}


def test_differences_of_a_table_have_the_same_decimals():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 4))
    y = X @ [4.0, 1.0, 0.1, 0.0] + rng.normal(size=60)
    models = {"one": make_pipeline(SelectKBest(f_regression, k=1), Ridge()), "all": Ridge(), "tied": Ridge(3.0)}
    found = foldwise.compare(models, X, y, measures="rmse", baseline=False, seed=1)
    table = pair_table(found.judgements, found.level, "holm")
    numbers = [number for row in table.rows for number in re.findall(r"\d[\d,]*\.(\d+)", " ".join(row[1:3]))]
    assert len(table.rows) == 3
    assert len({len(decimals) for decimals in numbers}) == 1
