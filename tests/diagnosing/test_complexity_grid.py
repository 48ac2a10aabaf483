from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise.diagnosing.complexity_grid import complexity_grid, with_own


def test_the_own_value_is_among_them():
    assert complexity_grid(DecisionTreeClassifier(max_depth=5), 100) == ("max_depth", (1, 2, 3, 4, 5, 6, 8, 12, None))


def test_the_last_step_of_a_pipeline_counts():
    name, values = complexity_grid(make_pipeline(StandardScaler(), Ridge(0.5)), 100)
    assert name == "alpha"
    assert values == (1000.0, 100.0, 10.0, 1.0, 0.5, 0.1, 0.01, 0.001)


def test_a_model_without_such_a_parameter_has_none():
    assert complexity_grid(GaussianNB(), 100) is None


def test_what_is_no_number_is_left_out():
    assert with_own([1, 2, None], "sqrt") == (1, 2, None)
