"""Charts as files."""

import pytest

from foldwise.charts import interval_leaderboard, save_chart, write_charts
from foldwise.errors import InputError
from tests.cli.running import QUICK, foldwise
from tests.reports.report.results import result_of


def test_a_folder_holds_pictures_and_the_numbers_behind_them(tmp_path):
    names = {path.name for path in write_charts(result_of("experiment"), tmp_path / "charts")}
    stem = "critical-difference-error"
    assert {f"{stem}.svg", f"{stem}.png", f"{stem}.csv"} <= names
    svg = (tmp_path / "charts" / f"{stem}.svg").read_text()
    assert 'aria-label="Mean ranks of' in svg or "Mean ranks" in svg


def test_the_command_line_writes_charts_and_the_report(tmp_path):
    found = foldwise(
        *QUICK, "--measure", "error", "--charts", str(tmp_path / "charts"), "--report", str(tmp_path / "r.html")
    )
    assert f"Report  {tmp_path / 'r.html'}" in found.stdout
    assert (tmp_path / "r.html").stat().st_size > 10_000
    assert (tmp_path / "charts" / "leaderboard-error.svg").exists()


def test_an_ending_that_is_not_known_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"a chart is saved as .svg, .png, .pdf"):
        save_chart(interval_leaderboard(result_of("assess")), tmp_path / "x.gif")
