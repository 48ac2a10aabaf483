"""Parts of a diagnosis that are no intervals on one scale, as tables."""

import foldwise
from foldwise.reports.diagnosis.part_tables import part_tables, pointed, verdict_tables


def test_a_page_says_what_the_terminal_says_of_every_part():
    found = foldwise.diagnose(
        "lda", foldwise.sample("breast-cancer"), plan="kfold(5)", parts="criteria, capacity, calibration, checks"
    )
    tables = {one.title: one for one in part_tables(found)}
    assert {"Calibration", "Labels that the model contradicts", "In-sample criteria", "Capacity"} <= set(tables)
    names = [row[0] for row in tables["In-sample criteria"].rows]
    assert len(names) == len(set(names))
    assert tables["Capacity"].rows[0] == ("VC dimension", "11", "linear")
    assert tables["Capacity"].rows[-1][0] == "measured gap"


def test_without_a_verdict_there_is_no_table_of_signs():
    found = foldwise.diagnose("lda", foldwise.sample("iris"), plan="kfold(5)", parts="criteria")
    assert found.verdict is None
    assert list(verdict_tables(found)) == []


def test_a_sign_is_named_by_what_it_points_to():
    assert pointed("undecided") == "undecided"
    assert pointed("underfitting") == "a sign of underfitting"
