"""Stacking as a variant."""

import numpy as np
from sklearn.linear_model import LinearRegression, LogisticRegression

from foldwise.ensembles import StackedClassifier
from foldwise.improvement import improvement_method
from foldwise.improvement.stacking import fitted_combiner
from tests.improvement.cases import case_of, rows, values

STACKING = improvement_method("stacking")


def test_classes_are_combined_by_logistic_regression():
    """scikit-learn's on the second column of each base model is the witness."""
    dataset = rows()
    chances = [np.column_stack([1 - one, one]) for one in np.random.default_rng(1).random((2, dataset.n))]
    combine = STACKING.combiner(chances, dataset.truth, case_of(dataset=dataset))
    table = np.column_stack([one[:, 1] for one in chances])
    expected = LogisticRegression(max_iter=1000).fit(table, dataset.truth).predict_proba(table)
    assert np.allclose(combine(chances), expected)
    assert isinstance(STACKING.build(case_of()), StackedClassifier)


def test_values_are_combined_by_least_squares_with_coefficients_from_0_up():
    dataset = values()
    columns = list(np.random.default_rng(1).normal(size=(2, dataset.n)))
    combine = STACKING.combiner(columns, dataset.truth, case_of(dataset=dataset))
    table = np.column_stack(columns)
    assert np.allclose(combine(columns), LinearRegression(positive=True).fit(table, dataset.truth).predict(table))


def test_a_training_set_of_one_class_predicts_that_class():
    combine = fitted_combiner([np.full((3, 2), 0.5)], np.array([1, 1, 1]), 2)
    assert combine([np.full((2, 2), 0.5)]).tolist() == [[0.0, 1.0], [0.0, 1.0]]
