"""Every result becomes one report value, from which all views are made."""

import csv
import io
import json

import numpy as np
import pytest

import foldwise
from foldwise.reports import Report, ReportTable
from tests.reports.findings import of_hostile_names
from tests.reports.report.results import VERBS, result_of


@pytest.mark.parametrize("verb", VERBS)
def test_every_result_becomes_a_report_with_the_verdict_first(verb):
    report = result_of(verb).report()
    assert (report.verb, bool(report.verdict), bool(report.tables)) == (verb, True, True)
    assert report.to_dict() == result_of(verb).to_dict()
    assert json.loads(report.to_json())["verb"] == verb


@pytest.mark.parametrize("verb", VERBS)
def test_tables_are_rectangular_and_bars_belong_to_rows(verb):
    for table in result_of(verb).report().tables:
        assert {len(row) for row in table.rows} <= {len(table.heads)}
        assert len(table.bars) in (0, len(table.rows))


@pytest.mark.parametrize("verb", VERBS)
def test_the_csv_has_the_records(verb):
    result = result_of(verb)
    lines = list(csv.DictReader(io.StringIO(result.report().to_csv())))
    expected = [result.record()] if verb == "permutation-test" else result.records()
    assert len(lines) == len(expected) + (len(result.settings) if verb == "select" else 0)
    assert float(lines[0]["value"]) == expected[0]["value"]


def test_the_csv_of_a_selection_has_its_candidates_the_best_first():
    result = result_of("select")
    lines = [one for one in csv.DictReader(io.StringIO(result.report().to_csv())) if "candidate" in one["what"]]
    assert [one["model"] for one in lines] == result.candidates()["model"].tolist()
    assert [float(one["value"]) for one in lines] == result.candidates()["value"].tolist()
    assert [one["model"] for one in lines if one["what"] == "candidate, chosen"] == [result.chosen]
    name, value = next(iter(result.best_settings.items()))
    assert {one[f"param_{name}"] for one in lines if one["model"] == result.chosen} == {str(value)}


@pytest.mark.parametrize("verb", VERBS)
def test_markdown_and_card_hold_the_verdict(verb):
    result = result_of(verb)
    said = result.report().verdict[0].split(";")[0].split("[")[0].split("_")[0].split("=")[0]
    assert said.strip() in result.report().to_markdown()
    assert "<script" not in result._repr_html_()


def test_the_values_in_the_table_are_those_of_the_result():
    result = result_of("compare")
    first = result.report().tables[0]
    best = result.ranking()[0]
    interval = result.finding(best, "error").interval
    assert first.rows[0][1] == best
    assert (first.bars[0].low, first.bars[0].high) == (interval.low, interval.high)
    assert first.rows[-1][1] == 'always "benign" (baseline)'


def test_a_comparison_names_its_corrected_headline():
    said = " ".join(result_of("compare").report().verdict)
    assert "corrected" in said


def test_hostile_names_are_escaped_in_every_view():
    report = of_hostile_names().report()
    assert "<script>" not in report._repr_html_().replace("&lt;script&gt;", "")
    assert "<b>" not in report.to_markdown().replace("\\<b\\>", "")
    assert r"\$" in Report("a", "b", tables=(ReportTable("", ("x",), (("5 $",),)),)).to_latex()


def test_one_class_only_is_told_without_a_confusion_of_nothing():
    report = foldwise.score([1] * 30, [1] * 30, measures="error", classes=[0, 1]).report()
    assert report.tables[0].rows[0][2] == "0.000"


def test_many_classes_have_no_confusion_table():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 30, 300)
    report = foldwise.score(truth, truth, measures="error", task="classification").report()
    assert not any(table.title.startswith("Confusion") for table in report.tables)
