"""Labels without information."""

import pytest
from sklearn.neighbors import KNeighborsClassifier

from foldwise.errors import InputError
from foldwise.problems import RandomLabels


def test_every_model_is_right_half_of_the_time():
    problem = RandomLabels(3)
    X, y = problem.draw(50)
    assert problem.risk(KNeighborsClassifier(1).fit(X, y), rows=1000).value == 0.5


def test_the_best_is_the_commoner_class():
    problem = RandomLabels(prior=0.8)
    X, _ = problem.draw(10)
    assert problem.optimal(X).tolist() == [1] * 10
    assert problem.bayes_risk == pytest.approx(0.2)


def test_a_prior_of_one_is_refused():
    with pytest.raises(InputError, match="between 0 and 1"):
        RandomLabels(prior=1.0)
