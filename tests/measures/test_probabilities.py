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


@pytest.mark.parametrize("k", [2, 3])
def test_brier_sums_over_the_classes(k):
    truth, scores = random_case(k)
    direct = np.mean(((scores - np.eye(k)[truth]) ** 2).sum(axis=1))
    assert measure("brier").value(outcomes(truth, scores=scores, n_classes=k)) == pytest.approx(direct, abs=1e-12)


def test_two_class_brier_is_twice_scikit_learns():
    truth, scores = random_case(2)
    half = metrics.brier_score_loss(truth, scores[:, 1])
    assert measure("brier").value(outcomes(truth, scores=scores)) == pytest.approx(2 * half, abs=1e-12)


def test_a_certain_and_wrong_answer_is_clipped_not_infinite():
    assert measure("log-loss").value(outcomes([1], scores=[0.0])) == pytest.approx(-np.log(1e-15))


def test_answers_that_ruled_the_truth_out_are_counted():
    rows = outcomes([1, 1, 0], scores=[0.0, 0.0, 0.2])
    assert (
        measure("log-loss").remark(rows, 9.0)
        == "2 answers gave the true class a probability below 1e-15, counted as 1e-15"
    )
    assert measure("log-loss").remark(outcomes([0], scores=[0.2]), 0.2) == ""


def test_the_ranked_score_of_two_classes_is_the_halved_brier_score():
    truth, scores = random_case(2)
    rows = outcomes(truth, scores=scores)
    assert measure("rps").value(rows) == pytest.approx(measure("brier-half").value(rows))


def test_always_giving_the_class_shares_has_no_skill():
    rows = outcomes([0, 1, 1, 1], scores=[0.75] * 4)
    assert [measure(name).value(rows) for name in ("brier-skill", "log-loss-skill")] == pytest.approx([0, 0])


def test_one_class_alone_leaves_no_skill_to_measure():
    assert np.isnan(measure("brier-skill").value(outcomes([1, 1], scores=[0.75, 0.5])))
