"""Scorers of all splits at once."""

import numpy as np
import pytest
from sklearn import metrics
from sklearn.datasets import make_classification
from sklearn.linear_model import LinearRegression, RidgeClassifier
from sklearn.metrics import get_scorer
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB

from foldwise.sklearn.admission import NotBatched
from foldwise.sklearn.batch import BatchRequest, fit_all
from foldwise.sklearn.fold_rows import predictions_of
from foldwise.sklearn.scorers import check_scorer, score_splits
from tests.sklearn.equal import IRIS, both

X, Y = make_classification(400, 6, flip_y=0.2, random_state=0)

FOLDS = StratifiedKFold(5)


def view(model, rows=(X, Y), cv=FOLDS):
    return predictions_of(fit_all(BatchRequest(model, *rows, list(cv.split(*rows)))), "0")


@pytest.mark.parametrize("name", ["accuracy", "balanced_accuracy", "roc_auc", "neg_log_loss"])
def test_scores_are_those_of_scikit_learn(name):
    found = view(GaussianNB())
    values, sure = score_splits(get_scorer(name), found, Y)
    assert sure.all()
    for at in range(5):
        mine = slice(found.starts[at], found.starts[at + 1])
        truth, shown = found.truth[mine], {"roc_auc": found.scores[mine, 1], "neg_log_loss": found.scores[mine]}
        own = getattr(metrics, get_scorer(name)._score_func.__name__)
        wanted = get_scorer(name)._sign * own(truth, shown.get(name, found.output[mine]))
        assert values[at] == pytest.approx(wanted, abs=1e-12)


def test_ties_count_one_half():
    coarse = np.round(X[:, :1])
    found = view(RidgeClassifier(), (coarse, Y))
    values, _ = score_splits(get_scorer("roc_auc"), found, Y)
    mine = slice(found.starts[0], found.starts[1])
    assert values[0] == pytest.approx(metrics.roc_auc_score(found.truth[mine], found.scores[mine, 1]), abs=1e-12)


def test_a_split_with_one_class_is_left():
    rows = IRIS[0][:100], IRIS[1][:100]
    found = view(GaussianNB(), rows, KFold(4))
    for name in ("balanced_accuracy", "roc_auc", "neg_log_loss"):
        assert not score_splits(get_scorer(name), found, rows[1])[1].any()


def test_a_scorer_that_raises_leaves_the_split():
    def fail(truth, predicted):  # noqa: ARG001 - as scikit-learn calls it
        raise ZeroDivisionError

    values, sure = score_splits(metrics.make_scorer(fail), view(GaussianNB()), Y)
    assert not sure.any()
    assert np.isnan(values).all()


def test_functions_of_the_estimator_are_refused():
    with pytest.raises(NotBatched, match="function of the fitted estimator"):
        check_scorer(max, GaussianNB())


def test_metrics_of_the_caller_are_batched_for_labels_and_refused_for_numbers_that_may_be_rounded_otherwise():
    def share(truth, predicted):
        return float(np.mean(truth == predicted))

    check_scorer(metrics.make_scorer(share), GaussianNB())
    for scorer, model in (
        (metrics.make_scorer(share), LinearRegression()),
        (metrics.make_scorer(share, response_method="predict_proba"), GaussianNB()),
    ):
        with pytest.raises(NotBatched, match="may jump"):
            check_scorer(scorer, model)
    X = np.random.default_rng(0).normal(size=(12, 5))
    y = np.round(3 * X[:, 0])
    few = [(np.arange(6), np.arange(12)), (np.arange(6, 12), np.arange(12))]  # fitted without rest, but for rounding
    far, note = both("cross_val_score", LinearRegression(), X, y, cv=few, scoring=metrics.make_scorer(share))
    assert far == 0.0
    assert "may jump" in note.reason
