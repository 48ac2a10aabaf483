"""Decisions of the models of bootstrap samples."""

import numpy as np
import pytest

from foldwise.diagnoses import decision_instability
from foldwise.errors import InputError

rng = np.random.default_rng(0)
Y = rng.integers(0, 2, 50)
TABLE = rng.random((50, 20))
MODEL = TABLE.mean(axis=1)


def net_benefit(y, acted, t):
    return ((acted & (y == 1)).sum() - (acted & (y == 0)).sum() * t / (1 - t)) / y.size


def test_flips_and_benefits_are_those_of_the_definition():
    found = decision_instability(Y, TABLE, MODEL, thresholds=[0.3, 0.5])
    for at, t in enumerate([0.3, 0.5]):
        each = [net_benefit(Y, TABLE[:, one] >= t, t) for one in range(20)]
        assert found.benefit[at] == pytest.approx(net_benefit(Y, t <= MODEL, t))
        assert (found.low[at], found.high[at]) == pytest.approx(tuple(np.quantile(each, [0.025, 0.975])))
        assert found.flips[at] == pytest.approx(np.mean((t <= TABLE) != (t <= MODEL)[:, None]))
    assert list(found.to_frame()["thresholds"]) == [0.3, 0.5]


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="above 0 and below 1"):
        decision_instability(Y, TABLE, MODEL, thresholds=[1.0])
    some = TABLE.copy()
    some[0, 0] = np.nan
    with pytest.raises(InputError, match="predictions of every model"):
        decision_instability(Y, some, MODEL)
