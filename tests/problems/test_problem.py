"""What every problem has: draws, a Bayes rule, and the risk of any model."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, PoissonRegressor
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.problems import PROBLEMS, GaussianClasses, GaussianLinear
from foldwise.problems.problem import linear_weights


class Optimal:
    """The Bayes rule as a model."""

    def __init__(self, problem):
        self.problem = problem

    def predict(self, X):
        return self.problem.optimal(X)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda one: one.name)
def test_the_bayes_rule_has_the_bayes_risk(problem):
    found = problem.risk(Optimal(problem), rows=50_000)
    assert found.value == pytest.approx(problem.bayes_risk, abs=4 * found.error + 1e-9)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda one: one.name)
def test_the_risk_is_what_new_rows_show(problem):
    """A poor model, scored on rows drawn with their targets, against the risk with the target integrated out."""

    class Poor:
        def predict(self, X):
            return (X[:, 0] > 0.3).astype(int) if problem.task is Task.CLASSIFICATION else 0.3 * X[:, 0] + 0.1

    X, y = problem.draw(40_000, seed=5)
    losses = (Poor().predict(X) != y) if problem.task is Task.CLASSIFICATION else (Poor().predict(X) - y) ** 2
    error = losses.std() / np.sqrt(y.size)
    assert problem.risk(Poor()).value == pytest.approx(losses.mean(), abs=4 * error)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda one: one.name)
def test_a_seed_gives_the_same_rows(problem):
    (X, y), (again, same), (other, _) = problem.draw(20, seed=3), problem.draw(20, seed=3), problem.draw(20, seed=4)
    assert X.shape == (20, problem.columns)
    assert np.array_equal(X, again)
    assert np.array_equal(y, same)
    assert not np.array_equal(X, other)


def test_a_model_without_a_closed_form_has_a_monte_carlo_error():
    problem = GaussianClasses()
    X, y = problem.draw(60)
    found = problem.risk(KNeighborsClassifier(1).fit(X, y), rows=4_000)
    assert not found.exact
    assert 0 < found.error < 0.01


def test_a_linear_rule_is_recognised_and_one_with_a_link_is_not():
    problem, numbers = GaussianClasses(), GaussianLinear(2)
    X, y = problem.draw(80)
    model = LogisticRegression().fit(X, y)
    weights, intercept = linear_weights(model, problem)
    assert np.array_equal(weights, model.coef_[0])
    assert intercept == model.intercept_[0]
    X, y = numbers.draw(80)
    assert linear_weights(PoissonRegressor().fit(X, np.exp(y)), numbers) is None


def test_no_rows_are_refused():
    with pytest.raises(InputError, match="at least one row is drawn, not 0"):
        GaussianClasses().draw(0)
    with pytest.raises(InputError, match="averaged over at least two rows, not 1"):
        GaussianClasses().risk(Optimal(GaussianClasses()), rows=1)
