"""Bootstrap samples beside the plan of a comparison."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.comparisons import Pair, rests_on_samples
from foldwise.comparisons.methods.influence import BOOTSTRAP_NOTE, difference_variance
from foldwise.errors import Interrupted
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores
from foldwise.model_comparison.bootstrapped import COUNTED_DRAWS, FEW_DRAWS

RNG = np.random.default_rng(0)
Y = np.arange(120) % 2
X = RNG.normal(size=(120, 3)) + 0.8 * Y[:, None]


def test_batched_models_are_compared_by_bootstrap_samples():
    result = foldwise.compare("knn, gaussian-nb", X, Y, measures="error,auc")
    assert result.predictions.bootstrapped.resamples.count == 500
    assert set(result.pairs("error")["method"]) <= {"loo-bootstrap", "influence"}
    assert "loo-bootstrap" in set(result.pairs("error")["method"])
    assert set(result.pairs("auc")["method"]) == {"influence"}


TREES = {
    "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
    "stump": DecisionTreeClassifier(max_depth=1, random_state=0),
}


def test_models_that_are_fitted_one_by_one_look_at_a_few_samples():
    result = foldwise.compare(TREES, X, Y, measures="error", plan="kfold(5, repeats=2)")
    assert result.predictions.bootstrapped.resamples.count == FEW_DRAWS
    assert set(result.pairs()["method"]) == {"influence"}  # too few for the test of mean losses


def test_two_models_are_tested_alike_whatever_they_are_compared_with():
    pair = foldwise.compare("lda, knn", X, Y, measures="error,auc")
    mixed = foldwise.compare("lda, knn, tree, forest", X, Y, measures="error,auc")
    for measure in ("error", "auc"):
        assert mixed.judgement("lda", "knn", measure).comparison == pair.judgement("lda", "knn", measure).comparison
        assert (
            mixed.judgement("lda", "baseline", measure).comparison
            == pair.judgement("lda", "baseline", measure).comparison
        )
    sampled = mixed.predictions.bootstrapped
    draws = {name: np.unique(sampled.of(name).resample).size for name in sampled.models}
    assert draws == {"lda": 500, "knn": 500, "tree": FEW_DRAWS, "forest": FEW_DRAWS, "baseline": 500}
    assert mixed.judgement("lda", "tree", "error").comparison.method == "influence"


def test_a_few_samples_are_the_first_of_many():
    few, many = (
        foldwise.compare(models, X, Y, measures="error").predictions.bootstrapped.of("tree")
        for models in ("tree, forest", "tree, lda, knn")
    )
    for field in ("row", "resample", "output"):
        np.testing.assert_array_equal(getattr(few, field), getattr(many, field))


def test_few_rows_do_not_make_few_samples_enough():
    """Thirty samples are as many as half of 60 rows; the test needs 200."""
    result = foldwise.compare(TREES, X[:60], Y[:60], measures="error,balanced-error", baseline=False)
    assert result.predictions.bootstrapped.resamples.count == COUNTED_DRAWS
    assert set(result.pairs("error")["method"]) == {"influence"}


def test_fits_to_a_few_samples_are_told_of_and_stored(tmp_path):
    told = []

    def progress(*step):
        told.append(step[1])

    path = tmp_path / "fits.db"
    settings = {"plan": "kfold(5)", "engine": "generic", "store": path, "progress": progress}
    foldwise.compare(TREES, X, Y, measures="balanced-error", **settings)
    assert {15, 3 * COUNTED_DRAWS} <= set(told)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM fits").fetchone() == (15 + 3 * COUNTED_DRAWS,)


class Stopped(DecisionTreeClassifier):
    """Ctrl-C is pressed during its first fit to rows of which one is drawn twice."""

    def fit(self, X, y):
        if len(np.unique(X, axis=0)) < len(X):
            raise KeyboardInterrupt
        return super().fit(X, y)


def test_ctrl_c_while_samples_are_fitted_leaves_what_the_plan_says():
    models = {**TREES, "stopped": Stopped(max_depth=1, random_state=0)}
    settings = {"measures": "balanced-error", "plan": "kfold(5, repeats=2)", "engine": "generic", "jobs": 1}
    with pytest.raises(Interrupted) as stopped:
        foldwise.compare(models, X, Y, **settings)
    whole = foldwise.assess(TREES, X, Y, **settings)
    found = stopped.value.result.finding("tree", "balanced-error")
    assert found.estimate == whole.finding("tree", "balanced-error").estimate
    plan_alone = ModelScores(replace(whole.predictions, sampled=None), "tree", found.measure)
    assert found.interval == make_interval(plan_alone)


def test_groups_keep_their_own_test_and_are_drawn_whole():
    result = foldwise.compare("lda, gaussian-nb", X, Y, measures="error", groups=np.arange(120) // 5)
    assert result.predictions.bootstrapped.resamples.plan == "bootstrap(15, scheme=cluster)"
    assert set(result.pairs()["method"]) == {"influence"}


def test_the_engine_that_was_asked_for_is_taken():
    result = foldwise.compare("lda, gaussian-nb", X, Y, measures="error", engine="generic", plan="kfold(3)")
    assert result.predictions.bootstrapped.resamples.count == FEW_DRAWS
    assert {one.engine for one in result.predictions.bootstrapped.outputs.values()} == {"generic"}


def heavy_tailed(seed):
    """Two pairs of columns that tell as much of the classes, with noise whose variance is infinite."""
    rng = np.random.default_rng(seed)
    y = (rng.random(200) < 0.3).astype(int)
    X = rng.normal(size=(200, 4)) + 0.5 * rng.standard_t(2, size=(200, 4))
    X[:, [0, 2]] += 1.5 * y[:, None]
    return X, y


def on(columns, model=None):
    chosen = ColumnTransformer([("chosen", "passthrough", columns)])
    return make_pipeline(chosen, LinearDiscriminantAnalysis() if model is None else model)


def test_learners_whose_threshold_follows_single_rows_are_not_told_apart():
    """By the fits of the plan alone, which share most of their rows, 8 of these 20 samples told them apart."""
    apart = 0
    for seed in range(20):
        result = foldwise.compare({"a": on([0, 1]), "b": on([2, 3])}, *heavy_tailed(seed), measures="recall")
        apart += result.judgement("a", "b", "recall").comparison.p_value < 0.05
    assert apart <= 3


def rare(seed):
    """Two pairs of skewed columns that tell as much of a rare class: a small tree finds it in one sample and not in another."""
    rng = np.random.default_rng(seed)
    y = (rng.random(300) < 0.12).astype(int)
    return rng.gamma(0.6, size=(300, 4)) + 0.8 * y[:, None] * (rng.random((300, 4)) < 0.6), y


def test_small_trees_that_find_a_rare_class_by_chance_are_not_told_apart():
    """By the fits of the plan alone 8 of these 30 samples told them apart."""
    apart = 0
    for seed in range(30):
        models = {name: on(columns, TREES["tree"]) for name, columns in (("a", [0, 1]), ("b", [2, 3]))}
        result = foldwise.compare(models, *rare(seed), measures="balanced-error")
        apart += result.judgement("a", "b", "balanced-error").comparison.p_value < 0.05
    assert apart <= 3


def test_counts_look_at_the_samples_and_a_saved_result_is_read_back(tmp_path):
    sampled = []
    for seed in range(6):
        result = foldwise.compare({"a": on([0, 1]), "b": on([2, 3])}, *heavy_tailed(seed), measures="recall,f1")
        found = result.judgement("a", "b", "recall").comparison
        assert found.method == "influence"
        table = result.predictions
        pairs = [Pair.of(one, found.a, found.b, found.measure) for one in (table, replace(table, bootstrapped=None))]
        variance = [difference_variance(pair).widened for pair in pairs]
        assert (variance[0] > variance[1]) == (found.note == BOOTSTRAP_NOTE) == rests_on_samples(found)
        assert found.posterior.scale == pytest.approx(variance[0] ** 0.5)
        sampled.append(found.note == BOOTSTRAP_NOTE)
        result.save(tmp_path / f"{seed}.foldwise")
        again = foldwise.load(tmp_path / f"{seed}.foldwise")
        assert again.judgement("a", "b", "recall").comparison.p_value == pytest.approx(found.p_value)
    assert any(sampled)


class OnlyOnce(DecisionTreeClassifier):
    """Cannot be fitted to rows of which some are there twice."""

    def fit(self, X, y, **rest):
        if len(np.unique(X, axis=0)) < len(X):
            message = "rows are there twice"
            raise ValueError(message)
        return super().fit(X, y, **rest)


def test_fits_to_samples_that_fail_are_told_of():
    models = {"one": OnlyOnce(max_depth=2), "other": DecisionTreeClassifier(max_depth=1)}
    result = foldwise.compare(models, X, Y, measures="balanced-error", plan="kfold(5)", baseline=False, jobs=1)
    assert (
        f"{COUNTED_DRAWS} fits to bootstrap samples beside the plan failed and are left out" in result.assessment.notes
    )
    assert result.judgements[0].comparison.method == "influence"


def products(seed):
    """Two blocks of three columns of which the product of the first two tells the class: small trees find it, or do not."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 150)
    X = rng.normal(size=(150, 6))
    for first in (0, 3):
        sign = np.where(rng.random(150) < 0.85, 2 * y - 1, 1 - 2 * y) * np.sign(X[:, first])
        X[:, first + 1] = np.abs(X[:, first + 1]) * sign
    return X, y


@pytest.mark.parametrize("settings", [{}, {"plan": "kfold(5)"}, {"groups": np.arange(150) // 6}])
def test_equal_trees_that_find_a_product_in_some_samples_only_are_not_told_apart(settings):
    """By the plan alone, of 100 samples 10 were told apart by default, 17 by kfold(5), 21 by group-kfold(10); now of 250 by default 10."""
    tree = DecisionTreeClassifier(max_depth=3, random_state=0)
    apart = 0
    for seed in range(100, 130):
        models = {"a": on([0, 1, 2], tree), "b": on([3, 4, 5], tree)}
        result = foldwise.compare(models, *products(seed), measures="error", baseline=False, jobs=1, **settings)
        apart += result.judgement("a", "b", "error").comparison.p_value < 0.05
    assert apart <= 3


def test_areas_look_at_the_samples_by_the_error():
    tree = DecisionTreeClassifier(max_depth=3, random_state=0)
    models = {"a": on([0, 1, 2], tree), "b": on([3, 4, 5], tree)}
    result = foldwise.compare(models, *products(1), measures="auc", plan="kfold(5)", baseline=False, jobs=1)
    pair = Pair.of(result.predictions, "a", "b", result.measures[0])
    alone = Pair.of(replace(result.predictions, bootstrapped=None), "a", "b", result.measures[0])
    assert difference_variance(pair).widened > difference_variance(alone).widened
