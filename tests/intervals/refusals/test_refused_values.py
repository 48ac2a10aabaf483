"""Values that no interval can be put round."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import foldwise
from foldwise.comparisons import Pair, compare_pair
from foldwise.intervals import few_compared, make_interval, mostly_undefined, without_gates
from foldwise.intervals.refusals.refused_values import clipped_refusal
from foldwise.measures import ModelScores, measure


def areas(lacking):
    """AUC of ten test sets of two groups each, of which some have one class only."""
    rng, rows = np.random.default_rng(0), np.arange(100)
    part = rows // 10
    y = np.where(part < lacking, part % 2, rows % 2)
    X = rng.normal(size=(100, 2)) + y[:, None]
    splits = [(rows[part != one], rows[part == one]) for one in range(10)]
    plan = {"groups": rows // 5, "plan": splits}
    return ModelScores(foldwise.assess("lda", X, y, measures="error", **plan).predictions, "lda", measure("auc"))


@pytest.mark.parametrize(("lacking", "refused"), [(0, False), (5, False), (6, True), (9, True)])
def test_an_area_needs_a_value_in_half_of_the_resamples(lacking, refused):
    scored = areas(lacking)
    assert scored.undefined == lacking
    assert bool(mostly_undefined(scored)) is refused
    assert (make_interval(scored) is None) is refused


def test_larger_test_sets_are_not_named_where_predictions_are_constant():
    rows = np.random.default_rng(0).normal(size=(60, 2))
    found = foldwise.assess("baseline", rows, rows[:, 0], measures="correlation").findings[0]
    assert found.interval is None
    assert found.reason.endswith("as all predictions of a test set are the same")
    assert mostly_undefined(areas(9)).endswith("larger test sets, as of 3 parts, have one")


@pytest.mark.parametrize(
    ("plan", "refused"),
    [("group-kfold(13)", True), ("group-kfold(12)", True), ("group-kfold(7)", False), ("leave-group-out", True)],
)
def test_an_area_of_groups_needs_five_that_share_a_test_set_with_another(plan, refused):
    """14 groups in 13 and 12 parts: pairs of 2 and 4 groups are all there are, and 77 and 91 % were covered."""
    rng, groups = np.random.default_rng(0), np.repeat(np.arange(14), 10)
    y = np.arange(140) % 2
    X = rng.normal(size=(140, 2)) + y[:, None]
    table = foldwise.assess("lda, nb", X, y, groups=groups, plan=plan, measures="error").predictions
    scored = [ModelScores(table, name, measure("auc")) for name in ("lda", "nb")]
    assert bool(few_compared(scored[0])) is refused
    assert (make_interval(scored[0]) is None) is refused
    assert (compare_pair(Pair(*scored)) is None) is refused
    assert not few_compared(scored[0].under(measure("error")))


@pytest.mark.parametrize("count", [2, 4])
def test_an_area_of_too_few_groups_is_refused_without_a_plan_that_cannot_help(count):
    y = np.arange(80) % 2
    X = np.random.default_rng(0).normal(size=(80, 2)) + y[:, None]
    found = foldwise.assess("lda", X, y, groups=np.arange(80) // 2 % count, measures="auc", baseline=False)
    assert found.findings[0].reason == f"not assessable: tested rows come from {count} groups, and 5 are the least"


def test_groups_that_are_left_out_in_turn_do_not_show_how_new_rows_are_ordered():
    """+.08 with 8 to 30 groups whose columns are alike; 8 groups of 100 rows were covered in 77 %, 30 of 40 rows in 18 %."""
    rng, groups = np.random.default_rng(0), np.repeat(np.arange(8), 10)
    y = np.arange(80) % 2
    X = rng.normal(size=(80, 2)) + rng.normal(size=(8, 2))[groups] + y[:, None]
    asked = {"groups": groups, "measures": "auc, error, average-precision", "baseline": False}
    found = foldwise.assess("lda", X, y, plan="leave-group-out", **asked)
    reasons = {one.measure.name: one.reason for one in found.findings if one.interval is None}
    assert set(reasons) == {"auc"}
    assert reasons["auc"].startswith("not assessable: every test set is one group")
    plan = reasons["auc"].split("plan='")[1].split("'")[0]
    by_default = foldwise.assess("lda", X, y, **asked)
    assert by_default.plan == plan == "leave-p-groups-out(2)"
    assert all(one.interval is not None for one in by_default.findings)


def test_rows_predicted_with_certainty_have_no_log_odds():
    rng = np.random.default_rng(6)
    truth = rng.integers(0, 2, 100)
    said = np.clip(0.5 + 0.2 * (truth - 0.5) + 0.1 * rng.normal(size=100), 0.05, 0.95)
    for first, known in ((said[0], True), (1.0 - truth[0], False)):
        scores = np.append(first, said[1:])
        found = foldwise.score(
            truth, scores={"a": scores, "b": said}, measures="calibration-slope,calibration-intercept"
        )
        assert [one.interval is not None for one in found.findings[:2]] == [known] * 2
        assert len(found.judgements) == (2 if known else 0)
    assert found.findings[0].reason.startswith("not assessable: 1 row has a probability of 0 or 1")


@pytest.mark.parametrize(("heavy", "known"), [(3, False), (60, True)])
def test_the_worst_bin_of_few_heavy_rows_is_not_assessable(heavy, known):
    rng = np.random.default_rng(7)
    truth, said = rng.integers(0, 2, 60), rng.uniform(0.05, 0.95, 60)
    weights = np.where(np.arange(60) < heavy, 20.0, 1.0)
    found = foldwise.score(truth, scores=said, weights=weights, measures="mce").findings[0]
    assert (found.interval is not None, found.reason.startswith("not assessable: the rows are worth")) == (
        known,
        not known,
    )


@pytest.mark.parametrize(("distance", "expected"), [(2.9, True), (1.0, False)])
def test_calibration_in_the_large_rests_on_mistakes_that_the_probabilities_expect(distance, expected):
    """Of 1,000 rows of classes that overlap in .2 % of them one or two are expected: .85 of intervals contained the truth."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 1000)
    X = rng.normal(size=(1000, 2)) + (2 * y - 1)[:, None] * distance / 2**0.5
    found = foldwise.assess("lda", X, y, measures="calibration-in-the-large", baseline=False, jobs=1).findings[0]
    assert (found.interval is None) == expected
    assert found.reason.startswith("not assessable: the probabilities expect") == expected


def tree_or_neighbours(model, plan, name="log-loss"):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 4))
    y = (X[:, 0] + X[:, 1] + rng.normal(size=150) > 0).astype(int)
    return foldwise.assess(model, X, y, plan=plan, measures=name, baseline=False).findings[0]


@pytest.mark.parametrize(
    ("model", "plan"),
    [("tree", "kfold(3)"), ("tree", "kfold(2)"), ("tree", "subsample(20, test=1/3)"), ("knn", "bootstrap(200)")],
)
def test_a_log_loss_of_fits_to_few_rows_that_rule_classes_out_is_refused(model, plan):
    """.54 to .85 of trees fitted to half or two thirds of the rows, .22 to .82 of neighbours of bootstrap samples were covered."""
    found = tree_or_neighbours(model, plan)
    assert found.interval is None
    assert "probabilities of 0 were met by rows of their class" in found.reason
    few_fits = plan in ("kfold(2)", "kfold(3)")
    assert (tree_or_neighbours(model, plan, "brier").interval is None) is few_fits
    assert found.reason.endswith("or brier") is not few_fits


@pytest.mark.parametrize(
    ("model", "plan"),
    [
        ("tree", "kfold(5)"),
        ("tree", "holdout(1/3)"),
        ("knn", "kfold(2)"),
        ("lda", "bootstrap(200)"),
        ("lda", "kfold(2)"),
    ],
)
def test_other_log_losses_are_given(model, plan):
    assert tree_or_neighbours(model, plan).interval is not None


@pytest.mark.parametrize("name", ["correlation", "squared-correlation", "spearman"])
def test_a_correlation_of_two_rows_is_one_or_minus_one(name):
    """The mean of 780 of them is Kendall's τ, .50 where r is .76."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=(40, 1))
    y = x[:, 0] + rng.normal(size=40)
    both = f"{name}, kendall"
    pairs, few, kendall = (
        foldwise.assess("linear", x, y, plan=plan, measures=both, baseline=False).findings[at]
        for plan, at in (("lpo(2)", 0), ("kfold(8)", 0), ("lpo(2)", 1))
    )
    assert pairs.interval is None
    assert pairs.reason.startswith(f"not assessable: of two rows {name} is 1 in size")
    assert few.interval is not None
    assert kendall.interval is not None


@pytest.mark.parametrize(("distance", "refused"), [(2.9, True), (1.0, False)])
def test_the_slope_rests_on_mistakes_that_the_probabilities_expect(distance, refused):
    """Of classes that overlap in .2 % of 300 rows 83 % of intervals contained the slope where it had a value."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 300)
    X = rng.normal(size=(300, 2)) + (2 * y - 1)[:, None] * distance / 2**0.5
    with without_gates():
        found = foldwise.assess(
            "lda", X, y, measures="calibration-slope, calibration-intercept", baseline=False, jobs=1
        )
    assert [one.interval is None for one in found.findings] == [refused] * 2
    assert all(one.reason.startswith("not assessable: the probabilities expect") == refused for one in found.findings)


@pytest.mark.parametrize("model", ["tree", "knn"])
def test_leaves_and_votes_of_0_and_1_have_no_slope_in_any_plan(model):
    """Of trees on five columns of two values 69 % of intervals contained the slope, of five neighbours among more columns than rows 70 %."""
    with without_gates():
        found, lda = (tree_or_neighbours(one, "kfold(10, repeats=3)", "calibration-slope") for one in (model, "lda"))
    assert found.interval is None
    assert "a probability of 0 or 1" in found.reason
    assert lda.interval is not None


@pytest.mark.parametrize(
    ("model", "plan", "name", "refused"),
    [
        ("tree", "kfold(3)", "brier", True),
        ("tree", "kfold(2)", "diagnostic-odds-ratio", True),
        ("tree", "kfold(3)", "error", False),
        ("tree", "kfold(5)", "brier", False),
        ("tree", "kfold(2, repeats=3)", "brier", False),
        ("lda", "kfold(3)", "brier", False),
    ],
)
def test_two_to_four_fits_of_a_tree_do_not_show_its_brier_score(model, plan, name, refused):
    found = tree_or_neighbours(model, plan, name)
    assert (found.interval is None) is refused
    assert ("fits to" in found.reason) is refused


@pytest.mark.parametrize(("name", "tested"), [("brier-resolution", False), ("mce", False), ("brier", True)])
def test_bins_are_not_tested_in_time(name, tested):
    """Of 100 comparisons of equal models 64 and 28 were called different."""
    rng = np.random.default_rng(1)
    y = np.arange(120) // 3 % 2
    X = rng.normal(size=(120, 4)) + y[:, None]
    found = foldwise.compare("lda, nb", X, y, order=np.arange(120), measures=name, baseline=False, jobs=1)
    assert bool(len(found.pairs())) is tested
    assert ("fall into the same bins" in found.missing.get(name, "")) is not tested


class FromColumn(ClassifierMixin, BaseEstimator):
    """Takes the first column for the probability of the second class."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        return np.stack([1 - X[:, 0], X[:, 0]], axis=1)

    def predict(self, X):
        return self.classes_[(X[:, 0] > 0.5).astype(int)]


@pytest.mark.parametrize(
    ("wrong", "right", "refused"),
    [(0.3, 0.1, False), (1e-12, 0.0, False), (2.0**-52, 0.1, True), (2.0**-60, 0.1, True), (0.0, 0.0, True)],
)
@pytest.mark.parametrize("name", ["log-loss", "log-loss[1]", "log-loss-skill"])
def test_a_class_that_is_ruled_out_leaves_log_losses_of_bootstrap_samples_without_an_interval(
    wrong, right, refused, name
):
    y = np.arange(60) % 2
    given = np.where(y == 1, 0.8, 0.2)
    given[[1, 0]] = wrong, right  # of a row of the second class and of one of the first
    found = foldwise.assess(FromColumn(), given[:, None], y, plan="bootstrap(20)", measures=name, jobs=1)
    scored = ModelScores(found.predictions, found.predictions.models[0], measure(name))
    assert bool(clipped_refusal(scored)) is refused
