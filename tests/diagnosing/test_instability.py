import numpy as np

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
