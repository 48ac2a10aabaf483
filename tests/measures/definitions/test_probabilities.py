"""Log loss and Brier score, against scikit-learn."""

import numpy as np
import pytest
from sklearn import metrics

from foldwise.measures import measure
from tests.worlds import outcomes


def random_case(k, seed=0, n=60):
    rng = np.random.default_rng(seed)
    return rng.integers(0, k, n), rng.dirichlet(np.ones(k), n)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_log_loss_agrees_with_scikit_learn(k):
    truth, scores = random_case(k)
    ours = measure("log-loss").value(outcomes(truth, scores=scores, n_classes=k))
    assert ours == pytest.approx(metrics.log_loss(truth, scores, labels=range(k)), abs=1e-12)


@pytest.mark.parametrize("k", [3, 5])
def test_the_brier_score_of_many_classes_sums_over_them(k):
    truth, scores = random_case(k)
    direct = np.mean(((scores - np.eye(k)[truth]) ** 2).sum(axis=1))
    assert measure("brier").value(outcomes(truth, scores=scores, n_classes=k)) == pytest.approx(direct, abs=1e-12)


def test_the_brier_score_of_two_classes_is_the_mean_square_of_p_less_y():
    truth, scores = random_case(2)
    found = measure("brier").value(outcomes(truth, scores=scores))
    assert found == pytest.approx(np.mean((scores[:, 1] - truth) ** 2), abs=1e-12)
    assert found == pytest.approx(metrics.brier_score_loss(truth, scores[:, 1]), abs=1e-12)


def test_one_of_many_classes_held_against_the_rest_is_two_classes():
    truth, scores = random_case(3)
    found = measure("brier[1]").value(outcomes(truth, scores=scores, n_classes=3))
    assert found == pytest.approx(np.mean((scores[:, 1] - (truth == 1)) ** 2), abs=1e-12)


def test_the_range_of_the_brier_score_depends_on_the_classes():
    assert (measure("brier").top(2), measure("brier").top(3)) == (1, 2)


def test_the_skill_of_a_brier_score_does_not_depend_on_its_half():
    truth, scores = random_case(2)
    share = truth.mean()
    score, plain = np.mean((scores[:, 1] - truth) ** 2), share * (1 - share)
    rows = outcomes(truth, scores=scores)
    assert measure("brier-skill").value(rows) == pytest.approx(1 - score / plain, abs=1e-12)


def test_a_certain_and_wrong_prediction_is_clipped_not_infinite():
    assert measure("log-loss").value(outcomes([1], scores=[0.0])) == pytest.approx(-np.log(np.finfo(float).eps))
    certain = np.array([[1.0, 0.0], [0.5, 0.5]])
    ours = measure("log-loss").value(outcomes([1, 0], scores=certain))
    assert ours == pytest.approx(metrics.log_loss([1, 0], certain), abs=1e-12)
    assert measure("log-loss(1e-15)").value(outcomes([1], scores=[0.0])) == pytest.approx(-np.log(1e-15))


def test_predictions_that_ruled_the_truth_out_are_counted():
    rows = outcomes([1, 1, 0], scores=[0.0, 0.0, 0.2])
    assert (
        measure("log-loss").remark(rows, 9.0)
        == "2 predictions gave the true class a probability below 2.2e-16, counted as 2.2e-16"
    )
    assert measure("log-loss").remark(outcomes([0], scores=[0.2]), 0.2) == ""


def test_the_ranked_score_of_two_classes_is_the_brier_score():
    truth, scores = random_case(2)
    rows = outcomes(truth, scores=scores)
    assert measure("rps").value(rows) == pytest.approx(measure("brier").value(rows))


def test_always_giving_the_class_shares_has_no_skill():
    rows = outcomes([0, 1, 1, 1], scores=[0.75] * 4)
    assert [measure(name).value(rows) for name in ("brier-skill", "log-loss-skill")] == pytest.approx([0, 0])


def test_one_class_alone_leaves_no_skill_to_measure():
    assert np.isnan(measure("brier-skill").value(outcomes([1, 1], scores=[0.75, 0.5])))
