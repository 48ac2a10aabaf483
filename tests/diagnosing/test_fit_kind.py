from foldwise.diagnosing.bias_variance import BiasVariance
from foldwise.diagnosing.fit_kind import FitPart
from tests.diagnosing.subjects import classes, subject, values


def test_a_full_tree_on_noisy_labels_overfits():
    X, y = classes(200, gap=1.5)
    one = subject("tree", X, y)
    before = BiasVariance().find(one, {})
    assert str(FitPart().find(one, before)["verdict"].kind) == "overfitting"


def test_a_line_through_a_parabola_underfits():
    X, _ = values(200)
    one = subject("linear", X, X[:, 0] ** 2, noise=0.0)
    found = FitPart().find(one, BiasVariance().find(one, {}))["verdict"]
    assert str(found.kind) == "underfitting"


def test_a_baseline_without_errors_leaves_nothing_to_say():
    assert "baseline" in FitPart().refusal(subject("linear", *values(60), noise=100.0))
