"""Whatever a model returns is checked before it is counted: one sentence, never a number that is not one."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

from foldwise.engine import Settings, run
from foldwise.engine.single_fits.model_outputs import (
    code_labels,
    in_order_of,
    one_column_per_class,
    read_codes,
    read_column,
    read_scores,
    read_values,
    refuse_another_order,
)
from foldwise.errors import FitError, FoldwiseWarning
from foldwise.predictions import ScoreKind
from tests.worlds import classes, partition

DATA, PARTS = classes(n=60, k=2), partition(n=60, k=3)
P, D = ScoreKind.PROBABILITY, ScoreKind.DECISION
HALF = np.full((20, 2), 0.5)


class Says(BaseEstimator):
    """Predicts a class it knows and scores as it was told."""

    def __init__(self, proba=None, decision=None, known=None):
        self.proba = proba
        self.decision = decision
        self.known = known

    def fit(self, X, y):
        self.classes_ = np.unique(y) if self.known is None else self.known

    def predict(self, X):
        return np.full(len(X), "class a")

    def __getattr__(self, name):
        told = {"predict_proba": "proba", "decision_function": "decision"}.get(name)
        if told is None or self.__dict__.get(told) is None:
            raise AttributeError(name)
        return lambda _: self.__dict__[told]


def answers(model, dataset=DATA, resamples=PARTS):
    return run(dataset, {"says": model}, resamples, Settings(engine="generic", jobs=1)).of("says")


def test_scores_that_are_in_order_are_kept():
    assert answers(Says(proba=HALF)).score_kind is P
    assert answers(Says(decision=np.arange(20.0))).scores[:2].tolist() == [[0, 0], [-1, 1]]


@pytest.mark.parametrize(
    ("model", "cause"),
    [
        (Says(proba=HALF[:15]), "it gave probabilities for 15 rows of 20"),
        (Says(proba=np.full((21, 2), 0.5)), "it gave probabilities for 21 rows of 20"),
        (Says(proba=np.full((20, 5), 0.2)), "it gave 5 columns of probabilities for 2 classes"),
        (Says(proba=HALF[:, :1]), "it gave 1 column of probabilities for 2 classes"),
        (Says(proba=np.full(20, 0.5)), "it gave 1 column of probabilities for 2 classes"),
        (Says(proba=2.7 * HALF), "of its predict_proba, a probability of 1.35 is outside 0 to 1"),
        (Says(proba=1.8 * HALF), "of its predict_proba, the probabilities of a row sum to 1.8, not to 1"),
        (Says(proba=HALF - [[0.6, -0.6]]), "of its predict_proba, a probability of -0.1 is outside 0 to 1"),
        (Says(proba=HALF * np.nan), "it gave scores of NaN or infinity for 20 of 20 rows"),
        (Says(proba=HALF.astype(complex)), "its probabilities are of type complex128"),
        (Says(proba=np.full((20, 2), "half", dtype=object)), "its probabilities hold 'half', which is not a number"),
        (Says(proba=[HALF, HALF]), r"its probabilities have the shape \(2, 20, 2\)"),
        (Says(proba=[[0.5], [0.5, 0.5]]), "its probabilities are lists of different lengths"),
        (Says(proba=np.ma.masked_less(HALF, 1)), "40 of its probabilities are masked"),
        (Says(decision=np.zeros(19)), "it gave decision values for 19 rows of 20"),
        (Says(decision=np.zeros((20, 3))), "it gave 3 columns of decision values for 2 classes"),
        (Says(decision=0.5), r"its decision values have the shape \(\)"),
        (Says(proba=HALF, known=["class a", "class z"]), "its classes_ name a class that was not in training"),
        (Says(proba=HALF, known=["class a", "class a"]), "its classes_ name one class twice: class a, class a"),
        (Says(proba=HALF, known=["class a"]), "it gave 2 columns of probabilities for 1 class"),
    ],
)
def test_scores_that_cannot_be_are_a_failure_that_names_the_model(model, cause):
    with pytest.raises(FitError, match=f"model 'says' failed on resample 1 of 3: {cause}"):
        answers(model)


def test_rounding_is_tolerated_and_stays_inside_the_range():
    table = answers(Says(proba=np.tile([1 + 1e-7, -1e-7], (20, 1)).astype(np.float32)))
    assert (table.scores.min(), table.scores.max()) == (0, 1)


def test_classes_in_another_order_put_their_columns_in_ours():
    proba = np.tile([0.9, 0.1], (20, 1))
    assert answers(Says(proba=proba, known=["class b", "class a"])).scores[0].tolist() == [0.1, 0.9]


def test_scores_whose_classes_nobody_names_are_left_out_with_a_word():
    class Nameless(BaseEstimator):
        def fit(self, X, y):
            self.predict_proba = GaussianNB().fit(X, y).predict_proba
            self.said = y[0]

        def predict(self, X):
            return np.full(len(X), self.said)

    with pytest.warns(
        FoldwiseWarning, match="3 of 3 fits of 'says' warned: its scores are not used: it has predict_proba"
    ):
        assert answers(Nameless()).score_kind is ScoreKind.NONE


def test_one_column_for_each_pair_of_classes_is_no_column_for_each_class():
    model, three = SVC(decision_function_shape="ovo"), classes(n=60, k=3)
    with pytest.warns(FoldwiseWarning, match="a column for each pair of classes, not for each class"):
        assert answers(model, three).score_kind is ScoreKind.NONE
    assert answers(SVC(), three).score_kind is D


def test_a_fit_that_returns_nothing_has_fitted_the_model_itself():
    assert answers(Says()).size == 60


@pytest.mark.parametrize(
    "answer", [[1.0, 2.0], [[1.0], [2.0]], pd.Series([1.0, 2.0]), sparse.csr_array([[1.0], [2.0]])]
)
def test_one_column_is_read_from_anything(answer):
    assert read_values(answer, 2).tolist() == [1, 2]


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (np.zeros((2, 2)), r"it gave predictions of shape \(2, 2\) for 2 rows"),
        (np.zeros((1, 2)), "it gave 1 predictions for 2 rows"),
        (7.0, "it predicted 7.0, not one value for each of 2 rows"),
        (["a", 1], "its predictions hold 'a', which is not a number"),
        ([None, 1.0], "it predicted NaN or infinity for 1 of 2 rows"),
        (np.array([1, 2], dtype="M8[s]"), r"its predictions are of type datetime64\[s\]"),
        ([1.0, np.inf], "it predicted NaN or infinity for 1 of 2 rows"),
    ],
)
def test_values_that_are_none_are_a_failure(answer, cause):
    with pytest.raises(FitError, match=cause):
        read_values(answer, 2)


@pytest.mark.parametrize("answer", [[0, -1], [0, 2], [0, 0.5], [0, np.nan]])
def test_numbers_that_stand_for_no_class_are_a_failure(answer):
    with pytest.raises(FitError, match="that are numbered from 0"):
        read_codes(answer, 2, np.array(["a", "b", "c"]), np.array([0, 2]))


def test_numbers_stand_for_the_classes_in_training():
    assert read_codes([0, 1], 2, np.array(["a", "b", "c"]), np.array([0, 2])).tolist() == [0, 2]


@pytest.mark.parametrize(
    ("values", "labels"),
    [(["1"], np.array([1, 2])), ([1.5], np.array([1, 2])), ([np.nan], np.array([1, 2])), ([3], np.array(["1", "2"]))],
)
def test_a_label_of_another_kind_is_unknown(values, labels):
    with pytest.raises(FitError, match="which is not one of the classes"):
        code_labels(np.array(values), labels)


def test_a_class_the_model_does_not_know_gets_the_lowest_score():
    assert one_column_per_class(np.array([3.0]), np.array([1]), 2, D).tolist() == [[2, 3]]
    assert read_scores([[1.0]], 1, np.array([1]), 2, P).tolist() == [[0, 1]]


def test_a_column_is_a_column():
    assert read_column(np.array([["a"], [None]], dtype=object), 2).tolist() == ["a", None]


def test_probabilities_in_half_precision_are_taken():
    table = np.random.default_rng(0).dirichlet(np.ones(4), 30).astype(np.float16)
    read = read_scores(table, 30, np.arange(4), 4, ScoreKind.PROBABILITY)
    np.testing.assert_allclose(read.sum(axis=1), 1, rtol=0, atol=1e-12)


def test_an_index_in_another_order_is_refused_and_one_of_its_own_is_not():
    features = pd.DataFrame({"a": [1.0, 2.0, 3.0]}, index=[7, 3, 5])
    refuse_another_order(pd.Series([0, 1, 0], index=[7, 3, 5]), features)
    refuse_another_order(pd.Series([0, 1, 0]), features)
    refuse_another_order(pd.Series([0, 1, 0], index=["a", 1, 2]), features)
    refuse_another_order([0, 1, 0], features)
    for rows, index in ((features, [3, 5, 7]), (features.to_numpy(), [2, 1, 0])):
        with pytest.raises(FitError, match="index of the rows in another order"):
            refuse_another_order(pd.Series([0, 1, 0], index=index), rows)


def test_columns_with_the_names_of_classes_are_taken_by_name():
    table = pd.DataFrame({1: [0.25, 0.5], 0: [0.75, 0.5]})
    assert in_order_of(table, np.array([0, 1])).to_numpy().tolist() == [[0.75, 0.25], [0.5, 0.5]]
    assert in_order_of(table, np.array([1, 0])) is table
    assert in_order_of(table, ["a", "b"]) is table
    assert in_order_of(HALF, [0, 1]) is HALF
