"""How the resamples of a plan are brought together (METHODS B.10)."""

import numpy as np
import pytest

import foldwise
from foldwise.errors import MeasureError, UnknownNameError
from foldwise.measures import ModelScores, measure
from foldwise.plans import Forward, PairsOut, Partition, draw
from foldwise.predictions import ScoreKind
from tests.worlds import fixed, losses_of, outcomes, partition, predictions_of

rng = np.random.default_rng(5)


def test_losses_are_pooled_over_rows_not_over_parts():
    parts = np.array([[0, 0, 0, 1]])
    predictions = predictions_of([0, 0, 0, 1], [0, 0, 0, 0], Partition(parts, 2, plan="kfold(2)"))
    scored = ModelScores(predictions, "m", measure("error"))
    assert scored.scores.tolist() == [0, 1]
    assert scored.value == 0.25


def test_counts_are_summed_before_f_is_computed():
    truth, output = rng.integers(0, 2, 60), rng.integers(0, 2, 60)
    scored = ModelScores(predictions_of(truth, output, partition(n=60, k=6)), "m", measure("f1"))
    hits = np.sum((truth == 1) & (output == 1))
    assert scored.value == pytest.approx(2 * hits / (truth.sum() + output.sum()))


def test_areas_are_averaged_over_parts_with_the_number_of_pairs_as_weight():
    truth = np.array([0, 1, 0, 1, 1, 1])
    parts = np.array([[0, 0, 1, 1, 1, 1]])
    scores = np.array([0.9, 0.1, 0.2, 0.3, 0.4, 0.1])
    table = np.stack([1 - scores, scores], axis=1)
    predictions = predictions_of(truth, truth, Partition(parts, 2, plan="kfold(2)"), scores=table)
    assert ModelScores(predictions, "m", measure("auc")).value == pytest.approx((0 * 1 + 2 / 3 * 3) / 4)


def test_a_part_without_a_class_is_skipped_and_counted():
    truth = np.array([0, 0, 0, 1])
    parts = np.array([[0, 0, 1, 1]])
    table = np.array([[0.5, 0.5], [0.5, 0.5], [0.8, 0.2], [0.1, 0.9]])
    predictions = predictions_of(truth, truth, Partition(parts, 2, plan="kfold(2)"), scores=table)
    scored = ModelScores(predictions, "m", measure("auc"))
    assert (scored.value, scored.undefined) == (1.0, 1)


def test_the_prevalence_predictor_has_area_a_half_within_parts():
    """Pooled over parts its leave-one-out area would be exactly 0 (METHODS B.10)."""
    truth = np.repeat([0, 1], 10)
    resamples = partition(n=20, k=4)
    prevalence = resamples.train_means(truth.astype(float))[resamples.parts[0]]
    table = np.stack([1 - prevalence, prevalence], axis=1)
    assert ModelScores(predictions_of(truth, truth, resamples, scores=table), "m", measure("auc")).value == 0.5


def test_repeats_are_averaged():
    truth, output = rng.integers(0, 2, 40), rng.integers(0, 2, 40)
    once = ModelScores(predictions_of(truth, output, partition(n=40, k=4)), "m", measure("mcc")).value
    thrice = ModelScores(predictions_of(truth, output, partition(n=40, k=4, repeats=3)), "m", measure("mcc")).value
    assert thrice == pytest.approx(once)


def test_per_row_losses_of_a_ratio_do_not_exist():
    with pytest.raises(MeasureError, match="f1 is not a mean of one loss per row"):
        _ = ModelScores(predictions_of([0, 1], [0, 1], fixed(2)), "m", measure("f1")).losses


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("auc", None, "auc needs scores, but 'm' gives labels only, from which it cannot be computed; try"),
        ("brier", ScoreKind.DECISION, "brier needs probabilities, but 'm' gives decision scores; try"),
        ("mae", None, "mae is a regression measure, but 'm' predicts classes; try 'error'"),
    ],
)
def test_a_measure_refuses_what_it_cannot_be_computed_from(name, kind, message):
    scores = None if kind is None else np.array([[0, 1.0], [1, 0]])
    predictions = predictions_of([0, 1], [0, 1], fixed(2), scores=scores, kind=kind)
    with pytest.raises(MeasureError) as caught:
        _ = ModelScores(predictions, "m", measure(name)).value
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([-1.5, 2.5], "brier needs probabilities, but 'm' gives decision scores such as 2.5, outside 0 to 1; try"),
        ([0.3, 0.6], "brier needs probabilities, but the scores of 'm' sum to 0.9, not to 1; try"),
    ],
)
def test_what_keeps_scores_from_being_probabilities_is_said(row, message):
    scores = np.array([[0.5, 0.5], row])
    predictions = predictions_of([0, 1], [0, 1], fixed(2), scores=scores, kind=ScoreKind.DECISION)
    with pytest.raises(MeasureError) as caught:
        _ = ModelScores(predictions, "m", measure("brier")).value
    assert str(caught.value).startswith(message)


def test_an_unknown_measure_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match=r"no measure called 'acuracy'; try 'accuracy'"):
        measure("acuracy")


def test_an_unknown_model_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="no model in these predictions called 'n'; try 'm'"):
        ModelScores(predictions_of([0, 1], [0, 1], fixed(2)), "n", measure("error")).value  # noqa: B018


def test_resamples_that_only_serve_an_interval_do_not_assess():
    """Without one part the model errs by 1, without two by 5."""
    resamples = PairsOut(np.array([[0, 1, 2, 0, 1, 2]]), 3, plan="two-folds-out(3, repeats=1)")
    single = resamples.main
    one = ModelScores(losses_of(resamples, lambda r, rows: np.where(single[r], 1, 5) + 0 * rows), "m", measure("mae"))
    assert (one.value, one.undefined, one.row.size) == (1, 0, 6)
    assert (one.whole.value, one.whole.row.size) == (pytest.approx((6 + 60) / 18), 18)


def test_the_mean_behind_a_root():
    one = ModelScores(losses_of(partition(n=10, k=5), lambda _, rows: rows), "m", measure("rmse"))
    assert one.raw_value == pytest.approx(one.value**2)
    assert ModelScores(one.predictions, "m", measure("mae")).raw_value == pytest.approx(4.5)


def test_training_rows_that_nobody_predicted_are_asked_for():
    one = ModelScores(losses_of(partition(n=10, k=5), lambda _, rows: rows), "m", measure("mae"))
    with pytest.raises(MeasureError, match="training rows of 'm' were not predicted; try train=True"):
        _ = one.trained


@pytest.mark.parametrize(("name", "power"), [("correlation", 1), ("squared-correlation", 2), ("spearman", 1)])
def test_correlations_in_time_are_those_of_all_test_periods(name, power):
    """Half of the noise is common to a period, which lowers the correlation between periods only."""
    level = np.repeat(rng.normal(size=6), 20)
    truth = rng.normal(size=120)
    resamples = draw(Forward(5), foldwise.read(np.zeros((120, 1)), np.arange(120) % 2, order=np.arange(120)), seed=0)
    output = truth + level
    scored = ModelScores(predictions_of(truth, output, resamples, n_classes=0, time=np.arange(120)), "m", measure(name))
    plain = measure("spearman" if name == "spearman" else "correlation")
    of_all = plain.value(outcomes(truth[20:], output[20:], n_classes=0))
    assert scored.value == pytest.approx(of_all**power)
    assert scored.scores == pytest.approx(np.ones(5))


def test_the_mean_of_the_training_rows_has_no_correlation_in_time_either():
    """It differs from period to period, which is no order of rows."""
    y = np.sin(np.arange(60.0)) + np.arange(60) / 30
    made = foldwise.assess("ridge", np.arange(60.0)[:, None], y, order=np.arange(60), measures="correlation")
    assert np.isnan(made.finding("baseline", "correlation").estimate.value)
    assert np.isfinite(made.finding("ridge", "correlation").estimate.value)


@pytest.mark.parametrize("plan", ["subsample(20, test=0.1)", "bootstrap(20)"])
@pytest.mark.parametrize("name", ["f1", "g-mean", "mcc"])
def test_counts_of_single_holdouts_are_added_before_a_function_of_them_is_taken(plan, name):
    """The mean over test sets of a positive or two was a standard deviation too low (g-mean, 5 % positive)."""
    rng = np.random.default_rng(0)
    y = np.arange(100) % 10 == 0
    X = rng.normal(size=(100, 2)) + 2 * y[:, None]
    scored = ModelScores(foldwise.assess("lda", X, y, plan=plan, seed=1).predictions, "lda", measure(name))
    assert scored.value == pytest.approx(measure(name).value(scored.outcomes))
    assert abs(scored.value - np.nanmean(scored.scores)) > 0.01


def test_counts_are_still_held_together_by_repeat_where_a_repeat_tests_all_rows():
    table = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5, repeats=3)", measures="mcc").predictions
    scored = ModelScores(table, "lda", measure("mcc"))
    by_repeat = [
        measure("mcc").value(scored.outcomes.where(table.resamples.repeat[scored.resample] == one)) for one in range(3)
    ]
    assert scored.value == pytest.approx(np.mean(by_repeat))


def test_statistics_that_grow_with_the_rows_are_not_added():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 2))
    y = X[:, 0] + rng.normal(size=100)
    table = foldwise.assess("ridge", X, y, plan="subsample(20, test=0.2)", measures="mse").predictions
    adjusted, plain = (ModelScores(table, "ridge", measure(name)) for name in ("adjusted-r2(2)", "r2"))
    assert adjusted.value == pytest.approx(np.mean(adjusted.scores))
    assert plain.value == pytest.approx(measure("r2").value(plain.outcomes))
