"""What else an accelerated call tells: intervals from the same fits."""

import json
import pickle

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import Ridge
from sklearn.metrics import get_scorer, make_scorer, max_error
from sklearn.model_selection import GroupKFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import foldwise
import foldwise.sklearn as ours
from foldwise.errors import InputError, UnknownNameError
from foldwise.sklearn.record import LOG
from foldwise.sklearn.results import measure_of
from tests.sklearn.equal import CANCER, DIABETES, IRIS


def test_an_assessment_has_the_interval_of_foldwise_itself():
    found = ours.cross_validate(GaussianNB(), *CANCER, cv=10)
    assessment = found.foldwise.assessment()
    finding = assessment.finding("GaussianNB", "error")
    direct = foldwise.assess(GaussianNB(), *CANCER, plan=list(_folds()), baseline=False).findings[0]
    assert finding.estimate.value == pytest.approx(direct.estimate.value, abs=1e-12)
    assert (finding.interval.low, finding.interval.high) == pytest.approx((direct.interval.low, direct.interval.high))
    assert finding.estimate.value == pytest.approx(1 - found["test_score"].mean(), abs=0.002)
    assert "GaussianNB" in str(assessment)


def _folds():
    return StratifiedKFold(10).split(*CANCER)


def test_an_assessment_of_a_tree_sees_that_its_fits_differ():
    """It was [.08, .31] where the bootstrap samples that `assess` looks at give [.01, .61]."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 3))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    tree, folds = DecisionTreeClassifier(random_state=0), StratifiedKFold(5)
    ours.cross_val_score(tree, X, y, cv=folds)
    found = ours.last().assessment("error")
    direct = foldwise.assess(
        {"DecisionTreeClassifier": tree}, X, y, plan=list(folds.split(X, y)), measures="error", baseline=False
    )
    assert found.predictions.sampled is not None
    assert found.findings[0].interval == direct.findings[0].interval


def test_the_last_call_is_kept():
    ours.cross_val_score(Ridge(), *DIABETES, cv=5)
    assessment = ours.last().assessment(["rmse", "r2"], level=0.9)
    assert [one.measure.name for one in assessment.findings] == ["rmse", "r2"]
    assert assessment.level == 0.9
    assert repr(ours.last()) == "<cross_val_score of Ridge: 5 of 5 fits batched>"


def test_splits_left_to_scikit_learn_are_part_of_the_assessment():
    found = ours.cross_validate(KNeighborsClassifier(), *IRIS, cv=5, return_train_score=True)
    error = found.foldwise.assessment("error").findings[0].estimate.value
    assert error == pytest.approx(1 - found["test_score"].mean())


def test_the_dictionary_is_one():
    found = ours.cross_validate(GaussianNB(), *IRIS, cv=3)
    assert isinstance(found, dict)
    assert repr(found) == repr(dict(found))
    assert type(pickle.loads(pickle.dumps(found))) is dict
    assert json.dumps({key: value.tolist() for key, value in found.items()}).startswith('{"fit_time"')


def test_before_any_call_there_is_no_last(monkeypatch):
    monkeypatch.setattr(LOG, "last", None)
    with pytest.raises(InputError, match="no call was batched yet"):
        ours.last()


def test_a_scorer_that_is_no_measure_is_named():
    assert measure_of(get_scorer("neg_log_loss"), classes=True).name == "log-loss"
    assert measure_of(None, classes=False).name == "r2"
    with pytest.raises(UnknownNameError, match="jaccard"):
        measure_of(get_scorer("jaccard"), classes=True)


def test_candidates_are_named_by_their_settings():
    rows = {"close": [1.0, 1.0 + 1e-9], "apart": [1 / 3, 2.0]}
    names = {
        key: ours.GridSearchCV(Ridge(), {"alpha": alphas}).fit(*DIABETES).foldwise.names for key, alphas in rows.items()
    }
    assert names["apart"] == ("Ridge(alpha=0.3333)", "Ridge(alpha=2)")
    assert len(set(names["close"])) == 2


def test_groups_of_the_call_are_the_unit_of_its_intervals():
    rng = np.random.default_rng(0)
    groups = rng.permutation(np.repeat(np.arange(12), 10))
    own = rng.normal(size=12)
    X, y = own[groups][:, None] + 0.05 * rng.normal(size=(120, 2)), (own + rng.normal(size=12) > 0).astype(int)[groups]
    ours.cross_val_score(GaussianNB(), X, y, groups=groups, cv=GroupKFold(6))
    found = ours.last().assessment("error").findings[0]
    expected = foldwise.assess(GaussianNB(), X, y, groups=groups, measures="error", plan="group-kfold(6)").findings[0]
    assert found.interval.high - found.interval.low == pytest.approx(
        expected.interval.high - expected.interval.low, rel=0.2
    )


@pytest.mark.parametrize("name", ["learning_curve", "permutation_test_score"])
def test_calls_of_several_questions_are_no_assessment(name):
    X, y = load_iris(return_X_y=True)
    more = {"n_permutations": 2} if name.startswith("perm") else {"train_sizes": [60, 100]}
    getattr(ours, name)(GaussianNB(), X, y, **more)
    with pytest.raises(InputError, match="no estimate of one model"):
        ours.last().assessment("error")


def test_the_target_is_that_of_the_call():
    X, y = load_iris(return_X_y=True)
    found = ours.cross_validate(GaussianNB(), X, y, cv=5)
    y[:] = 0
    error = found.foldwise.assessment("error").findings[0].estimate.value
    assert error == pytest.approx(1 - found["test_score"].mean())


def test_a_level_that_is_none_is_refused():
    ours.cross_val_score(GaussianNB(), *load_iris(return_X_y=True))
    with pytest.raises(InputError, match="between 0 and 1"):
        ours.last().assessment("error", level=95)


def test_the_honest_score_is_below_the_best_also_for_r2():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(80, 3))
    search = ours.GridSearchCV(Ridge(), {"alpha": [0.1, 1, 10, 100]}, cv=10).fit(X, X[:, 0] + rng.normal(size=80))
    assert search.best_score_ - 0.2 < search.honest_score_ <= search.best_score_
    assert not hasattr(
        ours.GridSearchCV(Ridge(), {"alpha": [1]}, scoring=make_scorer(max_error)).fit(X, X[:, 0]), "honest_score_"
    )
