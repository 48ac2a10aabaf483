"""The bound by Rademacher complexity, by hand and by simulation."""

from math import log, sqrt

import numpy as np
import pytest

from foldwise.diagnoses import rademacher_bound
from foldwise.errors import InputError


def test_a_bound_worked_by_hand():
    assert rademacher_bound(0.1, 0.15, 1000).value == pytest.approx(0.25 + 3 * sqrt(log(40) / 2000))


def test_it_holds_for_threshold_rules():
    """Rules 1[x > t] and 1[x ≤ t] of one column, whose least training error is found exactly: true errors stay below."""
    rng = np.random.default_rng(0)

    def least_error(y):
        """Smallest training error over all cuts of sorted rows, and the cut."""
        above = np.concatenate([[0], np.cumsum(y)])
        errors = above + ((1 - y).sum() - np.concatenate([[0], np.cumsum(1 - y)]))
        wrong = np.concatenate([errors, y.size - errors]) / y.size
        return wrong.min(), int(wrong.argmin())

    held = 0
    for _ in range(100):
        x = np.sort(rng.random(80))
        y = ((x > 0.5) ^ (rng.random(80) < 0.2)).astype(int)
        complexity = np.mean([1 - 2 * least_error(rng.integers(0, 2, 80))[0] for _ in range(30)])
        wrong, at = least_error(y)
        cut = np.concatenate([[0], x])[at % 81]
        true = 0.2 + 0.6 * (abs(cut - 0.5) if at <= 80 else 1 - abs(cut - 0.5))
        held += true <= rademacher_bound(wrong, float(complexity), 80).value
    assert held == 100


def test_what_is_no_complexity_is_refused():
    with pytest.raises(InputError, match="between 0 and 1"):
        rademacher_bound(0.1, 1.5, 100)
