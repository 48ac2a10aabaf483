"""Percentile, basic, BCa, studentised and Bayesian bootstrap intervals."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.intervals import choose_interval, interval_method, make_interval
from foldwise.intervals.bootstrapping import bootstrap
from foldwise.intervals.bootstrapping.replicates import BootstrapDraws, replicates
from foldwise.measures import MEASURES, ModelScores, custom_measure, measure
from tests.worlds import fixed, predictions_of

METHODS = ["percentile", "basic", "bca", "studentised", "bayesian-bootstrap"]
rng = np.random.default_rng(0)
LOSSES = rng.exponential(size=80)


def of_losses(losses=LOSSES, name="mae", **more):
    return ModelScores(predictions_of(losses, losses * 0, fixed(losses.size), n_classes=0, **more), "m", measure(name))


def classes(n=120, name="f1", seed=1, **more):
    draw = np.random.default_rng(seed)
    truth = (draw.random(n) < 0.4).astype(int)
    score = 1 / (1 + np.exp(-(draw.normal(size=n) + 1.5 * truth)))
    table = np.stack([1 - score, score], axis=1)
    return ModelScores(
        predictions_of(truth, (score > 0.6).astype(int), fixed(n), scores=table, **more), "m", measure(name)
    )


def of_few_draws(method):
    """The method with fewer resamples, where what is asked does not depend on their number."""
    return replace(interval_method(method), resamples=200)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["f1", "auc", "average-precision", "log-loss", "mcc"])
def test_any_measure_will_do(method, name):
    one = classes(name=name)
    interval = make_interval(one, of_few_draws(method))
    assert one.measure.low <= interval.low <= one.value <= interval.high <= one.measure.high
    assert interval.method == method


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_rows_are_drawn_once_for_all_levels_and_anew_for_other_draws(method, monkeypatch):
    drawn = []
    monkeypatch.setattr(bootstrap, "replicates", lambda *given, **more: drawn.append(1) or replicates(*given, **more))
    one, few = classes(), of_few_draws(method)
    first, second = make_interval(one, few), make_interval(one, few)
    make_interval(one, few, 0.5)
    assert (first, len(drawn)) == (second, 1)
    other = make_interval(one, replace(few, seed=1))
    make_interval(classes(), few)
    assert (other.low == first.low, len(drawn)) == (False, 3)


@pytest.mark.parametrize("method", METHODS)
def test_a_higher_level_contains_a_lower_one(method):
    narrow, wide = (make_interval(classes(name="mcc"), of_few_draws(method), level) for level in (0.8, 0.99))
    assert wide.low <= narrow.low <= narrow.high <= wide.high


@pytest.mark.parametrize("method", METHODS)
def test_groups_are_drawn_whole(method):
    copies = np.repeat(LOSSES, 5)
    plain = make_interval(of_losses(), method)
    naive = make_interval(of_losses(copies), method)
    grouped = make_interval(of_losses(copies, groups=np.repeat(np.arange(80), 5)), method)
    assert grouped.width == pytest.approx(plain.width, rel=0.15)
    assert naive.width < 0.6 * plain.width
    assert "groups were drawn whole" in grouped.note


def test_the_default_where_a_measure_has_no_interval_of_its_own():
    own = custom_measure(lambda truth, said: float(np.mean(truth == said)), name="agreement")
    one = ModelScores(classes(n=60).predictions, "m", own)
    assert make_interval(one).method == "bca"
    assert make_interval(classes(name="average-precision")).method == "ranking-t"


def test_few_groups_have_no_bootstrap_by_default():
    own = custom_measure(lambda truth, said: float(np.mean(truth == said)), name="agreement")
    grouped = replace(classes(n=60).predictions, groups=np.arange(60) % 12)
    assert "100 groups on, and there are 12" in choose_interval(ModelScores(grouped, "m", own)).reason


def test_every_measure_has_a_default_or_a_reason():
    without = set()
    values = predictions_of(1 + LOSSES, 1 + LOSSES[::-1], fixed(80), n_classes=0)
    for one in MEASURES:
        scored = ModelScores(classes(n=60).predictions if one.task == "classification" else values, "m", one)
        if one.needs != "costs" and choose_interval(scored).method is None and not np.isnan(scored.value):
            without.add(one.name)
    assert without == {"max-error", "hosmer-lemeshow", "brier-resolution"}


def test_resamples_without_a_value_are_left_out_and_counted():
    truth, output = np.repeat([0, 1], [40, 3]), np.repeat([0, 1], [41, 2])
    output[0] = 1
    one = ModelScores(predictions_of(truth, output, fixed(43)), "m", measure("precision"))
    assert "resamples had no value" in make_interval(one, "percentile").note


def test_a_measure_of_one_row_is_refused():
    with pytest.raises(ValidityError, match="the largest error of a resample is that of the sample"):
        make_interval(of_losses(name="max-error"), "bca")


def test_too_few_rows_are_refused():
    with pytest.raises(ValidityError, match="needs 5 groups with rows that count for mae, and there are 3"):
        make_interval(of_losses(groups=np.arange(80) % 3), "percentile")


def test_a_cross_validation_is_refused():
    from tests.worlds import partition

    truth = np.tile([0, 1], 30)
    scored = ModelScores(predictions_of(truth, truth, partition(n=60, k=5)), "m", measure("f1"))
    with pytest.raises(ValidityError, match=r"not valid for the plan kfold\(5\)"):
        make_interval(scored, "bca")


@pytest.mark.parametrize("method", ["bca", pytest.param("studentised", marks=pytest.mark.slow)])
def test_it_covers_a_skewed_mean(method):
    """Exponential losses, 40 rows: the textbook t covers 92 %."""
    draw = np.random.default_rng(7)
    chosen = interval_method(method)
    inside = [
        (lambda i: i.low <= 1 <= i.high)(chosen.interval(of_losses(draw.exponential(size=40)), 0.95))
        for _ in range(150)
    ]
    assert np.mean(inside) >= 0.89


def test_draws_are_reported_as_drawn():
    assert replicates(measure("mae"), [of_losses().outcomes], BootstrapDraws(resamples=7)).shape == (7, 1)


@pytest.mark.parametrize("name", ["average-precision", "eer", "ovr-auc"])
def test_resamples_that_are_all_alike_are_pointed_out(name):
    truth = np.tile([0, 1], 30)
    score = 0.2 + 0.5 * truth + np.linspace(0, 0.1, 60)
    table = np.stack([1 - score, score], axis=1)
    scored = ModelScores(predictions_of(truth, truth, fixed(60), scores=table), "m", measure(name))
    interval = make_interval(scored, of_few_draws("bca"))
    assert interval.width == pytest.approx(0, abs=1e-12)
    assert "so the width of the interval says nothing" in interval.note
    assert make_interval(scored).width > 0.1


@pytest.mark.parametrize("name", ["auc", "ks", "average-precision"])
def test_one_row_of_a_class_cannot_be_drawn_from(name):
    truth, said = np.arange(60) == 7, np.random.default_rng(0).random(60)
    rows = predictions_of(
        truth.astype(int), (said > 0.5).astype(int), fixed(60), scores=np.column_stack([1 - said, said])
    )
    choice = choose_interval(ModelScores(rows, "m", measure(name)))
    assert choice.method is None
    assert "two rows of every class" in choice.reason
