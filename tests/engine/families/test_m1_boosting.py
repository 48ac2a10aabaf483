"""AdaBoost.M1 of trees on all resamples predicts as its own fits do, to the last bit where rows are drawn."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

from foldwise.engine import Settings, choose, run
from foldwise.ensembles import AdaBoostM1
from foldwise.plans import RowLists
from tests.engine.same import resamples, same
from tests.worlds import classes, label

DRAWN = [
    AdaBoostM1(n_estimators=6),
    AdaBoostM1(DecisionTreeClassifier(max_depth=1), n_estimators=5, random_state=3),
    AdaBoostM1(DecisionTreeClassifier(min_samples_leaf=0.05, max_features=1), n_estimators=4, max_restarts=1),
    AdaBoostM1(ExtraTreeClassifier(criterion="entropy", max_leaf_nodes=6), n_estimators=4, random_state=1),
]


def bits(model, dataset, drawn, engine):
    """Labels and shares of the votes, as they are."""
    found = run(dataset, {"m": model}, drawn, Settings(engine=engine)).outputs["m"]
    return found.output, found.scores, found.engine


@pytest.mark.parametrize("kind", ["parts", "counts", "lists", "uneven parts"])
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("model", DRAWN, ids=label)
def test_drawn_rows_give_the_same_bits(model, count, kind):
    dataset, drawn = classes(n=61, k=count, spread=0.5), resamples(kind, 61)
    output, shares, engine = bits(model, dataset, drawn, "auto")
    expected, votes, _ = bits(model, dataset, drawn, "generic")
    assert engine == "boosting-m1 (equivalent)"
    np.testing.assert_array_equal(output, expected)
    np.testing.assert_array_equal(shares, votes)


@pytest.mark.parametrize("kind", ["parts", "lists"])
@pytest.mark.parametrize("depth", [1, 3])
def test_weighted_rows_give_the_same_votes(kind, depth):
    model = AdaBoostM1(DecisionTreeClassifier(max_depth=depth), n_estimators=5, form="reweighting")
    same(model, classes(n=90, spread=0.6), resamples(kind, 90), "boosting-m1")


def test_no_tree_that_is_right_often_enough_leaves_the_best_alone():
    dataset, drawn = classes(n=60, k=3, spread=0.0), resamples("parts", 60)
    model = AdaBoostM1(DecisionTreeClassifier(max_depth=1), n_estimators=4, max_restarts=2, random_state=0)
    assert "in a row with a weighted error from 0.5 up" in clone(model).fit(dataset.X, dataset.target).trace_.stopped
    np.testing.assert_array_equal(*(bits(model, dataset, drawn, engine)[1] for engine in ("auto", "generic")))


def test_a_perfect_tree_is_the_last():
    dataset, drawn = classes(n=60, k=2, spread=90.0), resamples("parts", 60)
    np.testing.assert_array_equal(
        *(bits(AdaBoostM1(n_estimators=6), dataset, drawn, engine)[1] for engine in ("auto", "generic"))
    )


def test_numbers_of_rounds_share_their_trees():
    dataset, drawn = classes(n=80, spread=0.5), resamples("parts", 80)
    models = {str(rounds): AdaBoostM1(n_estimators=rounds, random_state=2) for rounds in (3, 1, 7)}
    together = run(dataset, models, drawn, Settings()).outputs
    for name, model in models.items():
        np.testing.assert_array_equal(together[name].scores, bits(model, dataset, drawn, "generic")[1])


def test_a_resample_of_one_class_is_left_to_the_model():
    dataset = classes(n=60, k=2)
    ordered = np.argsort(dataset.codes, kind="stable")
    lists = RowLists((ordered[:20], ordered[10:50]), (ordered[20:], ordered[:10]), 60, plan="holdout(1/2)")
    found = bits(AdaBoostM1(n_estimators=3), dataset, lists, "auto")
    np.testing.assert_array_equal(found[0], bits(AdaBoostM1(n_estimators=3), dataset, lists, "generic")[0])


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (AdaBoostM1(LogisticRegression()), "AdaBoost of LogisticRegression has no batched kernel"),
        (AdaBoostM1(DecisionTreeClassifier(class_weight="balanced")), "class_weight has no batched kernel"),
        (AdaBoostM1(n_estimators=0), "refuses a parameter"),
        (AdaBoostM1(max_restarts=True), "refuses a parameter"),
        (AdaBoostM1(form="bagging"), "refuses a parameter"),
        (AdaBoostM1(random_state=np.random.RandomState(0)), "random_state is a generator"),
    ],
    ids=label,
)
def test_what_goes_the_generic_way(model, reason):
    route = choose(model, classes(n=60), resamples("parts", 60))
    assert route.family is None
    assert reason in route.reason


def test_weights_of_rows_are_not_taken():
    route = choose(AdaBoostM1(), classes(n=60), resamples("weights", 60))
    assert route.reason == "AdaBoostM1 takes no weights of rows"
