"""Areas over pairs of rows of different groups."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, LeaveOneGroupOut, cross_val_score
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.measures import ModelScores, compared_groups, counted_weights, measure

GROUPS = np.arange(120) // 10


def world(seed, rows=120):
    """Rows of a group have half the variance of their columns in common."""
    rng, groups = np.random.default_rng(seed), np.arange(rows) // 10
    labels = np.arange(rows) % 2
    common = rng.normal(size=(rows // 10, 3))[groups]
    return (rng.normal(size=(rows, 3)) + common) * 0.5**0.5 + 0.7 * labels[:, None], labels


def assessed(plan=None, weights=None, name="auc", digits=None):
    X, y = world(0)
    model, options = GaussianNB(), {} if plan is None else {"plan": plan}
    X = X if digits is None else np.round(X, digits)
    return foldwise.assess({"m": model}, X, y, groups=GROUPS, weights=weights, measures=name, baseline=False, **options)


def by_hand(result, weights=None):
    """Area of each resample and its pairs, by looking at all pairs of rows."""
    table, truth = result.predictions, result.predictions.truth
    outputs, weights = table.of("m"), np.ones(table.n) if weights is None else weights
    areas, masses = [], []
    for part in range(table.resamples.count):
        rows, given = outputs.row[outputs.resample == part], outputs.scores[outputs.resample == part, 1]
        won = [
            (weights[rows[a]] * weights[rows[b]], (np.sign(given[a] - given[b]) + 1) / 2)
            for a in np.flatnonzero(truth[rows] == 1)
            for b in np.flatnonzero(truth[rows] == 0)
            if GROUPS[rows[a]] != GROUPS[rows[b]]
        ]
        mass, right = np.array(won).T
        areas.append(mass @ right / mass.sum())
        masses.append(mass.sum())
    return np.array(areas), np.array(masses)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("digits", [None, 0])
def test_an_area_leaves_out_pairs_of_one_group(weighted, digits):
    weights = np.random.default_rng(1).uniform(0.5, 2, 120) if weighted else None
    result = assessed(weights=weights, digits=digits)
    areas, pairs = by_hand(result, weights)
    scored = ModelScores(result.predictions, "m", measure("auc"))
    assert scored.scores == pytest.approx(areas, abs=1e-12)
    repeat = result.predictions.resamples.repeat
    means = np.bincount(repeat, weights=areas * pairs) / np.bincount(repeat, weights=pairs)
    assert result.findings[0].estimate.value == pytest.approx(means.mean(), abs=1e-12)


def test_the_contributions_are_derivatives_of_the_area():
    result = assessed(plan="group-kfold(4)")
    scored = ModelScores(result.predictions, "m", measure("auc"))
    psi = scored.apart.contribution
    assert psi.mean() == pytest.approx(0, abs=1e-12)
    assert scored.linear.contribution == pytest.approx(psi)
    weights = np.ones(120)
    weights[7] += 1e-5
    moved = ModelScores(replace(result.predictions, weights=weights), "m", measure("auc"))
    first = psi[scored.row == 7].sum() / psi.size
    assert (moved.value - scored.value) / 1e-5 == pytest.approx(first, rel=1e-2)


def three_classes(seed=0, rows=180):
    """The same with three classes, of which each group has all."""
    rng, groups = np.random.default_rng(seed), np.arange(rows) // 10
    labels = np.where(np.arange(rows) % 7 == 6, 2, np.arange(rows) % 2)
    common = rng.normal(size=(rows // 10, 3))[groups]
    return (rng.normal(size=(rows, 3)) + common) * 0.5**0.5 + 0.9 * np.eye(3)[labels], labels, groups


def area_of_sides(result, first, second, scores, weights):
    """Area over the pairs of two sides of different groups of a test set, of each repeat, by looking at all of them."""
    outputs, groups = result.predictions.of("m"), result.predictions.groups
    won, mass = np.zeros((2, int(result.predictions.resamples.repeat.max()) + 1))
    for part, repeat in enumerate(result.predictions.resamples.repeat):
        at = np.flatnonzero(outputs.resample == part)
        rows = outputs.row[at]
        for a in np.flatnonzero(first[rows]):
            for b in np.flatnonzero(second[rows] & (groups[rows] != groups[rows[a]])):
                pair = weights[rows[a]] * weights[rows[b]]
                won[repeat] += pair * (np.sign(scores[at[a]] - scores[at[b]]) + 1) / 2
                mass[repeat] += pair
    return (won / mass).mean()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", ["auc", "gini", "ovr-auc", "weighted-ovr-auc"])
def test_areas_of_many_classes_leave_out_pairs_of_one_group(name, weighted):
    X, y, groups = three_classes()
    weights = np.random.default_rng(1).uniform(0.5, 2, y.size) if weighted else None
    options = {"weights": weights, "plan": "group-kfold(6, repeats=2)"}
    result = foldwise.assess({"m": GaussianNB()}, X, y, groups=groups, measures=name, baseline=False, **options)
    mass = np.ones(y.size) if weights is None else weights
    scores, codes = result.predictions.of("m").scores, range(3)
    if "ovr" in name:
        shares = np.bincount(y, weights=mass) if "weighted" in name else np.ones(3)
        areas = [area_of_sides(result, y == c, y != c, scores[:, c], mass) for c in codes]
        expected = np.average(areas, weights=shares)
    else:
        pairs = [(i, j) for i in codes for j in codes if i != j]
        expected = np.mean([area_of_sides(result, y == i, y == j, scores[:, i], mass) for i, j in pairs])
    expected = 2 * expected - 1 if name == "gini" else expected
    assert result.findings[0].estimate.value == pytest.approx(expected, abs=1e-12)
    assert "compares rows of different groups" in " ".join(result.notes)


@pytest.mark.parametrize("name", ["auc", "gini", "ovr-auc"])
def test_the_contributions_of_many_classes_are_derivatives_of_the_area(name):
    X, y, groups = three_classes()
    options = {"plan": "group-kfold(6)", "measures": name, "baseline": False}
    result = foldwise.assess({"m": GaussianNB()}, X, y, groups=groups, **options)
    scored = ModelScores(result.predictions, "m", measure(name))
    psi = scored.linear.contribution
    assert psi.mean() == pytest.approx(0, abs=1e-12)
    for row in (3, 6):
        weights = np.ones(y.size)
        weights[row] += 1e-5
        moved = ModelScores(replace(result.predictions, weights=weights), "m", measure(name))
        first = psi[scored.row == row].sum() / psi.size
        assert (moved.value - scored.value) / 1e-5 == pytest.approx(first, rel=1e-2)


def test_a_class_that_a_test_set_lacks_counts_in_the_others():
    """The mean over test sets would leave these out altogether."""
    X, y, groups = three_classes()
    y = np.where((y == 2) & (groups > 8), 0, y)
    result = foldwise.assess(
        {"m": GaussianNB()}, X, y, groups=groups, measures="auc", baseline=False, plan="group-kfold(9)"
    )
    scored = ModelScores(result.predictions, "m", measure("auc"))
    assert scored.undefined > 0
    assert compared_groups(scored) == 18


def test_twice_the_area_less_one_is_the_gini_coefficient():
    area, gini = (assessed(name=name).findings[0].estimate.value for name in ("auc", "gini"))
    assert gini == pytest.approx(2 * area - 1)


def test_test_sets_of_one_group_have_the_area_of_their_rows():
    X, y = world(0)
    found = assessed(plan="leave-group-out")
    expected = cross_val_score(GaussianNB(), X, y, groups=GROUPS, cv=LeaveOneGroupOut(), scoring="roc_auc")
    assert found.findings[0].interval is None
    assert "group-kfold(6, repeats=3)" in found.findings[0].reason
    assert ModelScores(found.predictions, "m", measure("auc")).scores == pytest.approx(expected)


@pytest.mark.parametrize(("plan", "expected"), [("group-kfold(6)", 12), ("group-kfold(11)", 2), ("leave-group-out", 0)])
def test_groups_that_share_a_test_set_with_another_are_compared(plan, expected):
    scored = ModelScores(assessed(plan=plan).predictions, "m", measure("auc"))
    assert compared_groups(scored) == expected


def test_one_test_set_and_rows_without_groups_are_left_as_they_are():
    X, y = world(0)
    given = X[:, 0] + 0.5
    scored = foldwise.score(y, {"m": (given > 1).astype(int)}, scores={"m": given}, groups=GROUPS, measures="auc")
    assert scored.findings[0].estimate.value == pytest.approx(roc_auc_score(y, given))
    plain = foldwise.assess({"m": GaussianNB()}, X, y, measures="auc", baseline=False, plan="kfold(5)")
    assert ModelScores(plain.predictions, "m", measure("auc")).apart is None


def test_the_estimate_is_that_of_new_groups():
    """The mean over the test sets of scikit-learn is .05 too high."""
    apart, within, truth = [], [], []
    for seed in range(25):
        (X, y), (new, labels) = world(seed), world([seed, 1], 5000)
        model = LinearDiscriminantAnalysis()
        found = foldwise.assess(model, X, y, groups=GROUPS, measures="auc", baseline=False).findings[0]
        apart.append(found.estimate.value)
        within.append(cross_val_score(model, X, y, groups=GROUPS, cv=GroupKFold(6), scoring="roc_auc").mean())
        truth.append(roc_auc_score(labels, model.fit(X, y).decision_function(new)))
    assert np.mean(within) - np.mean(truth) > 0.03
    assert abs(np.mean(apart) - np.mean(truth)) < 0.03


def test_the_error_of_an_area_over_every_pair_is_that_of_its_groups():
    """Places of a group are held against those of five others, which are held against it: two fifths of the variance were lost."""
    groups, values, variances = np.repeat(np.arange(6), 20), [], []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        y = np.tile([0, 1], 60)
        X = (y + rng.normal(size=120))[:, None]  # one column, so that every fit ranks alike
        found = foldwise.assess({"m": GaussianNB()}, X, y, groups=groups, measures="auc", baseline=False).findings[0]
        values.append(found.estimate.value)
        variances.append(found.interval.standard_error**2)
    assert 1.0 < np.mean(variances) / np.var(values) < 1.4


def test_a_large_group_counts_by_the_rows_that_it_meets():
    """A group of 60 rows shares its test sets with few others: it has half of the rows, and less of the pairs."""
    rng, groups = np.random.default_rng(2), np.repeat(np.arange(13), [60, *[5] * 12])
    labels = np.arange(120) % 2
    X = rng.normal(size=(120, 3)) + labels[:, None]
    result = foldwise.assess({"m": GaussianNB()}, X, labels, groups=groups, measures="auc", baseline=False)
    scored = ModelScores(result.predictions, "m", measure("auc"))
    held = np.bincount(groups, weights=counted_weights(scored))
    assert held[0] < 0.35 * held.sum()
    assert counted_weights(scored)[labels == 0].sum() == pytest.approx(120)  # either side has the weight of all rows


def test_rows_that_are_in_no_comparison_of_groups_have_no_weights():
    assert counted_weights(ModelScores(assessed(name="error").predictions, "m", measure("error"))) is None
