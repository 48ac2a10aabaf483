"""Unsteady models are fitted to bootstrap samples beside the plan, which show how much their fits differ."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import foldwise
from foldwise.evaluation.samples import FEW_DRAWS, sampled_beside
from foldwise.intervals import make_interval
from foldwise.intervals.methods.influence import _largest_smooth_ratio
from foldwise.measures import ModelScores
from foldwise.plans import as_plan, draw
from foldwise.predictions import Predictions

RNG = np.random.default_rng(0)
X = RNG.normal(size=(90, 3))
Y = (X[:, 0] * X[:, 1] > 0).astype(int)
MODELS = {"tree": DecisionTreeClassifier(max_depth=3, random_state=0), "logistic": LogisticRegression()}
TIME = np.arange(90)


@pytest.mark.parametrize(
    ("plan", "about", "taken"),
    [
        ("kfold(5)", {}, True),
        ("kfold(5, repeats=2)", {}, True),
        ("loo", {}, True),
        ("subsample(20, test=0.1)", {}, True),
        ("bootstrap(20)", {}, True),
        ("holdout(1/3)", {}, False),
        ("leave-group-out", {"groups": TIME // 10}, True),
        ("group-kfold(3, repeats=2)", {"groups": TIME // 10}, True),
        ("forward(5)", {"order": TIME}, True),
        ("purged(6)", {"order": TIME}, True),
    ],
)
def test_unsteady_models_are_fitted_to_samples_beside_every_plan_of_several_fits(plan, about, taken):
    expected, dataset = ["tree"] if taken else [], foldwise.read(X, Y, **about)
    assert list(sampled_beside(MODELS, dataset, draw(as_plan(plan), dataset, 0))) == expected
    sampled = foldwise.assess(MODELS, X, Y, plan=plan, measures="error", **about).predictions.sampled
    assert ([] if sampled is None else list(sampled.models)) == expected
    assert sampled is None or sampled.resamples.count == FEW_DRAWS


def test_neighbours_among_many_equal_rows_are_unsteady():
    """Predictions for 25 equal rows change together with the five that are asked: specificity was covered in .885 of samples."""
    models, even = {"5-nn": KNeighborsClassifier()}, np.arange(100) % 2
    for columns, expected in ((np.arange(100) // 2 % 2, ["5-nn"]), (RNG.normal(size=100), [])):
        dataset = foldwise.read(np.column_stack([columns, even]), RNG.integers(0, 2, 100))
        assert list(sampled_beside(models, dataset, draw(as_plan("kfold(5)"), dataset, 0))) == expected


def test_other_intervals_than_those_that_look_at_them_need_no_samples():
    result = foldwise.assess(MODELS, X, Y, plan="forward(5)", order=TIME, measures="error", interval="hac-t")
    assert result.predictions.sampled is None


@pytest.mark.parametrize("plan", ["kfold(5)", "kfold(5, repeats=2)"])
def test_assess_and_compare_give_one_model_one_interval(plan):
    """`compare` fits thirty samples of all models for its tests; intervals look at the first fifteen of the tree."""
    asked = {"plan": plan, "measures": "error, f1", "seed": 4}
    alone = foldwise.assess(MODELS, X, Y, **asked)
    beside = foldwise.compare(MODELS, X, Y, **asked)
    assert beside.predictions.bootstrapped.resamples.count > FEW_DRAWS
    for name in MODELS:
        for measure in ("error", "f1"):
            first, second = (one.finding(name, measure).interval for one in (alone, beside.assessment))
            assert (first.low, first.high) == pytest.approx((second.low, second.high), rel=1e-12)


@pytest.mark.parametrize("plan", ["kfold(5)", "kfold(5, repeats=2)"])
def test_how_models_are_fitted_changes_nothing(plan):
    found = foldwise.assess(MODELS, X, Y, plan=plan, measures="error", engine="generic").finding("tree", "error")
    other = foldwise.assess(MODELS, X, Y, plan=plan, measures="error").finding("tree", "error")
    assert (found.interval.low, found.interval.high) == (other.interval.low, other.interval.high)


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_predictions_are_saved_with_their_samples(tmp_path, suffix):
    made = foldwise.assess(MODELS, X, Y, plan="kfold(5)", measures="error")
    made.predictions.save(tmp_path / f"predictions{suffix}")
    read = Predictions.load(tmp_path / f"predictions{suffix}")
    assert read.sampled.fingerprint == made.predictions.sampled.fingerprint
    own = made.finding("tree", "error")
    again = make_interval(ModelScores(read, "tree", own.measure))
    assert (again.low, again.high) == (own.interval.low, own.interval.high)


def test_a_saved_result_is_read_without_a_word(tmp_path, recwarn):
    made = foldwise.assess(MODELS, X, Y, plan="forward(5)", order=TIME)
    made.save(tmp_path / "result.foldwise")
    assert str(foldwise.load(tmp_path / "result.foldwise")) == str(made)
    assert not recwarn.list


def test_samples_of_a_model_that_is_not_there_are_refused(tmp_path):
    table = foldwise.assess(MODELS, X, Y, plan="kfold(5)", measures="error").predictions
    renamed = replace(table, outputs={"other": table.outputs["logistic"]})
    renamed.save(tmp_path / "forged.npz")
    with pytest.raises(foldwise.errors.InputError, match="bootstrap samples are told of 'tree'"):
        Predictions.load(tmp_path / "forged.npz")


def test_segments_look_at_their_own_rows_of_the_samples():
    part = np.where(X[:, 2] > 0, "high", "low")
    result = foldwise.assess(MODELS, X, Y, plan="kfold(5)", measures="error", segments=part)
    own = next(one for one in result.segments if one.name == "high").findings[0]
    assert own.interval is not None


def test_some_models_keep_their_samples_and_tables_are_merged_with_them():
    table = foldwise.assess(MODELS, X, Y, plan="kfold(5)", measures="error").predictions
    assert table.only("tree").sampled.models == ("tree",)
    assert table.only("logistic").sampled is None
    deeper = {"deep": DecisionTreeClassifier(random_state=0)}
    other = foldwise.assess(deeper, X, Y, plan="kfold(5)", measures="error", baseline=False).predictions
    assert table.merge(other).sampled.models == ("tree", "deep")
    assert table.only("logistic").merge(other).sampled.models == ("deep",)


class NoDuplicates(DecisionTreeClassifier):
    """Refuses rows that are twice there, as they are in every bootstrap sample; `least` lets those pass whose sum is large."""

    def __init__(self, least=np.inf):
        super().__init__(max_depth=2, random_state=0)
        self.least = least

    def fit(self, X, y):
        if len(np.unique(X, axis=0)) < len(X) and np.sum(X) < self.least:
            raise ValueError("rows are twice there")
        return super().fit(X, y)


@pytest.mark.parametrize("least", [np.inf, 25.0])
def test_fits_to_samples_that_fail_are_told_and_leave_the_interval_of_the_plan(least):
    """It had no interval, since losses of no rows at all were "too large or too small for their spread"."""
    result = foldwise.assess({"strict": NoDuplicates(least)}, X, Y, plan="kfold(5)", measures="error", baseline=False)
    failed = len(result.predictions.sampled.failures)
    assert (10 < failed < FEW_DRAWS) if least < np.inf else failed == FEW_DRAWS
    assert result.findings[0].interval.method == "influence"
    said = " ".join(result.notes)
    assert f"{failed} fits to bootstrap samples beside the plan failed" in said
    assert (
        "strict: fewer than 5 fits to bootstrap samples succeeded, so how much fits differ is not known and not in"
        in said
    )
    assert "also fitted" not in said


def test_repeats_show_how_fits_differ_where_samples_fail():
    """The note said that it was not known and not in the intervals, which had it from the repeats."""
    result = foldwise.assess({"strict": NoDuplicates()}, X, Y, measures="error", baseline=False)
    assert "how much fits differ is shown by the fits of the plan alone" in " ".join(result.notes)
    assert "not in the intervals" not in " ".join(result.notes)


def test_samples_of_many_small_classes_are_drawn_within_them():
    """It ended with "only 1e-05 of the bootstrap draws would hold all 80 classes", though nobody had asked for any."""
    rows, labels = RNG.normal(size=(160, 3)), np.array([f"class {at // 2}" for at in range(160)])
    models = {"tree": DecisionTreeClassifier(random_state=0), "other": DecisionTreeClassifier(random_state=1)}
    found = foldwise.assess(models, rows, labels, plan="kfold(2)", measures="error")
    assert found.predictions.sampled.resamples.plan == "bootstrap(15, scheme=stratified)"
    compared = foldwise.compare(models, rows, labels, plan="kfold(2)", measures="error, accuracy")
    assert compared.predictions.sampled.resamples.plan == "bootstrap(15, scheme=stratified)"
    assert compared.judgements[0].comparison.method == "influence"
    assert compared.finding("tree", "error").interval == found.finding("tree", "error").interval


def test_samples_of_other_models_are_not_those_of_a_steady_one():
    result = foldwise.assess(MODELS, X, Y, plan="kfold(5)", measures="error")
    beside, alone = (
        ModelScores(table, "logistic", result.measures[0])
        for table in (result.predictions, result.predictions.only("logistic"))
    )
    assert (
        _largest_smooth_ratio(beside)
        == _largest_smooth_ratio(alone)
        < _largest_smooth_ratio(ModelScores(result.predictions, "tree", result.measures[0]))
    )


def test_labels_chosen_by_costs_are_chosen_in_the_samples_too():
    result = foldwise.assess(
        MODELS, X, Y, plan="kfold(5)", measures="cost", costs="fn=5,fp=1", decide="cost", baseline=False
    )
    sampled = result.predictions.sampled.of("tree")
    assert np.array_equal(sampled.output, (sampled.scores[:, 1] >= 1 / 6).astype(int))


def test_values_of_a_tree_in_time_are_looked_at_by_samples():
    values = X[:, 0] * X[:, 1] + 0.1 * RNG.normal(size=90)
    tree = DecisionTreeRegressor(max_depth=3, random_state=0)
    result = foldwise.assess({"tree": tree}, X, values, order=TIME, measures="rmse, mae, r2", baseline=False)
    assert result.predictions.sampled.models == ("tree",)
    assert all(one.interval is not None for one in result.findings)


def test_the_chosen_of_a_selection_is_fitted_to_samples():
    found = foldwise.select(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, X, Y, plan="kfold(5)")
    assert found.predictions.sampled.models == (found.chosen,)


def test_variants_are_fitted_to_samples_where_rows_are_in_time():
    asked = {"order": TIME, "variants": "bagging, boosting", "measures": "error"}
    found = foldwise.improve(DecisionTreeClassifier(max_depth=3, random_state=0), X, Y, **asked)
    assert len(found.comparison.predictions.sampled.models) == 3


@pytest.mark.parametrize("about", [{"plan": "kfold(5)"}, {"order": TIME}])
def test_a_diagnosis_has_the_interval_of_an_assessment(about):
    """It was [.02, .19] where `assess` gave [.00, .69]."""
    tree, heard = DecisionTreeClassifier(random_state=0), []
    found = foldwise.diagnose(tree, X, Y, parts="calibration", progress=lambda *told: heard.append(told[:2]), **about)
    expected = foldwise.assess(tree, X, Y, measures="error", **about)
    assert found.findings[0].interval == expected.findings[0].interval
    assert heard[-1] == (25, 25)
    assert found.fits == 25
