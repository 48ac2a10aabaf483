"""Stacking, against scikit-learn's."""

import numpy as np
import pytest
from sklearn.ensemble import StackingClassifier, StackingRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, RidgeClassifier
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import foldwise
from foldwise.ensembles import StackedClassifier, StackedRegressor
from foldwise.errors import InputError
from foldwise.learners import C45Tree, MixedNB
from tests.ensembles.data import classes, values
from tests.learners.checks import complaints
from tests.learners.golf import LABELS, TABLE

BASES = [("nb", GaussianNB()), ("tree", DecisionTreeClassifier(max_depth=3, random_state=0))]
VALUES = [("ridge", Ridge()), ("tree", DecisionTreeRegressor(max_depth=3, random_state=0))]


def test_scikit_learn_accepts_it():
    assert complaints(StackedClassifier(BASES, plan=2), StackedRegressor(VALUES, plan=2)) == []


def test_a_stack_of_classifiers_is_scikit_learns():
    X, y = classes()
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    theirs = StackingClassifier(BASES, LogisticRegression(), cv=folds, stack_method="predict_proba").fit(X, y)
    ours = StackedClassifier(BASES, LogisticRegression(), plan=folds, random_state=0)
    for name, member in ours.fit(X, y).members_.items():
        if name == "nb":
            np.testing.assert_allclose(member.theta_, theirs.named_estimators_["nb"].theta_)
    np.testing.assert_allclose(ours.combiner_.coef_, theirs.final_estimator_.coef_, atol=0.15)
    assert np.mean(ours.predict(X) == theirs.predict(X)) > 0.97


def test_a_stack_of_regressors_is_scikit_learns():
    """Base models without seeds, so that the folds are all there is to agree on."""
    X, y = values()
    bases = [("a", Ridge()), ("b", Ridge(100.0)), ("c", LinearRegression())]
    folds = KFold(5)
    theirs = StackingRegressor(bases, LinearRegression(positive=True), cv=folds).fit(X, y)
    ours = StackedRegressor(bases, plan=folds, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-5)


@pytest.mark.parametrize("kind", ["probabilities", "classes", "scores"])
def test_every_kind_of_prediction_can_be_stacked(kind):
    X, y = classes(classes=3)
    bases = [GaussianNB(), RidgeClassifier(), KNeighborsClassifier()]
    model = StackedClassifier(bases, kind=kind, random_state=0).fit(X, y)
    assert model.base_predictions(X).shape == (120, 9)
    assert np.mean(model.predict(X) == y) > 0.6


def test_the_naive_form_trusts_the_model_that_overfits():
    X, y = classes(noise=3.0)
    bases = {"nb": GaussianNB(), "nearest": KNeighborsClassifier(1)}
    naive = StackedClassifier(bases, plan="resubstitution", random_state=0).fit(X, y)
    proper = StackedClassifier(bases, random_state=0).fit(X, y)
    assert naive.combiner_.coef_[0, 1] > 3 > abs(proper.combiner_.coef_[0, 1])


def test_groups_reach_it_through_assess():
    """Rows of a group are copies: a stack that cut groups apart would trust the nearest neighbour."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)).repeat(4, axis=0), rng.integers(0, 2, 40).repeat(4)
    groups = np.arange(160) // 4
    model = StackedClassifier({"nb": GaussianNB(), "nearest": KNeighborsClassifier(1)}, random_state=0)
    alone = model.fit(X, y, groups=groups)
    assert abs(alone.combiner_.coef_[0, 1]) < 2
    found = foldwise.assess(model, X, y, groups=groups, plan="group-kfold(4)", progress=False)
    assert 0.25 < found.to_frame().query("measure == 'error'")["value"].iloc[0] < 0.75


def test_tables_with_texts_can_be_stacked():
    model = StackedClassifier([C45Tree(), MixedNB()], plan=2, random_state=0).fit(TABLE, LABELS)
    assert set(model.predict(TABLE)) <= {"Play", "Don't"}


def test_a_combiner_without_probabilities_votes():
    X, y = classes()
    model = StackedClassifier(BASES, RidgeClassifier(), random_state=0).fit(X, y)
    assert set(np.unique(model.predict_proba(X))) == {0.0, 1.0}


def test_another_kind_is_refused():
    with pytest.raises(InputError, match="kind is one of 'probabilities', 'classes', 'scores', not 'logits'"):
        StackedClassifier(kind="logits").fit(*classes())


def test_weights_reach_base_models_and_combiner():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y, weights = X[:, 0] + X[:, 1] ** 2, rng.uniform(0.1, 3, 60)
    models = {"ridge": Ridge(), "tree": DecisionTreeRegressor(max_depth=2, random_state=0)}
    model = StackedRegressor(models, plan="kfold(3)", random_state=0).fit(X, y, row_weights=weights)
    np.testing.assert_allclose(model.members_["ridge"].coef_, Ridge().fit(X, y, sample_weight=weights).coef_)
    own = LinearRegression(positive=True).fit(np.column_stack(model.out_of_fold_.columns), y, sample_weight=weights)
    np.testing.assert_allclose(model.combiner_.coef_, own.coef_)
