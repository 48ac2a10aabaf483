"""AUC, against scikit-learn and counting pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from foldwise.measures import measure
from foldwise.measures.definitions.scores import area
from foldwise.measures.tallies.areas import areas
from tests.worlds import outcomes

AUC = measure("auc")
tied_scores = st.lists(st.integers(0, 6), min_size=30, max_size=30).map(lambda v: np.array(v) / 6)
both_classes = st.permutations([0] * 12 + [1] * 18).map(np.array)


def test_delong_example():
    """METHODS L.5: AUC .94 and .84."""
    truth = np.repeat([1, 0], 5)
    a = np.array([0.9, 0.8, 0.7, 0.6, 0.4, 0.5, 0.4, 0.3, 0.2, 0.1])
    b = np.array([0.8, 0.9, 0.5, 0.4, 0.6, 0.7, 0.3, 0.2, 0.45, 0.1])
    assert [AUC.value(outcomes(truth, scores=s)) for s in (a, b)] == pytest.approx([0.94, 0.84])


@given(tied_scores, both_classes)
def test_agrees_with_scikit_learn_with_ties(scores, truth):
    assert AUC.value(outcomes(truth, scores=scores)) == pytest.approx(metrics.roc_auc_score(truth, scores), abs=1e-12)


@given(tied_scores, both_classes, st.lists(st.integers(1, 3), min_size=30, max_size=30))
def test_a_weight_is_as_good_as_repeated_rows(scores, truth, weights):
    weighted = AUC.value(outcomes(truth, scores=scores, weights=weights))
    repeated = AUC.value(outcomes(np.repeat(truth, weights), scores=np.repeat(scores, weights)))
    assert weighted == pytest.approx(repeated, abs=1e-12)


@given(tied_scores, both_classes)
def test_the_reversed_score_has_the_complementary_area(scores, truth):
    assert area(-scores, truth == 1) == pytest.approx(1 - area(scores, truth == 1), abs=1e-12)


def test_balanced_accuracy_is_the_area_of_a_hard_rule():
    truth, output = np.array([0, 0, 0, 1, 1]), np.array([0, 1, 0, 1, 0])
    rows = outcomes(truth, output, scores=output.astype(float))
    assert AUC.value(rows) == pytest.approx(measure("balanced-accuracy").value(rows))


def test_several_classes_agree_with_hand_and_till():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 4, 200)
    scores = rng.dirichlet(np.ones(4), 200)
    ours = AUC.value(outcomes(truth, scores=scores, n_classes=4))
    assert ours == pytest.approx(metrics.roc_auc_score(truth, scores, multi_class="ovo"), abs=1e-12)


def test_one_class_has_no_area():
    assert np.isnan(AUC.value(outcomes([1, 1], scores=[0.2, 0.8])))


def test_a_constant_score_is_worth_a_coin():
    assert AUC.value(outcomes([0, 1, 1], scores=[0.5, 0.5, 0.5])) == 0.5


@pytest.mark.parametrize("seed", range(20))
def test_no_pair_lost_is_one_and_no_pair_won_zero_whatever_the_weights(seed):
    rng = np.random.default_rng(seed)
    truth, weights = np.arange(41) % 2 == 1, rng.uniform(0.1, 5.0, 41)
    scores, group = truth + rng.uniform(0, 0.5, 41), np.sort(np.arange(41) % 3)
    assert (area(scores, truth, weights), area(-scores, truth, weights)) == (1.0, 0.0)
    assert areas(scores, truth, weights, group, 3)[0].tolist() == [1.0, 1.0, 1.0]
    assert areas(-scores, truth, weights, group, 3)[0].tolist() == [0.0, 0.0, 0.0]
