"""FW209: errors of consecutive rows are alike."""

import numpy as np
import pytest

from foldwise.advice import AlikeErrors
from tests.advice.worlds import normal_rows, values_of
from tests.diagnosing.checked import checked

X, y = normal_rows(400)
rng = np.random.default_rng(0)


def going_on(n):
    noise = rng.normal(size=n)
    for t in range(1, n):
        noise[t] = 0.9 * noise[t - 1] + np.sqrt(1 - 0.81) * noise[t]
    return noise


def test_noise_that_goes_on_from_row_to_row_is_found():
    found = AlikeErrors().look(checked("linear", X, X[:, 0] + 2 * going_on(400)))
    assert found.optimistic
    assert "rows up to 3 apart" in found.found
    assert AlikeErrors().look(checked("lda", X, (X[:, 0] + 2 * going_on(400) > 0).astype(int))) is not None


def test_noise_is_found_where_errors_of_the_model_have_too_much_of_their_own():
    draw = np.random.default_rng(4)
    series = draw.normal(size=200)
    for t in range(1, 200):
        series[t] = 0.9 * series[t - 1] + np.sqrt(1 - 0.81) * series[t]
    features = draw.normal(size=(200, 8))
    found = AlikeErrors().look(checked("tree", features, (features[:, 0] + 2 * series > 0).astype(int)))
    assert "less what the features say" in found.found


def test_groups_that_share_their_noise_are_found():
    target = X[:, 0] + 2 * np.repeat(rng.normal(size=40), 10)
    assert AlikeErrors().look(checked("linear", X, target)) is not None


@pytest.mark.parametrize("order", [slice(None), np.argsort(y, kind="stable"), np.argsort(X[:, 2])])
def test_independent_rows_in_any_order_are_no_finding(order):
    assert AlikeErrors().look(checked("lda", X[order], y[order])) is None
    assert AlikeErrors().look(checked("linear", X[order], values_of(X)[order])) is None


def test_rows_sorted_by_the_target_are_no_finding():
    target = values_of(X)
    order = np.argsort(target)
    assert AlikeErrors().look(checked("linear", X[order], target[order])) is None


def test_declared_groups_are_no_news():
    target = X[:, 0] + 2 * np.repeat(rng.normal(size=40), 10)
    grouped = checked("linear", X, target, plan="group-kfold(5)", groups=np.repeat(np.arange(40), 10))
    assert AlikeErrors().look(grouped) is None
