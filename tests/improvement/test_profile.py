"""The bias and variance of a model."""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise.engine import Settings
from foldwise.improvement.profile import profile_of
from foldwise.measures import measure
from tests.improvement.cases import rows, values

QUIET = Settings(progress=None, jobs=1)


def profile(model, dataset, goal="error"):
    return profile_of("mine", model, dataset, QUIET, goal=measure(goal))


def test_bias_and_variance_add_up_to_the_loss_and_a_tree_has_more_variance_than_naive_bayes():
    tree, bayes = profile(DecisionTreeClassifier(), rows(200)), profile(GaussianNB(), rows(200))
    for one in (tree, bayes):
        assert np.isclose(one.loss, one.bias + one.variance)
    assert tree.variance_share > 2 * bayes.variance_share
    assert tree.training == 0
    assert bayes.training > 0.1


def test_values_are_taken_apart_by_squared_error_and_probabilities_by_brier():
    assert profile(Ridge(), values(), "rmse").method == "squared"
    assert profile(KNeighborsClassifier(), rows(), "log-loss").method == "brier"


def test_groups_are_drawn_whole_and_rows_in_time_have_no_profile():
    assert profile(KNeighborsClassifier(), rows(groups=np.repeat(np.arange(20), 3))).draws == 30
    assert profile(KNeighborsClassifier(), rows(order=np.arange(60))) is None
