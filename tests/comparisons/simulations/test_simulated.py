"""What the study of validity found of default tests: `foldwise.comparisons.simulations.simulated`."""

import pytest

from foldwise.comparisons import SimulatedTest, default_size, worst_size
from foldwise.comparisons.simulations import simulated as module

ROWS = (
    SimulatedTest("size", "auc", "kfold", "balanced", "corrected-t", 9, 0.091, "3-nn", 300, 1000, 0.05),
    SimulatedTest("size", "auc", "kfold", "rare-8", "corrected-t", 2, 0.06, "lda", 200, 1000, 0.05),
    SimulatedTest("power", "error", "kfold", ".20-.26", "corrected-t", 1, 0.28, "lda", 300, 1000, 0.28),
)


@pytest.fixture(autouse=True)
def _table(monkeypatch):
    monkeypatch.setattr(module, "_table", lambda: ROWS)


def test_the_highest_rate_is_found_and_written_with_its_place():
    assert worst_size("auc") is ROWS[0]
    assert str(ROWS[0]) == "9.1 % ± 0.9 (balanced, 3-nn, n = 300)"


def test_rates_are_found_by_measure_plan_test_and_kind():
    assert default_size("auc", "kfold") == ROWS[:2]
    assert default_size(kind="power") == ROWS[2:]
    assert default_size(method="delong") == ()


def test_power_is_no_false_positive():
    assert worst_size("error") is None
