"""What the study of validity found of default intervals, and the gates: `foldwise.intervals.simulations.simulated`."""

import numpy as np
import pytest

from foldwise.intervals import (
    CoverageGate,
    Simulated,
    Situation,
    default_coverage,
    find_gate,
    without_gates,
    worst_coverage,
)
from foldwise.intervals.simulations import simulated as module
from foldwise.intervals.simulations.simulated import effective_groups, share_error
from foldwise.predictions import Predictions

RARE = CoverageGate("auc", "kfold", "two", "rows", *(False, None, 15, None), "", 0.82, 1000, "rare-5, lda, n = 300")
FEW = CoverageGate("auc", "kfold", "two", "rows", *(False, 50, None, None), "", 0.9, 1000, "balanced, lda, n = 50")
GROUPS = CoverageGate(
    "auc", "group-kfold", "two", "groups", *(False, None, None, 12), "", 0.85, 1000, "groups, lda, n = 120"
)
PERFECT = CoverageGate(
    "auc", "kfold", "two", "rows", *(False, None, None, None), "perfect", 0.22, 1000, "separable, lda"
)
GATES = (RARE, FEW, GROUPS, PERFECT)


@pytest.fixture
def table(monkeypatch):
    rows = (
        Simulated("auc", "kfold", "rare-5", "corrected-t", 6, 0.82, "lda", 300, 1000, 0.93, 1.1),
        Simulated("auc", "kfold", "balanced", "corrected-t", 6, 0.95, "lda", 50, 1000, 0.96, 1.2),
        Simulated("error", "loo", "balanced", "wald-cv", 2, 0.91, "1-nn", 100, 400, 0.92, 0.9),
    )
    monkeypatch.setattr(module, "_table", lambda: rows)
    return rows


def test_figures_are_found_by_measure_plan_and_method(table):
    assert default_coverage() == table
    assert default_coverage("auc", "kfold") == table[:2]
    assert default_coverage(method="wald-cv") == table[2:]
    assert worst_coverage("auc") is table[0]
    assert worst_coverage("auc", "loo") is None


def test_the_shipped_figures_are_shares_of_simulations():
    assert all(0 <= one.worst <= one.median <= 1 and one.simulations >= 40 for one in default_coverage())


def test_a_figure_is_written_with_its_error_and_its_place(table):
    assert str(table[0]) == "82.0 % ± 1.2 (rare-5, lda, n = 300)"


def test_the_error_of_a_perfect_record_is_not_zero():
    assert share_error(1.0, 100) == pytest.approx(0.0098, abs=1e-4)


def test_a_rare_class_is_gated_whatever_the_number_of_rows():
    assert find_gate("auc", "kfold", Situation(1000, 2, rarest=15), GATES) is RARE
    assert find_gate("auc", "kfold", Situation(1000, 2, rarest=16), GATES) is None


def test_the_lowest_coverage_of_several_gates_is_told():
    assert find_gate("auc", "kfold", Situation(50, 2, rarest=10), GATES) is RARE
    assert find_gate("auc", "kfold", Situation(50, 2, rarest=25), GATES) is FEW


def test_a_trait_must_have_been_seen():
    seen = Situation(1000, 2, rarest=500, traits=frozenset({"perfect"}))
    assert find_gate("auc", "kfold", seen, GATES) is PERFECT
    assert find_gate("auc", "kfold", Situation(1000, 2, rarest=500), GATES) is None


def test_groups_are_counted_by_how_much_they_say():
    few = Situation(300, 2, rarest=100, groups=11.9)
    assert find_gate("auc", "group-kfold", few, GATES) is GROUPS
    assert find_gate("auc", "kfold", few, GATES) is None
    assert effective_groups(np.repeat([0, 1, 2], [10, 10, 10])) == pytest.approx(3)
    assert effective_groups(np.repeat([0, 1, 2], [28, 1, 1])) == pytest.approx(900 / 786)


@pytest.mark.parametrize(
    "seen",
    [
        Situation(300, 3, rarest=10),
        Situation(300, 0),
        Situation(300, 2, rarest=10, weighted=True),
        Situation(300, 2, rarest=10, ordered=True),
    ],
)
def test_rows_of_another_kind_are_not_gated(seen):
    assert find_gate("auc", "kfold", seen, GATES) is None


def test_other_measures_and_plans_are_not_gated():
    seen = Situation(300, 2, rarest=10)
    assert find_gate("error", "kfold", seen, GATES) is None
    assert find_gate("auc", "loo", seen, GATES) is None


def test_a_gate_gives_its_reason_with_the_figure():
    assert RARE.reason == (
        "not assessable: 95 % intervals for auc covered 82.0 % ± 1.2 in simulations with at most 15 rows of a class"
    )
    assert PERFECT.reason.endswith("in simulations where no row was wrong")


def test_what_is_seen_of_predictions():
    truth = ["a"] * 3 + ["b"] * 5
    plain = Predictions.build(truth, {"m": truth})
    assert Situation.of(plain) == Situation(8, 2, rarest=3)
    rich = Predictions.build(truth, {"m": truth}, groups=[0, 0, 0, 0, 1, 1, 1, 1], weights=np.arange(1.0, 9.0))
    assert Situation.of(rich, ["perfect"]) == Situation(
        8, 2, rarest=3, groups=2.0, weighted=True, traits=frozenset({"perfect"})
    )


def test_values_have_no_rarest_class():
    seen = Situation.of(Predictions.build([1.5, 2.5, 3.5], {"m": [1.0, 2.0, 3.0]}, task="regression"))
    assert (seen.n, seen.classes, seen.rarest) == (3, 0, 3)


def test_a_study_opens_the_gates(monkeypatch):
    monkeypatch.setattr(module, "_gates", lambda: tuple(GATES))
    assert module.has_gates("auc", "kfold")
    with without_gates():
        assert not module.has_gates("auc", "kfold")
    assert module.has_gates("auc", "kfold")
