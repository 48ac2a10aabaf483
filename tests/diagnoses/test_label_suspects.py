"""Labels that were turned are found again."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from foldwise.diagnoses import label_suspects
from foldwise.errors import InputError
from foldwise.problems import GaussianClasses


def test_turned_labels_are_most_of_the_suspects():
    X, y = GaussianClasses(2, 5.0).draw(400)
    turned = np.random.default_rng(0).choice(400, 30, replace=False)
    labels = y.copy()
    labels[turned] = 1 - labels[turned]
    p = cross_val_predict(LogisticRegression(), X, labels, cv=5, method="predict_proba")
    found = label_suspects(labels, p)
    right = np.isin(found.rows, turned)
    assert right.mean() > 0.9  # precision
    assert right.sum() >= 27  # recall of 0.9
    assert (found.suggested == 1 - labels[found.rows]).all()
    assert found.share == pytest.approx(30 / 400, abs=0.03)


def test_the_most_suspicious_row_comes_first():
    p = np.array([[0.9, 0.1], [0.8, 0.2], [0.2, 0.8], [0.01, 0.99], [0.3, 0.7], [0.2, 0.8]])
    found = label_suspects([0, 0, 0, 0, 1, 1], p)
    assert found.rows.tolist() == [3, 2]
    assert found.own.tolist() == [0.01, 0.2]
    assert found.counts.tolist() == [[2, 2], [0, 1]]


def test_a_class_without_rows_is_never_suggested():
    found = label_suspects([0, 1], [[0.5, 0.3, 0.2], [0.1, 0.6, 0.3]])
    assert found.rows.size == 0
    assert found.share == 0


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="class codes of the rows"):
        label_suspects([0, 2], [[0.5, 0.5], [0.5, 0.5]])
    with pytest.raises(InputError, match="outside 0 to 1"):
        label_suspects([0, 1], [[0.5, 0.5], [-1.0, 2.0]])


def test_a_class_the_model_never_predicts_makes_no_label_doubtful():
    p = np.array([[0.9, 0.1, 0.0], [0.6, 0.4, 0.0], [0.2, 0.8, 0.0], [0.4, 0.6, 0.0], [1.0, 0.0, 0.0]])
    found = label_suspects([0, 0, 1, 1, 2], p)
    assert found.rows.tolist() == [4]
    assert found.suggested.tolist() == [0]
