import numpy as np
import pytest

import foldwise
from foldwise.diagnosing.instability import InstabilityPart
from tests.diagnosing.subjects import classes, subject, values


def test_rows_near_the_border_flip_most():
    X, y = classes(gap=3.0)
    found = InstabilityPart().find(subject("tree", X, y), {})["instability"]
    border = np.abs(X[:, 0] - 1.5) < 0.5
    assert found.flips[border].mean() > found.flips[~border].mean()
    assert 0 < found.mean_flips < 0.5
    assert found.decision is not None
    assert found.models == 20


def test_values_vary_and_do_not_flip():
    found = InstabilityPart().find(subject("linear", *values()), {})["instability"]
    assert np.isnan(found.mean_flips)
    assert found.mean_spread > 0
    assert found.unstable.size == 0


def test_three_classes_have_no_decisions():
    X, _ = classes()
    found = InstabilityPart().find(subject("gaussian-nb", X, np.arange(160) % 3), {})["instability"]
    assert found.decision is None
    assert found.to_frame().columns.tolist() == ["row", "flips", "spread"]


def test_models_without_probabilities_only_flip():
    from sklearn.svm import LinearSVC

    found = InstabilityPart().find(subject(LinearSVC(), *classes(80)), {})["instability"]
    assert np.isnan(found.mean_spread)
    assert found.mean_flips >= 0


@pytest.mark.parametrize("name", ["tree", "random-forest", "adaboost", "c45", "mixed-nb", "knn", "lda"])
def test_groups_are_drawn_whole_for_every_family(name):
    rng = np.random.default_rng(0)
    X, groups = rng.normal(size=(60, 3)), np.repeat(np.arange(12), 5)
    y = np.where(X[:, 0] + rng.normal(size=60) > 0, "a", "b")
    found = foldwise.diagnose(name, X, y, groups=groups, samples=10, parts="instability")
    assert found.left_out == () or "instability" not in dict(found.left_out)


def test_rows_count_by_their_weights():
    rows = foldwise.sample("breast-cancer")
    weights = np.linspace(0.1, 2, rows.n)
    found = foldwise.diagnose("tree", rows.X, rows.target, weights=weights, parts="instability", samples=10)
    part = found.instability
    known = ~np.isnan(part.flips)
    assert part.mean_flips == pytest.approx(np.average(part.flips[known], weights=weights[known]))
    assert part.calibration is None
    assert part.decision is None
