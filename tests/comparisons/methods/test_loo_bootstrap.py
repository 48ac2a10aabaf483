"""The test of a difference by the leave-one-out bootstrap: its formula, its edges, its size."""

from dataclasses import replace
from math import e

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.comparisons import Pair, compare_pair, comparison_method
from foldwise.comparisons.methods.loo_bootstrap import interaction_variance, pair_error
from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.intervals import oob_error_of
from foldwise.measures import measure
from foldwise.plans import as_plan, draw
from tests.worlds import bootstrap_of, partition, predictions_of

RNG = np.random.default_rng(0)
TRUTH = np.arange(60) % 2


def fitted(model, blocks, y, plan, seed=0):
    """One model on each of two blocks of columns, over the same resamples."""
    tables = []
    for X in blocks:
        dataset = as_dataset(X, y)
        tables.append(run(dataset, {"m": model}, draw(as_plan(plan), dataset, seed), Settings(seed=seed, jobs=1)))
    return replace(tables[0], outputs={"a": tables[0].outputs["m"], "b": tables[1].outputs["m"]})


def test_the_standard_error_by_hand():
    """METHODS C.9 on the differences, written out; the losses do not depend on the training rows, so that nothing is counted twice."""
    a, b = (np.where(RNG.random(60) < share, 1 - TRUTH, TRUTH) for share in (0.1, 0.3))
    samples = bootstrap_of(60, 200)
    first, second = (predictions_of(TRUTH, one, samples) for one in (a, b))
    pair = Pair.of(
        replace(first, outputs={"a": first.outputs["m"], "b": second.outputs["m"]}), "a", "b", measure("error")
    )
    counts = samples.train_counts(0, 200).astype(float)
    d = (a != TRUTH) * 1.0 - (b != TRUTH)
    q = (counts == 0) @ d / 60
    influence = (2 + 1 / 59) * (d - d.mean()) / 60 + (q - q.mean()) @ counts / (counts == 0).sum(axis=0)
    noise = 60 * e**2 * q.var() / 200
    expected = max(np.sum(influence**2) - noise, np.sum((d - d.mean()) ** 2) / 60**2)
    found = comparison_method("loo-bootstrap").compare(pair, 0.95)
    assert found.difference == pytest.approx(d.mean())
    assert found.posterior.scale == pytest.approx(np.sqrt(expected))
    assert found.posterior.df == 59


def test_samples_that_one_model_lacks_are_left_out_for_both():
    """A fit that failed is no fit without errors: the samples of the other model alone say nothing of the difference."""
    samples = bootstrap_of(60, 400)
    wrong = [np.where(RNG.random(60) < share, 1 - TRUTH, TRUTH) for share in (0.1, 0.3)]
    a, b = (predictions_of(TRUTH, one, samples).outputs["m"] for one in wrong)
    table = predictions_of(TRUTH, wrong[0], samples)
    for lacking, whole in (("a", "b"), ("b", "a")):
        outputs = {"a": a, "b": b}
        outputs[lacking] = outputs[lacking].where(outputs[lacking].resample >= 150)
        both = {name: one.where(one.resample >= 150) for name, one in outputs.items()}
        errors = [
            comparison_method("loo-bootstrap").compare(
                Pair.of(replace(table, outputs=given), "a", "b", measure("error")), 0.95
            )
            for given in (outputs, both)
        ]
        assert errors[0].posterior.scale == pytest.approx(errors[1].posterior.scale, rel=1e-12), whole


def test_fewer_than_200_samples_are_refused():
    samples = bootstrap_of(60, 199)
    table = predictions_of(TRUTH, TRUTH, samples)
    pair = Pair.of(
        replace(table, outputs={"a": table.outputs["m"], "b": table.outputs["m"]}), "a", "b", measure("error")
    )
    assert comparison_method("loo-bootstrap").refusal(pair) == "199 draws are fewer than 200"


def test_a_model_against_itself_is_undecided():
    table = predictions_of(TRUTH, TRUTH, bootstrap_of(60, 200))
    both = replace(table, outputs={"a": table.outputs["m"], "b": table.outputs["m"]})
    found = compare_pair(Pair.of(both, "a", "b", measure("error")))
    assert found.method == "loo-bootstrap"
    assert found.p_value == 1
    assert found.low < 0 < found.high


def test_roots_are_compared_as_roots():
    X = RNG.normal(size=(80, 4))
    table = fitted(LinearRegression(), (X[:, :2], X[:, 2:]), X[:, 0] + RNG.normal(size=80), "bootstrap(300)")
    root, square = (compare_pair(Pair.of(table, "a", "b", measure(name))) for name in ("rmse", "mse"))
    assert root.method == "loo-bootstrap"
    assert root.posterior.centre / root.posterior.scale == pytest.approx(
        square.posterior.centre / square.posterior.scale, rel=0.15
    )


def test_without_bootstrap_samples_it_is_refused():
    table = predictions_of(TRUTH, TRUTH, partition(60, 10))
    both = replace(table, outputs={"a": table.outputs["m"], "b": table.outputs["m"]})
    refusal = comparison_method("loo-bootstrap").refusal(Pair.of(both, "a", "b", measure("error")))
    assert refusal == "the models were not fitted to bootstrap samples"


def test_models_of_fewer_rows_that_stand_the_other_way_round_do_not_decide():
    plan, samples = partition(60, 10, repeats=2), bootstrap_of(60, 200)
    good, bad = TRUTH, np.where(np.arange(60) < 20, 1 - TRUTH, TRUTH)

    def table(a, b, resamples):
        first, second = (predictions_of(TRUTH, one, resamples) for one in (a, b))
        return replace(first, outputs={"a": first.outputs["m"], "b": second.outputs["m"]})

    alike = replace(table(good, bad, plan), bootstrapped=table(good, bad, samples))
    crossed = replace(table(good, bad, plan), bootstrapped=table(bad, good, samples))
    assert compare_pair(Pair.of(alike, "a", "b", measure("error"))).method == "loo-bootstrap"
    assert compare_pair(Pair.of(crossed, "a", "b", measure("error"))).method == "influence"


def test_the_default_holds_its_level_and_has_power():
    """Equal discriminants on 100 rows, and .15 against .35: 60 draws each (size .03 and power .9 in the study)."""
    rates = []
    for far in (0.0, 0.65):
        found = 0
        for seed in range(60):
            rng = np.random.default_rng(seed)
            y = np.arange(100) % 2
            blocks = [
                rng.normal(size=(100, 3)) + shift * (2 * y - 1)[:, None] / np.sqrt(3) for shift in (1.03 - far, 1.03)
            ]
            table = fitted(LinearDiscriminantAnalysis(), blocks, y, "kfold(10, repeats=3)", seed)
            samples = fitted(LinearDiscriminantAnalysis(), blocks, y, "bootstrap(200)", seed)
            pair = Pair.of(replace(table, bootstrapped=samples), "a", "b", measure("error"))
            found += compare_pair(pair).p_value < 0.05
        rates.append(found / 60)
    assert rates[0] <= 0.1
    assert rates[1] >= 0.7


def test_a_majority_rule_is_not_judged_by_rows_that_its_samples_left_out():
    """Rows left out are mostly of the class the sample had fewer of: -0.540 [-0.560, -0.520] where the truth is -0.5."""
    y = np.arange(100) % 2
    X = RNG.normal(size=(100, 2)) + 50 * y[:, None]
    table = foldwise.compare({"lda": LinearDiscriminantAnalysis()}, X, y, measures="error").pairs()
    assert (table["low"] <= -0.5).all()
    assert (table["high"] >= -0.5).all()


def test_losses_that_never_differ_leave_the_room_of_half_a_row():
    """A model against itself: no spread of the log loss is not certainty."""
    X, y = RNG.normal(size=(60, 2)), np.arange(60) % 2
    table = fitted(LinearDiscriminantAnalysis(), (X, X), y, "bootstrap(200)")
    found = compare_pair(Pair.of(table, "a", "b", measure("log-loss")))
    assert found.p_value == 1
    assert found.high - found.low > 0.01


def test_groups_that_are_drawn_give_the_degrees_of_freedom():
    rng, own = np.random.default_rng(3), np.repeat(np.arange(8), 15)
    X = rng.normal(size=(120, 4)) + rng.normal(size=(8, 1))[own]
    y = (X[:, 0] + rng.normal(size=120) > 0).astype(int)
    plan = "bootstrap(200, scheme=cluster)"
    found = foldwise.compare("lda, gaussian-nb", X, y, groups=own, plan=plan, measures="error").judgements[0].comparison
    assert found.method == "loo-bootstrap"
    assert found.posterior.df <= 7


N = 30


def pair_of(losses, samples):
    """Two models whose squared errors differ by these losses (B, N) where a row was left out."""
    truth = np.zeros(N)
    table = predictions_of(truth, truth, samples, n_classes=0)
    outputs = table.outputs["m"]
    wrong = np.sqrt(losses[outputs.resample, outputs.row])
    return Pair.of(
        replace(table, outputs={"a": replace(outputs, output=wrong), "b": outputs}), "a", "b", measure("mse")
    )


def by_hand(losses, counts):
    """Covariances of the loss of row i, where it was left out, with the count of row j, and whether it is there, in two halves of the samples."""
    halves, there = [], []
    for part in (slice(0, 100), slice(100, 200)):
        N_b, d = counts[part], losses[part]
        c, present = np.zeros((N, N)), np.zeros((N, N))
        for i in range(N):
            out = N_b[:, i] == 0
            for j in range(N):
                c[i, j] = np.cov(N_b[out, j], d[out, i])[0, 1]
                present[i, j] = -np.e * np.cov(N_b[out, j] == 0, d[out, i])[0, 1]
        halves.append(c)
        there.append(present)
    ratio = np.sum(there[0] * there[1]) / np.sum(halves[0] * halves[1])
    taken = np.sum(halves[0] * halves[1]) + np.sum(halves[0] * halves[1].T)
    return min(1, 2 - ratio) * taken / N**2


def test_products_of_covariances_in_two_halves_by_hand():
    samples = bootstrap_of(N, 200)
    counts = samples.train_counts(0, 200).astype(float)
    losses = 5 + counts @ np.random.default_rng(3).normal(size=(N, N)) * 0.1
    assert interaction_variance(pair_of(losses, samples)) == pytest.approx(by_hand(losses, counts), rel=1e-9)


def test_losses_that_know_only_whether_a_row_is_there_are_left_alone():
    """Their slopes are 1 − 1/e of what a row does, so that squares of slopes are short by a factor of about three."""
    samples = bootstrap_of(N, 200)
    counts = samples.train_counts(0, 200).astype(float)
    effects = np.random.default_rng(3).normal(size=(N, N))
    assert interaction_variance(pair_of(9 + 0.1 * (counts > 0) @ effects, samples)) == 0
    assert interaction_variance(pair_of(9 + 0.1 * counts @ effects, samples)) > 0


def test_there_is_no_interaction_where_losses_do_not_depend_on_the_training_rows():
    samples = bootstrap_of(N, 200)
    losses = np.tile(np.random.default_rng(0).random(N), (200, 1))
    assert interaction_variance(pair_of(losses, samples)) == pytest.approx(0, abs=1e-20)


def test_the_test_of_neighbours_is_shorter_by_it_with_degrees_of_freedom_by_the_variance_of_its_square():
    n = 80
    y = np.arange(n) % 2
    X = np.random.default_rng(0).normal(size=(n, 6)) + 0.6 * y[:, None]
    tables = []
    for block in (X[:, :3], X[:, 3:]):
        rows = as_dataset(block, y)
        drawn = draw(as_plan("bootstrap(200)"), rows, 0)
        tables.append(run(rows, {"m": KNeighborsClassifier(5)}, drawn, Settings(jobs=1)))
    pair = Pair.of(
        replace(tables[0], outputs={"a": tables[0].outputs["m"], "b": tables[1].outputs["m"]}),
        "a",
        "b",
        measure("error"),
    )
    before, now = oob_error_of(pair.a, pair.losses, pair.row, pair.resample), pair_error(pair)
    assert now.error**2 == pytest.approx(before.error**2 - interaction_variance(pair))
    assert now.df == pytest.approx(2 * now.error**4 / before.doubt)
    assert 0.75 < now.error / before.error < 0.95
    assert now.df < n - 1
