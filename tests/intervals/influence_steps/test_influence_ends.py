"""Ends of the interval from the influence of the rows."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import average_precision_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise.api import assess
from foldwise.intervals.influence_steps.forward_plans import early_fit_bias
from foldwise.intervals.influence_steps.influence_ends import (
    fits_as_final,
    influence_ends,
    least_average_precision,
    share_ends,
    small_test_set_bias,
)
from foldwise.intervals.influence_steps.row_variance import RowVariance
from foldwise.intervals.methods import influence
from foldwise.intervals.methods.influence import Influence
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions

COSTS = np.array([[0.0, 1.0], [5.0, 0.0]])


def overlapping(n, seed, *, model="lda", costs=COSTS, **roles):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    X = rng.normal(size=(n, 3)) + y[:, None]
    names = ["cost", "normalised-cost"]
    return assess(model, X, y, measures=names, costs=costs, seed=seed, baseline=False, **roles)


def cost_ends(found, df, name="cost"):
    scored = ModelScores(
        found.predictions, found.predictions.models[0], next(one for one in found.measures if one.name == name)
    )
    variance = RowVariance(0.01, df, 0.05, -0.01, 100.0)
    return influence_ends(scored, scored.influence, variance, level=0.95)


def test_costs_of_single_rows_are_counts_whose_limits_know_their_variance():
    found = overlapping(100, 2)
    assert cost_ends(found, 5.0) == cost_ends(found, 500.0)


def test_costs_relative_to_those_of_a_constant_label_are_not():
    found = overlapping(100, 2)
    few, many = (cost_ends(found, df, "normalised-cost") for df in (5.0, 500.0))
    assert few[0] < many[0] < many[1] < few[1]


@pytest.mark.parametrize("role", ["groups", "weights"])
def test_costs_of_groups_and_of_weighted_rows_have_degrees_of_freedom(role):
    given = np.repeat(np.arange(20), 5) if role == "groups" else 1 + np.arange(100) % 4 / 1.0
    found = overlapping(100, 2, model="gaussian-nb", **{role: given})
    few, many = (cost_ends(found, df) for df in (5.0, 500.0))
    assert few[0] < many[0] < many[1] < few[1]


def test_costs_are_as_wide_as_the_rows_let_them_be():
    """A label that flips between repeats moves more than the model did: widths were 1.35 times that of the rows, and are 1.2 times."""
    ratios = []
    for seed in range(20):
        found = overlapping(300, seed)
        scored = ModelScores(found.predictions, found.predictions.models[0], found.measures[0])
        rows = float(scored.influence.rows.means.std()) / 300**0.5
        interval = found.findings[0].interval
        ratios.append((interval.high - interval.low) / (2 * 1.96 * rows))
    assert 1.05 < np.mean(ratios) < 1.25


def test_an_abstention_cost_without_a_mistake_has_an_upper_end():
    found = assess(
        "lda",
        np.r_[np.zeros(30), np.full(30, 50.0)][:, None] + np.random.default_rng(1).normal(size=(60, 1)),
        np.repeat([0, 1], 30),
        measures="abstention-cost",
        baseline=False,
    ).findings[0]
    assert found.estimate.value == found.interval.low == 0
    assert 0.03 < found.interval.high < 0.12


def test_a_ratio_of_costs_with_gains_has_a_t_interval():
    found = overlapping(100, 3, costs=np.array([[-1.0, 1.0], [5.0, 0.0]]))
    low, high = cost_ends(found, 50.0, "normalised-cost")
    value = found.findings[1].estimate.value
    assert high - value == pytest.approx(value - low)


def test_shares_are_counted_one_by_one():
    found = overlapping(100, 4)
    scored = ModelScores(found.predictions, found.predictions.models[0], measure("error"))
    few, many = (
        share_ends(scored, scored.influence, RowVariance(0.002, df, 0.0, 0.0, 100.0), level=0.95) for df in (4.0, 400.0)
    )
    assert few == many


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ({}, True),
        ({"plan": "kfold(5)"}, True),
        ({"plan": "subsample(20, test=1/3)"}, False),
        ({"plan": "bootstrap(30)"}, False),
        ({"groups": np.repeat(np.arange(20), 5)}, False),
        ({"order": np.arange(100)}, False),
        ({"model": DecisionTreeClassifier(max_depth=3, random_state=0)}, False),
        ({"model": KNeighborsClassifier(5)}, True),
        ({"model": type("LinearDiscriminantAnalysis", (LinearDiscriminantAnalysis,), {})()}, False),
        ({"model": DecisionTreeClassifier(max_depth=3, random_state=0), "until": 0.2}, False),
        ({"until": 0.2}, True),
    ],
)
def test_fits_of_steady_models_to_nearly_all_rows_are_as_the_final_one(rows, expected):
    rows = dict(rows)
    assert fits_as_final(ranked(rows.pop("model", LinearDiscriminantAnalysis()), "error", **rows)) is expected


def test_rates_of_a_rule_reach_to_those_of_the_class_it_gives_most_rows():
    """With 49 and 51 rows some fits give the other class; the rule of all rows gives every row the larger one, whose recall is 1."""
    X, y = np.random.default_rng(0).normal(size=(100, 2)), np.repeat([0, 1], [49, 51])
    found = assess("baseline", X, y, measures=["recall", "specificity", "error"], baseline=False, jobs=1)
    by_name = {one.measure.name: one for one in found.findings}
    recall, specificity, error = (by_name[name].interval for name in ("recall", "specificity", "error"))
    assert 0.5 < by_name["recall"].estimate.value < 1
    assert recall.low < 0.8
    assert (recall.high, specificity.low) == (1, 0)
    assert 0 < error.low < 0.49 < error.high < 1


def test_of_predictions_that_are_handed_in_it_is_not_known(tmp_path):
    """They may be those of a tree; the same predictions of a model that foldwise fitted keep what is known of it when they are saved."""
    own = ranked(LinearDiscriminantAnalysis(), "error", plan="kfold(10)").predictions
    parts = np.empty(own.n, dtype=int)
    parts[own.of("m").row] = own.of("m").resample
    predicted = np.empty(own.n, dtype=object)
    predicted[own.of("m").row] = own.label(own.of("m").output)
    theirs = Predictions.build(own.label(own.truth), {"m": predicted}, parts=parts)
    own.save(tmp_path / "own.npz")
    known, unknown, kept = (
        ModelScores(table, "m", measure("error")) for table in (own, theirs, Predictions.load(tmp_path / "own.npz"))
    )
    assert known.value == unknown.value == kept.value
    assert [fits_as_final(one) for one in (known, unknown, kept)] == [True, False, True]
    safe, shorter = (Influence().interval(one, 0.95) for one in (unknown, known))
    assert safe.low < shorter.low < shorter.high < safe.high


def test_shares_and_costs_of_such_fits_are_shorter_than_by_exact_limits(monkeypatch):
    found = overlapping(100, 4)
    seen = [
        ModelScores(found.predictions, found.predictions.models[0], one) for one in (measure("error"), *found.measures)
    ]
    made = [Influence().interval(one, 0.95) for one in seen]
    monkeypatch.setattr("foldwise.intervals.influence_steps.influence_ends.fits_as_final", lambda _: False)
    exact = [Influence().interval(one, 0.95) for one in seen]
    for one, two in zip(made[:2], exact[:2], strict=True):
        assert two.low < one.low < one.high < two.high
        assert 0.85 < one.width / two.width < 0.98
    assert made[2] == exact[2]  # a cost relative to another one is no count


def test_an_area_of_few_positives_supposes_one_row_anywhere_among_the_negatives():
    """Half a row below all negatives, times the factor for overlap and by 4 degrees of freedom, gave lower ends of .5 and less."""
    rng = np.random.default_rng(7)
    truth = np.repeat([0, 1], [95, 5])
    X = rng.normal(size=(100, 2)) + 4 * truth[:, None]
    found = assess("lda", X, truth, measures="auc", baseline=False, jobs=1)
    made, scored = found.findings[0].interval, ModelScores(found.predictions, "lda", measure("auc"))
    rows, _ = influence._estimate_variance(scored, scored.influence, share=True)
    assert scored.value > 0.99
    assert rows.widened == pytest.approx(2 / 3 * (0.5 / 5) ** 2)
    assert rows.df == np.inf
    assert 0.5 < made.low < 0.75


def ranked(model, name="average-precision", **rows):
    rng = np.random.default_rng(5)
    truth = np.arange(100) % 2
    X = rng.normal(size=(100, 3)) + truth[:, None] * 0.8
    table = assess({"m": model}, X, truth, measures=name, baseline=False, jobs=1, **rows).predictions
    return ModelScores(table, "m", measure(name))


def test_average_precision_is_drawn_in_by_the_bias_that_leaving_rows_out_shows(monkeypatch):
    """Each of five positives is among those ranked no lower than itself: the mean over test sets lies too high."""
    scored = ranked(LinearDiscriminantAnalysis())
    made, bias, jackknife_bias = (
        Influence().interval(scored, 0.95),
        small_test_set_bias(scored),
        scored.influence.edges.bias,
    )
    assert bias > jackknife_bias > 0
    monkeypatch.setattr("foldwise.intervals.influence_steps.influence_ends.small_test_set_bias", lambda _: 0.0)
    plain = Influence().interval(scored, 0.95)
    assert (made.low, made.high) == pytest.approx((plain.low - bias, plain.high - jackknife_bias))
    monkeypatch.setattr("foldwise.intervals.influence_steps.influence_ends.small_test_set_bias", lambda _: 10.0)
    assert Influence().interval(scored, 0.95).high >= scored.value


def test_an_area_in_time_is_drawn_in_by_half_of_its_bias(monkeypatch):
    """Its lower end is moved by all of it: rows of a period have in common what makes the area too high."""
    scored = ranked(LinearDiscriminantAnalysis(), "auc", order=np.arange(100))
    monkeypatch.setattr("foldwise.intervals.influence_steps.influence_ends.small_test_set_bias", lambda _: 0.0)
    plain = Influence().interval(scored, 0.95)
    monkeypatch.setattr("foldwise.intervals.influence_steps.influence_ends.small_test_set_bias", lambda _: 0.04)
    made = Influence().interval(scored, 0.95)
    assert (made.low, made.high) == pytest.approx((plain.low - 0.04, plain.high - 0.02))
    monkeypatch.setattr("foldwise.intervals.influence_steps.influence_ends.small_test_set_bias", lambda _: 10.0)
    assert Influence().interval(scored, 0.95).high >= scored.value


def test_an_area_of_rows_in_groups_does_not_lean():
    groups = np.repeat(np.arange(20), 5)
    assert small_test_set_bias(ranked(LinearDiscriminantAnalysis(), "auc", groups=groups)) == 0


def test_test_sets_predicted_by_as_many_rows_show_no_early_fits():
    assert early_fit_bias(ranked(LinearDiscriminantAnalysis(), "brier")) == 0


@pytest.mark.parametrize("model", [KNeighborsClassifier(1), DecisionTreeClassifier(max_depth=3, random_state=0)])
def test_the_area_of_scores_that_jump_is_widened_as_labels_are(model, monkeypatch):
    """Votes and leaves change by as much as a label does; trees were two oracles wide (METHODS N.24)."""
    scored = ranked(model, "auc")
    made = Influence().interval(scored, 0.95)
    monkeypatch.setattr(influence, "ranks_jump", lambda *_: False)
    smooth = Influence().interval(scored, 0.95)
    assert smooth.low < made.low < scored.value < made.high < smooth.high


def test_fits_add_to_an_area_what_they_add_to_the_error_per_variance_of_its_rows():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(150, 4))
    truth = ((X[:, 0] * X[:, 1] > 0) != (rng.random(150) < 0.1)).astype(int)
    tree = DecisionTreeClassifier(max_depth=4, random_state=0)
    table = assess({"m": tree}, X, truth, measures=["error", "auc"], baseline=False, jobs=1).predictions
    area, error = (ModelScores(table, "m", measure(name)) for name in ("auc", "error"))
    (rows, between), (found, added) = (
        influence._estimate_variance(one, one.influence, share=True) for one in (error, area)
    )
    assert between > 0
    assert added / (found.widened / found.factor) == pytest.approx(between / (rows.widened / rows.factor))


def mostly_positive(n, negatives, seed=0, **roles):
    rng = np.random.default_rng(seed)
    y = np.arange(n) >= negatives
    X = rng.normal(size=(n, 3)) + 2.0 * y[:, None]
    found = assess(GaussianNB(), X, y, measures="average-precision", positive=True, seed=seed, **roles)
    return found.finding("gaussian-nb", "average-precision"), ModelScores(
        found.predictions, "gaussian-nb", measure("average-precision")
    )


def test_no_scores_have_less_than_the_least_average_precision():
    _, scored = mostly_positive(200, 40)
    bound = least_average_precision(scored)
    # Scores that rank every negative first, for a population with the share of positives at the lower limit or above.
    for share in (0.75, 0.8, 0.9):
        y = np.arange(20_000) < share * 20_000
        reversed_scores = -y.astype(float) + 1e-9 * np.arange(y.size)
        assert average_precision_score(y, reversed_scores) > bound


def test_an_average_precision_of_many_positives_does_not_reach_below_its_least_value():
    finding, scored = mostly_positive(150, 8)
    assert finding.interval.low >= least_average_precision(scored) > 0.65
    assert finding.interval.low <= finding.estimate.value


def test_the_least_average_precision_is_not_known_of_rows_in_groups_or_with_weights():
    rows = np.arange(150)
    _, weighted = mostly_positive(150, 40, weights=1.0 + rows % 3)
    _, grouped = mostly_positive(150, 40, groups=rows % 30)
    assert least_average_precision(weighted) == least_average_precision(grouped) == 0.0


def test_the_log_loss_of_leaves_keeps_the_factor_of_the_plan(monkeypatch):
    """Leaves of few rows rule classes out: 89 to 91 % were covered by the smaller factor of bootstrap samples (METHODS N.29)."""
    scored = ranked(DecisionTreeClassifier(max_depth=4, random_state=0), "log-loss")
    made = Influence().interval(scored, 0.95)
    monkeypatch.setattr(influence, "factor_by_samples", lambda *_, **__: 1.0)
    assert Influence().interval(scored, 0.95) == made
    smooth = ranked(DecisionTreeClassifier(max_depth=4, random_state=0), "brier")
    shorter = Influence().interval(smooth, 0.95)
    monkeypatch.undo()
    assert shorter.width < Influence().interval(smooth, 0.95).width
