"""Every result becomes a report, and most can be kept."""

import pytest

import foldwise
from foldwise.reports.shared.reported_result import KeptResult, ReportedResult
from tests.reports.report.results import VERBS, result_of


@pytest.mark.parametrize("verb", VERBS)
def test_every_result_is_reported(verb):
    assert isinstance(result_of(verb), ReportedResult)


def test_a_report_is_written_only_where_a_path_is_given(tmp_path):
    result = result_of("score")
    assert result.to_markdown() == result.report().to_markdown()
    result.report(tmp_path / "x.html")
    assert (tmp_path / "x.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_what_is_kept_comes_back(tmp_path):
    result = result_of("score")
    assert isinstance(result, KeptResult)
    result.save(tmp_path / "x.foldwise")
    assert foldwise.load(tmp_path / "x.foldwise").to_markdown() == result.to_markdown()


def test_a_result_says_what_it_reports():
    with pytest.raises(NotImplementedError):
        ReportedResult().report()
