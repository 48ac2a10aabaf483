"""The coverage study as a program: it continues where it was stopped, and publishes what it found."""

import json

import pytest
from click.testing import CliRunner

from foldwise.intervals import INTERVALS
from studies.coverage import __main__ as study
from studies.coverage.cells import METHODS, ON_TEST_SET, TEST_SET, Cell, all_cells
from studies.coverage.report import publish
from studies.coverage.simulate import Trial, replicate
from studies.coverage.store import Store
from studies.coverage.summary import summarise
from studies.coverage.visits import visit

CELL = Cell("normal", "lda", 100, "kfold(10, repeats=3)")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "kept" / "coverage.db")


def test_coverage_is_a_share_of_the_intervals(store):
    trials = [(seed, Trial("corrected-t", 0.1, 0.3, 0.2 if seed < 90 else 0.4)) for seed in range(100)]
    store.add(CELL, trials)
    figures, refused = summarise(store)
    risk, expected = figures
    assert (risk.coverage, risk.target, risk.simulations) == (0.9, "risk", 100)
    assert (expected.coverage, expected.target) == (1.0, "expected risk")
    assert risk.width == pytest.approx(0.2)
    assert set(refused.values()) == {0.0}


def test_refusals_are_counted_apart(store):
    made = [(seed, Trial("corrected-t", 0.1, 0.3, 0.2)) for seed in range(60)]
    store.add(CELL, [*made, *((seed, Trial("corrected-t", None, None, 0.2)) for seed in range(60, 80))])
    figures, refused = summarise(store)
    assert figures[0].simulations == 60
    assert list(refused.values()) == [0.25]


def test_too_few_replications_are_not_published(store):
    store.add(CELL, [(seed, Trial("corrected-t", 0.1, 0.3, 0.2)) for seed in range(20)])
    assert summarise(store)[0] == []


def test_a_seed_counts_once_every_method_is_there(store):
    store.add(CELL, [(3, Trial("corrected-t", 0.1, 0.3, 0.2))])
    assert store.seeds(CELL) == set()
    store.add(CELL, [(3, Trial(method, 0.1, 0.3, 0.2)) for method in CELL.methods])
    assert store.seeds(CELL) == {3}


def test_the_same_seed_gives_the_same_trials_and_a_second_visit_adds_others(store):
    done = store.seeds(CELL)
    visit(CELL, store, done, deadline=0.0, first=7)
    visit(CELL, store, done, deadline=0.0, first=7)
    assert store.seeds(CELL) == done == {7, 8}
    kept = {row[4]: row[6] for row in store.trials() if row[5] == 7}
    assert kept == {one.method: one.low for one in replicate(CELL, 7)}


def test_the_page_names_what_is_promised_and_says_where_it_falls_short(store, tmp_path):
    for plan, method in (("kfold(10, repeats=3)", "corrected-t"), ("two-folds-out(5, repeats=10)", "nested-cv")):
        share = 95 if method == "corrected-t" else 50
        trials = [(seed, Trial(method, 0.1, 0.3, 0.2 if seed < share else 0.4)) for seed in range(100)]
        store.add(Cell("normal", "lda", 100, plan), trials)
    publish(store, tmp_path, tmp_path / "table.json")
    page = (tmp_path / "coverage.md").read_text(encoding="utf-8")
    assert "| corrected-t | normal | lda | kfold(10, repeats=3) | 100 | 95.0 % ± 2.4 | 93% | yes |" in page
    assert "| 50.0 % ± 5.0 | 93% | **no** |" in page
    assert "**50.0 % ± 5.0**" in page
    assert {"coverage.svg", "coverage-rows.svg"} <= {path.name for path in tmp_path.iterdir()}
    table = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))
    assert len(table["rows"]) == 4


def test_the_command_spends_its_time_and_publishes(tmp_path, monkeypatch):
    published = []
    monkeypatch.setattr(study, "publish", lambda store, out: published.append((len(store.trials()) > 0, out)))
    arguments = ["--minutes", "0.005", "--only", "normal lda n=20 holdout", "--store", str(tmp_path / "a.db")]
    result = CliRunner().invoke(study.main, [*arguments, "--out", str(tmp_path)], catch_exceptions=False)
    assert result.exit_code == 0
    assert published == [(True, tmp_path)]


def test_every_cell_is_there_once_and_every_plan_and_measure_is_used():
    cells = all_cells()
    assert len(cells) == len(set(cells))
    plans = {"bootstrap" if cell.plan.startswith("bootstrap(") else cell.plan for cell in cells if not cell.measure}
    assert plans == set(METHODS)
    assert {cell.measure for cell in cells if cell.measure} == set(ON_TEST_SET)


def test_every_method_of_the_catalogue_is_studied():
    assert {name for cell in all_cells() for name in cell.methods} == {method.name for method in INTERVALS}


def test_a_test_set_is_held_against_the_model_that_was_asked():
    (found,) = replicate(Cell("normal", "lda", 100, TEST_SET, measure="ece"), 1)
    assert found.low <= found.risk <= found.high
    first, second = (replicate(Cell("normal", "lda", 100, TEST_SET, measure="auc"), seed) for seed in (1, 2))
    assert first[0].risk != second[0].risk
    assert first[0].risk == pytest.approx(0.88, abs=0.02)
