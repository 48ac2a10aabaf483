"""The worlds of the validity study: what is taken as the truth agrees with exact formulas."""

import numpy as np
import pytest
from scipy.special import ndtr

from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.plans import draw, parse
from studies.validity.blocks import on_block
from studies.validity.cells import measures_for
from studies.validity.duels import Duel, duels
from studies.validity.simulate import draw_sample
from studies.validity.truth import answers, fit, make_model, near_answers, true_values
from studies.validity.worlds import WORLDS, group_sizes, heavy_points, remember, select, world
from tests.releases import is_batched


def rule(name, n=300, number=1):
    """Distances of the two class means from the boundary of a linear discriminant, in its units."""
    drawn, sample = world(name), draw_sample(name, n, number)
    model = fit(make_model("lda"), sample)
    w, b = model.coef_[0], float(model.intercept_[0])
    reach = float(w @ drawn.means(n)[1])
    return drawn, sample, (b - reach) / np.linalg.norm(w), (b + reach) / np.linalg.norm(w)


@pytest.mark.parametrize(("name", "n"), [("balanced", 300), ("rare-5", 300), ("rare-1", 1000), ("noisy", 300)])
def test_rates_of_a_linear_rule_are_exact(name, n):
    drawn, sample, low, high = rule(name, n)
    found = true_values(drawn, "lda", sample, ["error", "recall", "specificity", "auc", "precision"])
    alarm, hit = ndtr(low), ndtr(high)
    first, second = drawn.shares()
    flip = drawn.flip
    error = (first * alarm + second * (1 - hit)) * (1 - 2 * flip) + flip
    assert found["error"] == pytest.approx(error, abs=0.0015)
    if not flip:
        assert found["recall"] == pytest.approx(hit, abs=0.01)
        assert found["specificity"] == pytest.approx(1 - alarm, abs=0.003)
        assert found["precision"] == pytest.approx(second * hit / (second * hit + first * alarm), abs=0.02)
        assert found["auc"] == pytest.approx(ndtr((high - low) / np.sqrt(2)), abs=0.001)


@pytest.mark.parametrize("name", ["regression", "t3", "uneven"])
def test_the_squared_error_of_least_squares_is_exact(name):
    drawn, sample = world(name), draw_sample(name, 100, 3)
    model = fit(make_model("linear"), sample)
    off = model.coef_ - 1 / np.sqrt(drawn.p)
    exact = 1 + off @ off + model.intercept_**2
    found = true_values(drawn, "linear", sample, ["mse", "rmse", "r2"])
    assert found["mse"] == pytest.approx(exact, rel=0.01)
    assert found["rmse"] == pytest.approx(np.sqrt(exact), rel=0.005)
    assert found["r2"] == pytest.approx(1 - exact / (2 + sample.y.mean() ** 2), abs=0.01)


def test_weights_are_used_by_the_fit_and_make_up_for_the_selection():
    sample = draw_sample("weighted-regression", 1000, 0)
    assert sample.X[:, 0].mean() > 0.4
    assert np.average(sample.X[:, 0], weights=sample.weights) == pytest.approx(0, abs=0.15)
    plain = fit(make_model("linear"), type(sample)(sample.X, sample.y, sample.size))
    assert not np.allclose(fit(make_model("linear"), sample).coef_, plain.coef_)


def test_heavy_points_have_the_moments_of_the_noise():
    noise, weights = heavy_points((np.arange(4000) + 0.5) / 4000, 3)
    assert weights @ noise**2 == pytest.approx(1, abs=0.002)
    assert weights @ np.abs(noise) == pytest.approx(2 * np.sqrt(3) / np.pi / np.sqrt(3), abs=0.002)


def test_a_series_is_stationary_and_remembers():
    noise = remember(np.random.default_rng(0).normal(size=(20_000, 2)), 0.9)
    assert noise.var(axis=0) == pytest.approx(1, abs=0.15)
    assert np.corrcoef(noise[1:, 0], noise[:-1, 0])[0, 1] == pytest.approx(0.9, abs=0.02)


def test_groups_are_equal_or_very_unequal():
    rng = np.random.default_rng(0)
    assert np.bincount(group_sizes("equal", 120, rng)).tolist() == [10] * 12
    sizes = np.bincount(group_sizes("pareto", 300, rng))
    assert sizes.size == 40
    assert sizes.max() > 5 * np.median(sizes)
    assert group_sizes("", 300, rng) is None


def test_rows_are_seen_with_the_inverse_of_their_weights():
    x = np.random.default_rng(1).normal(size=200_000)
    seen, weights = select(x, 50_000, np.random.default_rng(2))
    assert seen.size == 50_000
    assert weights.mean() == pytest.approx(1)
    assert np.average(x[seen], weights=weights) == pytest.approx(0, abs=0.05)


@pytest.mark.parametrize("regression", [False, True])
def test_neighbours_are_those_of_scikit_learn(regression):
    name = "regression" if regression else "ten"
    sample = draw_sample(name, 100, 0)
    model = fit(make_model("5-nn", regression=regression), sample)
    X = world(name).points(100).X[:300]
    output, scores = near_answers(model, X, world(name).classes)
    assert np.allclose(output, model.predict(X))
    if not regression:
        assert np.allclose(scores, model.predict_proba(X))
        assert np.array_equal(answers(model, X, 10)[0], output)


@pytest.mark.parametrize("one", WORLDS, ids=lambda one: one.name)
def test_every_world_can_be_drawn_and_has_a_truth(one):
    n = one.sizes[0]
    sample, again = draw_sample(one.name, n, 4), draw_sample(one.name, n, 4)
    assert np.array_equal(sample.X, again.X)
    assert not np.array_equal(sample.X[:5], draw_sample(one.name, n, 5).X[:5])
    points = one.points(n)
    assert points.X.shape[1] == sample.X.shape[1]
    assert points.weights is None or points.weights.sum() == pytest.approx(1)
    model = one.models[0]
    (first,) = true_values(one, model, sample, measures_for(one.classes)[:1]).values()
    assert 0 <= first < 3


@pytest.mark.parametrize("one", [*duels()[:3], Duel("regression", "linear", 50, values=True)], ids=lambda one: one.key)
def test_blocks_are_predicted_as_without_the_kernel(one):
    sample = one.draw(0)
    dataset = as_dataset(sample.X, sample.y)
    resamples = draw(parse("kfold(5)"), dataset, 0)
    model = on_block(make_model(one.model, regression=one.values), one.p, 2 * one.p)
    fast, slow = (
        run(dataset, {"m": model}, resamples, Settings(jobs=1, engine=way)).of("m") for way in ("auto", "generic")
    )
    assert (fast.engine != "generic") is is_batched(make_model(one.model))
    assert np.allclose(slow.output.astype(float), fast.output.astype(float))


def test_equal_models_are_equal_by_construction():
    assert all(one.kind != "size" or one.bayes[0] == one.bayes[1] for one in duels())
    sample = Duel("balanced", "lda", 4000, bayes=(0.2, 0.26)).draw(0)
    means = sample.X[sample.y == 1].mean(axis=0) * np.sqrt(5)
    assert means[:5] == pytest.approx(0.8416, abs=0.12)
    assert means[5:] == pytest.approx(0.6433, abs=0.12)


def test_the_best_rule_of_a_product_errs_in_the_flipped_rows():
    drawn, sample = world("interaction"), draw_sample("interaction", 1000, 0)
    told = (sample.X[:, 0] * sample.X[:, 1] > 0) == (sample.y == 1)
    assert told.mean() == pytest.approx(0.9, abs=0.03)
    points = drawn.points(300)
    right = (points.X[points.row, 0] * points.X[points.row, 1] > 0) == (points.truth == 1)
    assert points.weights[right].sum() == pytest.approx(0.9, abs=1e-12)
    assert points.weights[points.truth == 1].sum() == pytest.approx(0.5, abs=1e-3)


def test_points_of_two_values_are_all_rows_with_their_probabilities():
    points, sample = world("binary").points(100), draw_sample("binary", 1000, 0)
    assert len(points.X) == 32
    assert points.weights.sum() == pytest.approx(1)
    second = points.truth == 1
    agree = points.X[points.row[second], 2] > 0
    assert points.weights[second][agree].sum() / points.weights[second].sum() == pytest.approx(0.65)
    assert ((sample.X[:, 2] > 0) == (sample.y == 1)).mean() == pytest.approx(0.65, abs=0.05)


def test_classes_of_unequal_shares_weigh_as_they_are_drawn():
    drawn, sample = world("ten-unequal"), draw_sample("ten-unequal", 1000, 0)
    points = drawn.points(300)
    assert np.bincount(points.truth, points.weights) == pytest.approx(drawn.shares())
    assert np.bincount(sample.y) / 1000 == pytest.approx(drawn.shares(), abs=0.04)
