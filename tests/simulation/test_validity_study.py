"""The validity study as a program: it counts, continues where it was stopped, and publishes what fell short first."""

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import foldwise
from foldwise.errors import InputError
from foldwise.intervals import Interval
from foldwise.measures import MEASURES
from studies.validity import __main__ as program
from studies.validity import page as page_module
from studies.validity.__main__ import forget_measures
from studies.validity.catalogue import all_cells, simulate_cell
from studies.validity.cells import CORE, NO_TRUTH, TURNS, Cell, Wanted, asked_in, effort, matching, measures_for
from studies.validity.duels import Duel
from studies.validity.duels import count as count_pairs
from studies.validity.kept import read_kept, write_kept
from studies.validity.page import write_page
from studies.validity.runner import Run, Task, gaps, perform, tasks
from studies.validity.simulate import count, draw_sample, is_flagged, is_marked, simulate
from studies.validity.store import Chunk, Store, Total, added
from studies.validity.summary import Figure, Share, Verdict, brief, figures, verdicts
from studies.validity.tables import (
    coverage_table,
    grouped,
    make_gates,
    make_test_gates,
    shown,
    size_table,
    write_tables,
)
from studies.validity.truth import true_values
from studies.validity.worlds import world

CELL = Cell("series", "linear", 100)
RARE = Cell("rare-5", "lda", 300)
DUEL = Duel("balanced", "lda", 50)


def finding(low, high, value=0.2, note="", reason="", remark="", name="error"):
    interval = None if low is None else Interval(low, high, 0.95, "corrected-t", note=note)
    estimate, measure = SimpleNamespace(value=value), SimpleNamespace(name=name)
    return SimpleNamespace(interval=interval, estimate=estimate, measure=measure, reason=reason, remark=remark)


def sums(covered, made=1000, **other):
    known = {"asked": made, "made": made, "covered": covered, "width": 0.2 * made, "value": 0.3 * made}
    known |= {"value2": 0.0926 * made, "truth": 0.3 * made, "method:corrected-t": made, "plan:kfold": made}
    return known | other


def test_an_interval_is_counted_by_where_the_truth_is():
    assert count(finding(0.1, 0.3), 0.25)["covered"]
    assert count(finding(0.1, 0.3), 0.35)["below"]
    assert count(finding(0.1, 0.3), 0.05)["above"]
    assert count(finding(0.1, 0.1), 0.1)["zero"]
    assert count(finding(0.1, float("inf")), 0.2)["infinite"]
    assert count(finding(0.1, 0.3), 0.25, flagged=True)["flagged_covered"]


def test_what_is_refused_or_marked_is_counted_apart():
    assert count(None, 0.2) == count(finding(None, None), 0.2) == {"asked": 1, "none": 1}
    assert count(finding(0.1, 0.3), float("nan")) == {"asked": 1, "none": 1}
    marked = finding(0.0, 1.0, note="too few rows: not assessable")
    assert is_marked(marked)
    assert count(marked, 0.2) == {"asked": 1, "marked": 1, "marked_covered": True}


def test_a_warning_about_tails_is_read_from_the_notes_about_the_measure():
    rmse, mae = finding(0.1, 0.3, name="rmse"), finding(0.1, 0.3, name="mae")
    note = "1 of 60 rows carry 40% of the rmse of m: do not trust its interval"
    result = SimpleNamespace(notes=(note,), findings=(rmse, mae))
    assert is_flagged(result, rmse)
    assert not is_flagged(result, mae)
    quiet = SimpleNamespace(notes=("rows repeat",), findings=(rmse, mae))
    assert is_flagged(quiet, finding(0.1, 0.3, note="heavy tail"))
    assert not is_flagged(quiet, rmse)
    assert is_flagged(SimpleNamespace(notes=("the losses have heavy tails",), findings=(rmse, mae)), mae)


def test_a_family_is_rejected_where_any_pair_is():
    pair = {"a": "a", "b": "b", "difference": 0.1, "low": -0.1, "high": 0.3, "verdict": "undecided", "method": "t"}
    pairs = [{**pair, "plan": "kfold", "p_adjusted": p} for p in (0.2, 0.04)]
    assert count_pairs(pairs)["rejected"]
    assert not count_pairs(pairs[:1])["rejected"]
    assert count_pairs([{**pairs[0], "p_adjusted": float("nan")}]) == {"asked": 1, "none": 1}


def test_one_simulation_asks_for_the_core_and_those_whose_turn_it_is():
    known = measures_for(2)
    asked = [set(asked_in(number, known)) for number in range(TURNS)]
    assert set.intersection(*asked) == CORE & set(known)
    assert set.union(*asked) == set(known) == set(asked_in(0, known, everything=True))


def test_every_measure_that_has_a_truth_is_studied():
    studied = {*measures_for(2), *measures_for(10), *measures_for(0), *measures_for(0, positive=True)}
    assert {one.name for one in MEASURES} - studied == NO_TRUTH


def test_measures_that_need_costs_get_them():
    found = simulate(Cell("balanced", "gaussian-nb", 50), 0, Wanted(only=frozenset({"cost", "recall"})))
    assert set(found) == {"cost", "recall"}
    assert 0 < found["cost"]["truth"] < 5


def test_the_truth_of_one_test_set_is_that_of_the_model_fitted_to_the_other_rows():
    cell, only = Cell("balanced", "5-nn", 50, "holdout(1/3)"), Wanted(only=frozenset({"error"}))
    sample = draw_sample("balanced", 50, 3)
    fitted = foldwise.assess("knn", sample.X, sample.y, plan=cell.plan, seed=3).predictions.resamples.train_rows(0)
    drawn, found = world("balanced"), simulate(cell, 3, only)["error"]
    assert found["truth"] == true_values(drawn, "5-nn", sample.of(fitted), ["error"])["error"]
    assert found["truth"] != true_values(drawn, "5-nn", sample, ["error"])["error"]
    assert found["target:proxy"] == 1


def test_the_same_simulation_gives_the_same_counts():
    found = simulate(CELL, 5)
    assert found == simulate(CELL, 5)
    assert found["rmse"]["made"] == 1
    assert found["rmse"]["width"] > 0
    assert found["rmse"]["truth"] == pytest.approx(1, abs=0.3)


def test_a_measure_that_fails_is_counted_and_does_not_hide_the_others(monkeypatch):
    def broken(*asked):
        measures = asked[-1]
        if "rmse" in measures:
            raise ZeroDivisionError
        if "mae" in measures:
            message = "refused"
            raise InputError(message)
        found, of_plan = finding(0.1, 2.0, name=measures[0]), SimpleNamespace(resamples=SimpleNamespace(count=5))
        return SimpleNamespace(findings=(found,), notes=(), plan="forward(5)", predictions=of_plan)

    monkeypatch.setattr("studies.validity.simulate.ask", broken)
    found = simulate(CELL, 0)
    assert found["rmse"] == {"asked": 1, "none": 1, "crashed": 1}
    assert found["mae"] == {"asked": 1, "none": 1}
    assert found["mse"]["plan:forward"] == found["mse"]["made"] == 1
    total = {CELL.key: Total(sums={"rmse": {"asked": 50, "none": 50, "crashed": 3}})}
    assert f"3 calls failed  {'rmse':<24} {CELL.key}" in brief(total)


def test_a_comparison_of_equal_models_is_counted():
    found = simulate_cell(DUEL.key, 0)
    assert found["error"]["made"] == found["auc"]["made"] == 1
    assert found["error"]["rejected"] in (0, 1)


def test_cells_are_found_by_text_and_wildcards():
    keys = list(all_cells())
    assert len(keys) == len(set(keys)) > 300
    assert matching(keys, "t3/linear/n=60/default") == ["coverage/t3/linear/n=60/default"]
    assert matching(keys, "power/*/lda/n=300") == ["power/.20-.26/lda/n=300 p=5/default"]


def test_results_are_appended_and_a_line_that_was_cut_off_is_lost_alone(tmp_path):
    store = Store(tmp_path / "kept")
    first = Chunk("a", "v", 0, 50, 1.0, {"auc": {"made": 50, "covered": 47, "zero": 0}})
    store.append(first)
    with store.path.open("a", encoding="utf-8") as file:
        file.write('{"cell": "a", "vers')
    store.append(Chunk("a", "v", 50, 60, 1.0, {"auc": {"made": 10, "covered": 9}}))
    total = store.totals("v")["a"]
    assert total.numbers == set(range(60))
    assert dict(total.sums["auc"]) == {"made": 60, "covered": 56}


def test_a_measure_is_counted_once_in_a_simulation(tmp_path):
    store = Store(tmp_path)
    store.append(Chunk("a", "v", 0, 50, 1.0, {"auc": {"made": 50}}))
    store.append(Chunk("a", "v", 40, 60, 1.0, {"auc": {"made": 20}, "error": {"made": 20}}))
    total = store.totals("v")["a"]
    assert (total.sums["auc"]["made"], total.sums["error"]["made"]) == (50, 20)
    assert (total.of_all(["auc", "error"]), len(total.numbers)) == (set(range(40, 50)), 60)
    assert total.of_all(["auc", "kappa"]) == set()
    store.append(Chunk("a", "v", 0, 90, 1.0, {"auc": {"made": 90}, "error": {"made": 89}}))
    assert {name: one["made"] for name, one in store.totals("v")["a"].sums.items()} == {"auc": 90, "error": 89}


def test_the_repository_keeps_sums_and_later_runs_add_to_them(tmp_path):
    kept, store = tmp_path / "kept.parquet", Store(tmp_path)
    counts = {"asked": 20, "made": 19, "none": 1, "covered": 18, "value": 0.25, "method:t": 19, "plan:kfold": 19}
    store.append(Chunk(CELL.key, "v", 0, 20, 1.0, {"rmse": counts, "mae": counts}))
    write_kept(store.totals("v"), kept)
    both = Store(tmp_path / "later", kept)
    assert both.totals(None)[CELL.key] == store.totals("v")[CELL.key]
    both.append(Chunk(CELL.key, "w", 20, 30, 1.0, {"rmse": counts}))
    total = both.totals(None)[CELL.key]
    assert (total.sums["rmse"]["covered"], total.sums["mae"]["covered"]) == (36, 18)
    assert total.versions["rmse"] == {"v", "w"}
    forget_measures(kept, [CELL.key], ["mae"])
    assert set(read_kept(kept)[CELL.key].sums) == {"rmse"}


def test_results_of_other_versions_and_doubled_chunks_do_not_count(tmp_path):
    store = Store(tmp_path)
    for version, stop in (("old", 50), ("new", 20), ("new", 10)):
        store.append(Chunk("a", version, 0, stop, 1.0, {"auc": {"made": stop}}))
    assert store.totals("new")["a"].sums["auc"]["made"] == 20
    assert store.totals(None)["a"].sums["auc"]["made"] == 50
    assert Store(tmp_path / "none").totals(None) == {}


def test_what_is_missing_is_done_next_and_default_plans_first():
    assert list(gaps(set(range(50)), 170)) == [(50, 150), (150, 170)]
    other = "coverage/balanced/lda/n=100/kfold(10)"
    given = tasks({other: set(), CELL.key: set()}, 200, 0.0)
    assert [(task.cell, task.first) for task in given] == [
        *((other, 0), (CELL.key, 0), (CELL.key, 100), (other, 100)),
    ]
    assert effort("default") > effort("kfold(10)") > effort("loo")


def test_a_task_without_time_does_nothing():
    assert perform(Task(CELL.key, 0, 5, deadline=0.0)) is None


def test_a_run_continues_where_it_was_stopped(tmp_path):
    store, told = Store(tmp_path), []
    assert Run([CELL.key], 3, minutes=1).go(store, told.append) == 3
    assert Run([CELL.key], 5, minutes=1).go(store, told.append) == 2
    assert Run([CELL.key], 5, minutes=1).go(store, told.append) == 0
    chunks = list(store.chunks())
    assert [(one.first, one.stop) for one in chunks] == [(0, 3), (3, 5)]
    assert chunks[0].sums["mae"]["truth"] == pytest.approx(
        added(simulate(CELL, number) for number in range(3))["mae"]["truth"]
    )
    assert "3 of 3 simulations" in told[0]


def test_an_interruption_keeps_what_is_written(tmp_path, monkeypatch):
    def interrupted(task):
        if task.first:
            raise KeyboardInterrupt
        return Chunk(task.cell, "v", task.first, task.stop, 1.0, {})

    monkeypatch.setattr("studies.validity.runner.perform", interrupted)
    told = []
    assert Run([CELL.key], 200, minutes=1).go(Store(tmp_path), told.append) == 100
    assert "the same command continues" in "".join(told)
    assert len(list(Store(tmp_path).chunks())) == 1


def test_a_figure_is_a_share_a_width_and_a_bias():
    one = Figure(CELL, "rmse", sums(930, zero=10, flagged=100, flagged_covered=99, none=0))
    assert str(one.coverage) == "0.930 ± .008"
    assert one.zero == 0.01
    assert one.spread == pytest.approx(0.051, abs=0.001)
    assert one.ratio == pytest.approx(0.2 / (2 * 1.96 * one.spread), rel=1e-3)
    assert one.bias == pytest.approx(0)
    assert (one.flagged.value, one.unflagged.value) == (0.99, pytest.approx(831 / 900))
    assert (one.method, one.plan) == ("corrected-t", "kfold")


def test_a_share_of_nothing_is_no_number():
    assert str(Share(0, 0)) == "–"
    assert Share(900, 1000).below(0.93)
    assert not Share(925, 1000).below(0.93)
    assert Share(90, 1000).above(0.07)


@pytest.fixture
def totals():
    found = {
        RARE.key: {"auc": sums(820), "error": sums(950, zero=0)},
        Cell("rare-5", "lda", 1000).key: {"auc": sums(940)},
        Cell("balanced", "lda", 100).key: {"auc": sums(935), "error": sums(960)},
        Cell("t3", "linear", 60).key: {"rmse": sums(720, flagged=300, flagged_covered=297)},
        DUEL.key: {
            "auc": {"asked": 1000, "made": 1000, "rejected": 91, "method:corrected-t": 1000, "plan:kfold": 1000}
        },
    }
    return {key: Total(sums=one) for key, one in found.items()}


def test_groups_come_in_the_order_of_their_keys():
    assert list(grouped(["bad", "good", "better"], lambda word: word[0]).items()) == [
        ("b", ["bad", "better"]),
        ("g", ["good"]),
    ]


def test_tables_keep_the_worst_and_the_median_of_a_world(totals):
    rows = {(one.measure, one.world): one for one in coverage_table(figures(totals))}
    assert rows["auc", "rare-5"].worst == 0.82
    assert rows["auc", "rare-5"].median == 0.88
    assert (rows["auc", "rare-5"].n, rows["auc", "rare-5"].cells) == (300, 2)
    (size,) = size_table(verdicts(totals))
    assert (size.kind, size.rate, size.world, size.n) == ("size", 0.091, "balanced", 50)


def test_gates_are_made_where_coverage_is_below_the_floor(totals):
    gates = {one.measure: one for one in make_gates(figures(totals))}
    assert set(gates) == {"auc"}  # tails cannot be seen in the rows, so no gate is made for rmse
    assert (gates["auc"].most_rarest, gates["auc"].most_rows, gates["auc"].coverage) == (15, None, 0.82)


def test_figures_behind_a_closed_gate_are_not_shown_to_users(totals):
    seen = {(one.cell.world, one.cell.n, one.measure) for one in shown(figures(totals))}
    assert ("rare-5", 300, "auc") not in seen
    assert {("rare-5", 1000, "auc"), ("rare-5", 300, "error")} <= seen


def test_gates_of_tests_are_made_where_equal_models_are_called_different(totals):
    assert make_test_gates(verdicts(totals)) == []  # 0.091 ± .009 is above .08, but perhaps by chance
    totals[DUEL.key].sums["auc"]["rejected"] = 120
    (gate,) = make_test_gates(verdicts(totals))
    assert (gate.measure, gate.plan, gate.structure, gate.coverage) == ("auc", "kfold", "rows", 0.88)
    assert gate.said_of("a difference in auc").startswith(
        "not assessable: 95 % intervals for a difference in auc covered"
    )


def test_there_is_no_limit_where_the_largest_size_failed(totals):
    totals[Cell("rare-5", "lda", 1000).key].sums["auc"]["covered"] = 900
    (gate,) = [one for one in make_gates(figures(totals)) if one.measure == "auc"]
    assert (gate.most_rarest, gate.coverage) == (None, 0.82)


def test_the_page_lists_what_falls_short_first(totals, monkeypatch, tmp_path):
    written = {}
    monkeypatch.setattr(page_module, "publish", lambda *found: written.update({found[0]: found[2]}))
    text = write_page(figures(totals), verdicts(totals))
    assert written["validity"] == text
    low = text.index("## Intervals that cover less than 0.93: 2 of 6")
    assert (
        low
        < text.index("## Tests that call equal models different in more than 0.07: 1 of 1")
        < text.index("### rare-5")
    )
    assert text.index("**0.720 ± .014**") < text.index("**0.820 ± .012**")
    assert "| balanced | lda | 50 | 5 | default | auc | corrected-t | **0.091 ± .009** | 1000 |  |" in text
    assert "| linear | 60 | default | rmse | 30% | 0.990 ± .007 | 0.604 ± .018 | 0.720 ± .014 |" in text
    package = tmp_path / "package"
    for folder in ("intervals/simulations", "comparisons/simulations"):
        (package / folder).mkdir(parents=True)
    write_tables(figures(totals), verdicts(totals), package)
    document = json.loads((package / "intervals" / "simulations" / "validity.json").read_text(encoding="utf-8"))
    assert len(document["coverage"]["rows"]) == 5
    assert len(document["gates"]["rows"]) == 1
    tests = json.loads((package / "comparisons" / "simulations" / "validity.json").read_text(encoding="utf-8"))
    assert (len(tests["tests"]["rows"]), len(tests["gates"]["rows"])) == (1, 0)


def test_nothing_is_said_of_too_few_simulations():
    few = {RARE.key: Total(sums={"auc": sums(8, made=10)})}
    assert figures(few) == []
    assert verdicts({DUEL.key: Total(sums={"auc": {"asked": 1, "made": 1}})}) == []


def test_the_brief_says_what_failed(totals):
    text = brief(totals)
    assert text.startswith("6 figures; 2 cover less than 0.93, 0 have intervals of no width\n  0.720 ± .014 ")
    assert "1 of equal models are above 0.07\n  0.091 ± .009  corrected-t " in text
    assert Verdict(DUEL, "auc", {"asked": 4, "none": 1}).refused.value == 0.25


def test_the_command_lists_runs_and_reports(tmp_path):
    arguments = ["--cells", CELL.key, "--simulations", "2", "--jobs", "1", "--out", str(tmp_path)]
    arguments += ["--results", str(tmp_path / "none.parquet")]
    result = CliRunner().invoke(program.main, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert "0 figures" in result.output
    listed = CliRunner().invoke(program.main, [*arguments, "--list"], catch_exceptions=False)
    assert listed.output == f"     2 {CELL.key}\n"


def test_the_command_writes_the_page(tmp_path, monkeypatch):
    called = []
    monkeypatch.setattr(program, "write_tables", lambda *_, **__: called.append("tables"))
    monkeypatch.setattr(program, "write_page", lambda *_: called.append("page"))
    arguments = ["--page", "--out", str(tmp_path), "--results", str(tmp_path / "none.parquet")]
    CliRunner().invoke(program.main, arguments, catch_exceptions=False)
    assert called == ["tables", "page"]
