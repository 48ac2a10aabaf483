"""The study of one test set: every measure that `score` has an interval for is simulated, and a run goes on where the last one stopped."""

import numpy as np
import pytest

from foldwise.measures import MEASURES, measure
from studies.publication import DOCS
from studies.test_set import __main__ as program
from studies.test_set import page, store
from studies.test_set.few_hits import own_cells, simulate_own
from studies.test_set.samples import CELLS, Cell, draw
from studies.test_set.simulate import asked, offered, simulate

SUMS, _ = store.load()
NAMED = ["cost", "net-benefit", "aurc", "ks", "calibration-slope", "calibration-intercept", "precision", "log-loss"]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.key)
def test_every_figure_of_a_cell_was_simulated(cell):
    missing = [key for key in asked(cell) if SUMS.get((key[0], cell.key, key[1]), {}).get("asked", 0) < 20]
    assert missing == [], f"python -m studies.test_set --measures {','.join(sorted({name for _, name in missing}))}"


def test_every_measure_with_an_interval_is_in_a_cell():
    with_interval = {name for cell in CELLS for kind, name in offered(cell) if kind == "interval"}
    simulated = {name for cell in CELLS for kind, name in asked(cell) if kind == "interval"}
    assert with_interval == simulated
    assert {*NAMED, "rmse", "kendall", "macro-f1"} <= simulated <= {one.name for one in MEASURES}


@pytest.mark.parametrize("how", ["ipw", "heavy", "cases"])
def test_weights_are_simulated_with_intervals_and_tests(how):
    found = {(kind, name) for kind, cell, name in SUMS if cell == f"two, {how}, 200"}
    assert {("interval", name) for name in NAMED} <= found
    assert {("test", name) for name in ("cost", "brier", "log-loss", "error")} <= found


def test_the_page_shows_all_of_them():
    text = (DOCS / "test-set.md").read_text(encoding="utf-8")
    assert all(f"| {name} |" in text for kind, _, name in SUMS if kind == "interval")


def test_a_run_goes_on_where_the_last_one_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "RESULTS", tmp_path / "results.jsonl")
    monkeypatch.setattr(program, "CELLS", (Cell("two", "ipw", 60),))
    for draws in (2, 3, 3):
        program.run(draws, float("inf"), {"brier"})
    kept, methods = store.load()
    assert {kind: one["asked"] for (kind, _, _), one in kept.items()} == {"interval": 3, "test": 3}
    assert methods["interval", "two, ipw, 60", "brier"] == "holdout-t"
    assert len((tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()) == 4
    program.forget({"brier"})
    assert store.load()[0] == {}


def test_parts_of_a_cell_add_up_to_the_whole():
    cell, wanted = Cell("three", "rows", 60), [("interval", "error"), ("test", "error")]
    whole = simulate(cell, wanted, range(4))
    parts = [simulate(cell, wanted, some) for some in (range(2), range(2, 4))]
    for at, (key, _, sums) in enumerate(whole):
        assert all(one[at][0] == key for one in parts)
        assert {name: parts[0][at][2][name] + parts[1][at][2][name] for name in sums} == pytest.approx(sums)


@pytest.mark.parametrize("how", ["rows", "ipw", "heavy", "cases", "12 groups", "Pareto groups"])
def test_systems_of_a_test_set_are_as_good_as_each_other(how):
    table = draw(Cell("two", how, 4000), np.random.default_rng(0))
    assert table.models == ("a", "b")
    assert (table.weights is not None) is (how in {"ipw", "heavy", "cases"})
    assert (table.groups is not None) is how.endswith("groups")


def test_cells_of_their_own_are_simulated_as_well():
    cell = next(one for one in own_cells() if one.section == "counts")
    (_, _, sums), *_ = simulate_own(cell, 5)
    assert sums["asked"] == 5
    assert measure(cell.names[0]).name == "mcc"


def test_shares_are_shown_with_their_errors():
    sums = dict.fromkeys(store.SUMMED, 0.0)
    assert page.covered(sums) == page.rejected(sums) == "-"
    sums |= {"made": 400.0, "inside": 340.0, "rejected": 60.0, "open": 400.0}
    assert page.covered(sums) == "85.0 ± 1.8 **"
    assert page.rejected(sums) == "15.0 ± 1.8 **"
