"""The tables that several reports have."""

import pandas as pd

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
