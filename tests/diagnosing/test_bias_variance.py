import numpy as np
import pytest

from foldwise.diagnosing.bias_variance import BiasVariance, main_method
from tests.diagnosing.subjects import classes, subject, values


def test_every_form_sums_to_the_loss_and_the_measures_own_comes_first():
    found = BiasVariance().find(subject("tree", *classes()), {})["decompositions"]
    assert [one.method for one in found] == [
        *("kohavi-wolpert", "domingos", "kong-dietterich", "breiman", "james", "webb", "brier", "log-loss"),
    ]
    assert all(abs(one.bias + one.variance + one.noise - one.loss) < 1e-10 for one in found if one.method != "domingos")


def test_the_brier_score_has_its_own_form():
    found = BiasVariance().find(subject("gaussian-nb", *classes(), measure="brier"), {})["decompositions"]
    assert found[0].method == "brier"


def test_declared_noise_leaves_the_bias():
    X, y = values(300, noise=1.0)
    told = BiasVariance().find(subject("linear", X, y, noise=1.0), {})["decompositions"][0]
    mute = BiasVariance().find(subject("linear", X, y), {})["decompositions"][0]
    assert told.noise == 1.0
    assert told.bias == pytest.approx(mute.bias - 1.0)


def test_noise_of_replicates_is_estimated():
    X, y = values(60, noise=0.0)
    X, y = np.repeat(X, 3, axis=0), np.repeat(y, 3) + np.random.default_rng(1).normal(size=180)
    found = BiasVariance().find(subject("linear", X, y, noise="replicates"), {})["decompositions"][0]
    assert found.noise == pytest.approx(1.0, abs=0.4)


def test_losses_without_such_a_sum_say_so():
    assert main_method("mae") == ""
    assert "no sum" in BiasVariance().refusal(subject("linear", *values(), measure="mae"))


@pytest.mark.parametrize(("given", "said"), [({"order": True}, "future"), ({"weights": True}, "weights")])
def test_time_and_weights_are_left_out(given, said):
    rows = {name: np.arange(1.0, 161.0) for name in given}
    plan = "forward(4)" if "order" in given else "kfold(5)"
    assert said in BiasVariance().refusal(subject("gaussian-nb", *classes(), plan=plan, **rows))
