"""Comparisons from summaries are those from the rows."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.comparisons import Pair, SummarisedPair, Verdict, compare_pair, comparison_method, judge
from foldwise.comparisons.summarised import compare_summarised
from foldwise.intervals import sum_effects, unit_request
from foldwise.intervals.streamed.summarised import SummarisedSystem
from foldwise.measures import measure, outcomes_of
from foldwise.measures.summaries import SummaryRequest, covariance_of_areas, place_rows, summarise
from tests.comparisons.methods.test_paired_bootstrap import pair as scored_pair
from tests.comparisons.pairs import of_losses
from tests.worlds import fixed

rng = np.random.default_rng(0)


def compared(predictions, name, level=0.95):
    asked = measure(name)
    rows = {one: outcomes_of(predictions, predictions.of(one)) for one in "ab"}
    if not predictions.is_classification:
        mean = np.full(predictions.n, predictions.truth.mean())
        rows = {one: replace(part, reference=mean) for one, part in rows.items()}
    summary = summarise(rows, SummaryRequest((asked,)))
    covariance = covariance_of_areas(place_rows(rows, summary.rankings)) if summary.rankings else None
    a, b = (
        SummarisedSystem(summary, one, at, 2, predictions.classes, predictions.positive, covariance)
        for at, one in enumerate("ab")
    )
    a, b = (replace(one, units=sum_effects(rows, unit_request((asked,), (a, b)), {})) for one in (a, b))
    pair = Pair.of(predictions, "a", "b", asked)
    return compare_summarised(asked, a, b, difference=pair.difference, level=level), pair


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("error", "mcnemar"),
        ("auc", "placement-t"),
        ("f1", "delta"),
        ("mcc", "delta"),
        ("log-loss", "paired-t"),
        ("recall[1]", "delta"),
    ],
)
def test_classes(name, method):
    found, pair = compared(scored_pair("error", gain=0.8, n=200).predictions, name)
    expected = compare_pair(pair, method)
    assert found.method == method
    assert (found.difference, found.p_value) == pytest.approx((expected.difference, expected.p_value), abs=1e-9)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize("name", ["r2", "rae", "correlation"])
def test_ratios_and_correlations_of_values(name):
    losses = of_losses(fixed(80), rng.gamma(2, size=80), rng.gamma(2, size=80), truth=rng.normal(size=80))
    found, pair = compared(losses, name)
    expected = compare_pair(pair, "delta")
    assert (found.low, found.high, found.p_value) == pytest.approx(
        (expected.low, expected.high, expected.p_value), rel=1e-6
    )
    assert found.method == "delta"


@pytest.mark.parametrize(("name", "method"), [("mae", "paired-t"), ("rmse", "paired-t")])
def test_values(name, method):
    losses = of_losses(fixed(80), rng.gamma(2, size=80), rng.gamma(2, size=80), truth=rng.normal(size=80))
    found, pair = compared(losses, name)
    expected = compare_pair(pair, method)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-6)


def test_what_summaries_do_not_hold_is_not_compared():
    found, _ = compared(scored_pair("ks").predictions, "ks")
    assert found == "it needs all rows in memory"


def test_systems_that_no_row_tells_apart_are_not_tested():
    """The share of the positives is the same whatever is predicted; its test had ends that are no numbers."""
    found, pair = compared(scored_pair("prevalence", n=100).predictions, "prevalence")
    assert found == "no row moves the difference, which leaves no spread to judge from"
    assert found in comparison_method("delta").refusal(pair)


def test_a_difference_reaches_no_farther_than_the_measure():
    found, pair = compared(scored_pair("mcc", n=12).predictions, "precision")
    assert -1 <= found.low < found.high <= 1
    assert (found.low, found.high) == pytest.approx((compare_pair(pair, "delta").low, compare_pair(pair, "delta").high))


def test_verdicts():
    better, _ = compared(scored_pair("error", gain=4.0, n=300).predictions, "auc")
    same, _ = compared(scored_pair("error", n=300).predictions, "auc")
    auc = SummarisedPair(measure("auc"), 0.7, 300)
    found = judge([(auc, better), (auc, same)], {"auc": 0.01})
    assert [one.verdict for one in found] == [Verdict.BETTER, Verdict.UNDECIDED]
    assert found[1].needed.rows > 300
    (wide,) = judge([(auc, same)], {"auc": 0.5})
    assert wide.verdict is Verdict.EQUIVALENT
    error, _ = compared(scored_pair("error", gain=4.0, n=300).predictions, "error")
    assert judge([(SummarisedPair(measure("error"), 0.4, 300), error)], {"error": 0.01})[0].verdict is Verdict.BETTER


@pytest.mark.parametrize("name", ["error", "auc", "log-loss", "mcc"])
@pytest.mark.parametrize("gain", [0.0, 0.3, 4.0])
@pytest.mark.parametrize("rope", [0.001, 0.05, 0.5])
def test_verdicts_are_those_of_all_rows(name, gain, rope):
    pair = scored_pair(name, gain=gain, n=300)
    found, same = compared(pair.predictions, name)
    summed = SummarisedPair(measure(name), same.b.value, 300)
    (one,) = judge([(summed, found)], {name: rope})
    (whole,) = judge([(same, compare_pair(same, found.method))], {name: rope})
    assert one.verdict is whole.verdict
