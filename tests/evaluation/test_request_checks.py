"""`interval="careful"` brings its plan, and what cannot be valid is refused before anything is fitted."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import foldwise
from foldwise.errors import ValidityError

IRIS = foldwise.sample("iris")


class Unfit(ClassifierMixin, BaseEstimator):
    """Fails as soon as it is fitted."""

    def fit(self, X, y):
        message = "it was fitted"
        raise RuntimeError(message)

    def predict(self, X):
        return X


def test_mean_losses_get_the_nested_interval():
    result = foldwise.assess("gaussian-nb", IRIS, interval="careful", measures="error,log-loss")
    assert result.plan == "two-folds-out(5)"  # ten repeats are its default
    assert set(result.to_frame()["method"]) == {"nested-cv"}
    assert set(result.to_frame()["estimate"]) == {"nested-cv"}
    assert set(result.to_frame()["fits"]) == {150}


def test_other_measures_get_the_conservative_one():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(80, 2)), np.tile([0, 1], 40)
    result = foldwise.assess("gaussian-nb", X + 0.5 * y[:, None], y, interval="careful", measures="auc")
    finding = result.finding("gaussian-nb", "auc")
    assert (result.plan, finding.interval.method) == ("paired-halves(10)", "conservative-z")
    assert finding.interval.low < finding.estimate.value < finding.interval.high


def test_measures_that_nobody_asked_for_are_left_without_an_interval():
    result = foldwise.assess("gaussian-nb", IRIS, interval="careful")
    assert result.finding("gaussian-nb", "error").interval.method == "nested-cv"
    bare = result.finding("gaussian-nb", "balanced-error")
    assert bare.interval is None
    assert "balanced-error is not one" in bare.reason


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"interval": "careful", "plan": "kfold(10)"}, r"no careful .* try plan='two-folds-out\(5, repeats=10\)'"),
        ({"interval": "careful", "plan": "kfold(10)", "measures": "auc"}, r"try plan='paired-halves\(10, splits=15\)'"),
        ({"interval": "careful", "plan": "two-folds-out(5)", "measures": "auc"}, "nested-cv interval for auc"),
        ({"interval": "nested-cv", "measures": "error,auc"}, "not valid for the plan kfold"),
        ({"interval": "corrected-t", "plan": "loo"}, r"plan loo; try plan='kfold\(10, repeats=3\)'"),
        ({"interval": "oob"}, r"try plan='bootstrap\(200\)'"),
        ({"interval": "naive-t"}, "share their training rows .* try interval='corrected-t'"),
    ],
)
def test_nothing_is_fitted_for_a_request_that_is_not_valid(request_, message):
    with pytest.raises(ValidityError, match=message):
        foldwise.assess(Unfit(), IRIS, **request_)


def test_groups_and_time_have_no_careful_interval():
    with pytest.raises(ValidityError, match="rows in groups or in time order; try interval='auto'"):
        foldwise.assess(Unfit(), IRIS.X, IRIS.target, groups=np.arange(150) // 5, interval="careful")


def test_the_naive_interval_is_given_on_demand_with_its_damage():
    result = foldwise.assess("gaussian-nb", IRIS, interval="naive-t", measures="error", allow_invalid=True)
    interval = result.finding("gaussian-nb", "error").interval
    assert interval.method == "naive-t"
    assert interval.note.startswith("not valid: over repeated parts it covers about")
