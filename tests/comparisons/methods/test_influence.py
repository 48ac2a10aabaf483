"""The test of a difference by the influence of the rows."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.comparisons import Pair, comparison_method
from foldwise.comparisons.methods import influence
from foldwise.comparisons.methods.influence import (
    BOOTSTRAP_NOTE,
    FORMER_BOOTSTRAP_NOTES,
    difference_variance,
    rests_on_samples,
)
from foldwise.intervals import early_fit_bias
from foldwise.intervals.limits.quantiles import t_quantile
from foldwise.measures import ModelScores, measure
from tests.worlds import partition, predictions_of

RNG = np.random.default_rng(0)
TRUTH = np.arange(120) % 2


def pair_of(a, b, name, resamples=None, **more):
    """Two systems whose answers are the same in every repeat."""
    resamples = resamples or partition(120, 10, repeats=3)
    first, second = (predictions_of(TRUTH, one, resamples, **more) for one in (a, b))
    both = replace(first, outputs={"a": first.outputs["m"], "b": second.outputs["m"]})
    return Pair.of(both, "a", "b", measure(name))


def wrong(share, seed):
    return np.where(np.random.default_rng(seed).random(120) < share, 1 - TRUTH, TRUTH)


def test_steady_predictions_give_the_paired_t_test_by_class():
    pair = pair_of(wrong(0.1, 0), wrong(0.3, 1), "error")
    found = comparison_method("influence").compare(pair, 0.95)
    d = pair.row_losses
    variance = sum(
        (d[c == TRUTH] - d.mean() * 0).var(ddof=1) * 60 + 60 * (d[c == TRUTH].mean() - d.mean()) ** 2 for c in (0, 1)
    )
    expected = np.sqrt(1.1 * (variance / 120**2 + 1 / 120**2))
    assert found.posterior.scale == pytest.approx(expected, rel=1e-6)
    assert found.difference == pytest.approx(d.mean())


@pytest.mark.parametrize("name", ["error", "precision", "f1", "mcc", "balanced-error"])
def test_a_model_against_itself_is_undecided(name):
    answers = wrong(0.2, 0)
    found = comparison_method("influence").compare(pair_of(answers, answers, name), 0.95)
    assert found.difference == 0
    assert found.p_value == 1
    assert found.low < 0 < found.high


def test_few_positives_do_not_make_certainty():
    """Issue: LDA against NB, 400 rows, 5 % positives: -0.056 [-0.056, -0.056], p = 0, on 12 positives."""
    rng = np.random.default_rng(3)
    y = (rng.random(400) < 0.05).astype(int)
    X = rng.normal(size=(400, 4)) + 0.8 * y[:, None]
    result = foldwise.compare("lda, gaussian-nb", X, y, measures="precision,mcc,recall")
    table = result.pairs()
    assert (table["high"] - table["low"] > 0.01).all()
    assert (table[table["b"] != "baseline"]["p_value"] > 1e-4).all()


def test_swapped_models_swap_the_sign():
    a, b = wrong(0.1, 0), wrong(0.3, 1)
    one, other = (comparison_method("influence").compare(pair_of(*both, "f1"), 0.95) for both in ((a, b), (b, a)))
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.p_value == pytest.approx(other.p_value)


def test_groups_are_the_unit():
    a, b = wrong(0.1, 0), wrong(0.2, 1)
    alone = comparison_method("influence").compare(pair_of(a, b, "error"), 0.95)
    groups = np.arange(120) // 20
    grouped = comparison_method("influence").compare(pair_of(a, b, "error", groups=groups), 0.95)
    assert grouped.posterior.df <= 5
    assert grouped.posterior.df < alone.posterior.df


def test_one_group_and_measures_without_derivative_are_refused():
    test = comparison_method("influence")
    assert "one group" in test.refusal(pair_of(TRUTH, TRUTH, "error", groups=np.zeros(120, dtype=int)))
    scores = np.stack([1 - TRUTH, TRUTH], axis=1).astype(float)
    assert "has no derivative" in test.refusal(pair_of(TRUTH, TRUTH, "ece", scores=scores))


def two_interactions(rng, n):
    """Either half of the columns holds an interaction that tells the class, one label in ten turned."""
    y, X = rng.integers(0, 2, n), rng.uniform(-1, 1, (n, 8))
    for first in (0, 4):
        turned = np.where(rng.random(n) < 0.1, -1, 1) * (2 * y - 1)
        X[:, first + 1] = np.abs(X[:, first + 1]) * np.sign(X[:, first]) * turned
    return X, y


def trees():
    """One learner on either half of the columns."""
    return {
        name: make_pipeline(
            ColumnTransformer([("half", "passthrough", list(range(first, first + 4)))]),
            DecisionTreeClassifier(max_depth=4, random_state=0),
        )
        for name, first in (("a", 0), ("b", 4))
    }


@pytest.mark.parametrize("seed", [1, 5])
def test_equal_trees_that_found_an_interaction_in_part_of_their_fits_are_not_told_apart(seed):
    """The variance of the rows alone gives p = 0.0004 for the error here, and 0.002 to 0.007 for the area."""
    X, y = two_interactions(np.random.default_rng([7, seed, 300]), 300)
    result = foldwise.compare(trees(), X, y, measures=["error", "auc"], seed=seed, baseline=False)
    assert [one.comparison.p_value > 0.05 for one in result.judgements] == [True, True]


def test_fits_that_differ_in_rows_without_weight_do_not_differ():
    """b is wrong on all light rows of every other fold, so that the plain difference varies between fits."""
    resamples = partition(120, 10, repeats=3)
    light = np.arange(120) % 4 < 2
    both = pair_of(wrong(0.2, 0), wrong(0.2, 1), "error", resamples, weights=np.where(light, 1e-9, 1.0)).predictions
    flipped = both.outputs["b"]
    odd = light[flipped.row] & (flipped.resample % 2 == 1)
    changed = replace(flipped, output=np.where(odd, 1 - TRUTH[flipped.row], flipped.output))
    before, after = (
        Pair.of(replace(both, outputs={**both.outputs, "b": one}), "a", "b", measure("error"))
        for one in (flipped, changed)
    )
    assert difference_variance(after).widened == pytest.approx(difference_variance(before).widened, rel=1e-3)


def test_a_test_adds_twice_the_variance_between_fits():
    """Fits of one sample share most rows, so that learners differ by more between samples (METHODS N.9)."""
    both = pair_of(wrong(0.2, 0), wrong(0.2, 1), "error").predictions
    flipped = both.outputs["b"]
    odd = flipped.resample % 2 == 1
    changed = replace(flipped, output=np.where(odd, 1 - flipped.output, flipped.output))
    pair = Pair.of(replace(both, outputs={**both.outputs, "b": changed}), "a", "b", measure("error"))
    between = influence._widened_between_fits(pair, pair.a.linear, pair.b.linear, 1.0)
    found = difference_variance(pair).widened
    assert between > 0.01
    assert found > 2 * between
    assert found == pytest.approx(2 * between, rel=0.5)


@pytest.mark.slow
def test_equal_trees_are_rarely_called_different():
    """41 % of such pairs were, before the variance between fits was added."""
    called = np.zeros(2)
    for seed in range(100):
        X, y = two_interactions(np.random.default_rng([7, seed, 300]), 300)
        result = foldwise.compare(trees(), X, y, measures=["error", "auc"], seed=seed, baseline=False)
        called += [one.comparison.p_value < 0.05 for one in result.judgements]
    assert called.max() <= 12  # 5 of 100 expected, and three standard errors


@pytest.mark.parametrize(("name", "steep"), [("recall", False), ("balanced-error", False), ("f1", True)])
def test_models_of_samples_count_for_more_where_a_measure_is_steeper_at_one_model(name, steep, monkeypatch):
    """Of two models the one that finds hardly a positive has a low F1, which rises faster with each that it finds."""
    monkeypatch.setattr(influence, "_variance_between_samples", lambda *_: 1.0)
    blind = np.where(RNG.random(120) < 0.9, 0, TRUTH)
    pair = pair_of(blind, wrong(0.2, 1), name)
    jumps = sorted((pair.a.linear.jump, pair.b.linear.jump))
    times = difference_variance(pair).widened / 2
    assert times == pytest.approx(jumps[1] / jumps[0], rel=0.02)
    assert (times > 1.3) is steep


def test_rows_that_are_tested_once_say_that_repeats_would_tell():
    once, again = (partition(120, 10, repeats=repeats) for repeats in (1, 3))
    # wrong in the first five test sets only
    lucky = np.where((once.parts[0] < 5) & (np.arange(120) % 3 > 0), 1 - TRUTH, TRUTH)
    test = comparison_method("influence")
    for name in ("error", "recall"):
        found = {plan: test.compare(pair_of(lucky, wrong(0.2, 3), name, plan), 0.95).note for plan in (once, again)}
        assert "tested once cannot show" in found[once]
        assert found[again] == ""
    assert test.compare(pair_of(wrong(0.2, 0), wrong(0.2, 1), "error", once), 0.95).note == ""


@pytest.mark.parametrize("names", [("mse", "r2"), ("mae", "rae"), ("mse", "rse")])
def test_the_spread_of_the_truth_that_both_models_share_does_not_decide(names):
    """A row far out moved R² of equal models and its spread together: 24 % of such samples told them apart, mse 1 %."""
    rng = np.random.default_rng(0)
    X = rng.standard_t(2, size=(100, 4))
    y = X[:, 0] + X[:, 2] + 2 * rng.normal(size=100)
    blocks = {"a": [0, 1], "b": [2, 3]}
    models = {
        name: make_pipeline(ColumnTransformer([("chosen", "passthrough", columns)]), LinearRegression())
        for name, columns in blocks.items()
    }
    result = foldwise.compare(models, X, y, measures=",".join(names), test="influence", baseline=False)
    loss, relative = (result.judgement("a", "b", name).comparison for name in names)
    assert relative.p_value == pytest.approx(loss.p_value, rel=2e-3)


def test_a_majority_that_turns_in_a_sample_does_not_widen_pairs_with_the_baseline():
    labels = (np.arange(120) < 68).astype(int)
    columns = np.random.default_rng(3).normal(size=(120, 3)) + 2 * labels[:, None] * [1, 0, 0]
    tree = DecisionTreeClassifier(max_depth=3, random_state=0)
    found = foldwise.compare({"tree": tree}, columns, labels, plan="kfold(5)", measures="error")
    turned = found.assessment.predictions.bootstrapped.outputs["baseline"].output
    assert set(turned) == {0, 1}
    pair = found.judgements[0].comparison
    assert pair.high - pair.low < 0.35  # .66 where the samples count in which the other class is larger


@pytest.mark.parametrize(
    ("note", "expected"), [(note, True) for note in (BOOTSTRAP_NOTE, *FORMER_BOOTSTRAP_NOTES)] + [("", False)]
)
def test_a_result_that_rests_on_bootstrap_samples_is_known_by_its_note_of_today_and_of_before(note, expected):
    found = comparison_method("influence").compare(pair_of(wrong(0.1, 0), wrong(0.3, 1), "error"), 0.95)
    assert rests_on_samples(replace(found, note=note)) is expected


def test_samples_that_say_no_less_than_the_plan_change_nothing():
    """Rows that are tested once have the least factor there is; taken times the rows again it was another number by rounding."""
    table = foldwise.compare("lda, tree", foldwise.sample("iris"), plan="kfold(5)", measures="error").predictions
    pair = Pair.of(table, "lda", "tree", measure("error"))
    assert influence._factor_by_samples(pair, 1 + 150 / 120) is None
    repeated = foldwise.compare("lda, tree", foldwise.sample("iris"), plan="kfold(5, repeats=2)", measures="error")
    again = Pair.of(repeated.predictions, "lda", "tree", measure("error"))
    assert 1 + 150 / 120 <= influence._factor_by_samples(again, 9.0) < 9


def test_what_early_fits_cost_is_in_the_error_of_a_difference_with_a_tree():
    """Least squares and a tree on a line: the tree gains by more training rows, and its early blocks are worse."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y = X @ [1.0, 0.7, 0.0] + rng.normal(size=200)
    made = foldwise.compare("linear, knn, tree", X, y, order=np.arange(200), measures="rmse", baseline=False)
    rmse = made.measures[0]
    scored = {name: ModelScores(made.predictions, name, rmse) for name in made.models}
    for name, leans in (("knn", False), ("tree", True)):
        pair = Pair(scored["linear"], scored[name])
        found = comparison_method("influence").compare(pair, 0.95)
        lean = early_fit_bias(scored["linear"]) - early_fit_bias(scored[name])
        added = lean**2 if leans else 0.0
        df = difference_variance(pair).df
        assert (found.high - found.low) / 2 == pytest.approx(
            t_quantile(df, 0.95) * np.sqrt(difference_variance(pair).widened + added)
        )
        assert lean != 0
