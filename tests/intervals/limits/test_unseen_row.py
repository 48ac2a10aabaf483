"""What one row may cost that the rows do not show: ends of mean losses of probabilities and of skills."""

import numpy as np
import pytest

from foldwise.api import score
from foldwise.intervals.limits.few_values import unseen_units
from foldwise.intervals.limits.unseen_row import loss_behind, rests_on_probabilities
from foldwise.measures import LossMeasure, RuledOut, measure

NAMES = "log-loss, log-loss-skill"


def logits(n, draws, *, spread=1.5, mean=-1.0, seed=5):
    """Rows with the probabilities that are right about them."""
    rng = np.random.default_rng(seed)
    for _ in range(draws):
        p = 1 / (1 + np.exp(-(spread * rng.normal(size=n) + mean)))
        yield (rng.random(n) < p).astype(int), p


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("log-loss", True),
        ("brier", True),
        ("spherical", True),
        ("error", False),
        ("mse", False),
        ("net-benefit", False),
    ],
)
def test_which_losses_are_of_probabilities(name, there):
    assert rests_on_probabilities(measure(name)) is there


def test_the_loss_behind_a_skill_is_known():
    assert isinstance(loss_behind(measure("log-loss-skill")), LossMeasure)
    assert loss_behind(measure("r2")) is None


def test_rounded_probabilities_allow_for_a_row_of_a_class_that_was_ruled_out():
    truths, missed = {"log-loss": 0.580, "log-loss-skill": 0.084}, {"log-loss": 0, "log-loss-skill": 0}
    for y, p in logits(100, 60):  # by a million rows; .67 and .61 of intervals had it before
        for found in score(y, scores=np.round(p, 1), measures=NAMES).findings:
            missed[found.measure.name] += not found.interval.low <= truths[found.measure.name] <= found.interval.high
    assert max(missed.values()) <= 4


def test_the_interval_says_that_it_does():
    y, p = next(logits(100, 1))
    told = [one.interval.note for one in score(y, scores=np.round(p, 1), measures=NAMES).findings]
    assert all("a class has probability 0 in" in note and "costs 36.0" in note for note in told)
    assert [one.interval.note for one in score(y, scores=p, measures=NAMES).findings] == ["", ""]


@pytest.mark.parametrize("floor", [0.0, 1e-15])
def test_a_floor_of_rounding_is_a_zero(floor):
    _, p = next(logits(100, 1))
    given = np.clip(np.round(p, 1), floor, 1 - floor)
    assert RuledOut.of(np.stack([1 - given, given], axis=1)).rows == np.count_nonzero(np.round(p, 1) == 0)


def test_a_zero_beside_tiny_probabilities_is_a_matter_of_rounding():
    given = np.array([0.0, 1e-12, 1e-7, 0.4])
    assert RuledOut.of(np.stack([given, 1 - given], axis=1)).rows == 0


@pytest.mark.parametrize("how", ["rows", "weights", "groups"])
def test_a_stream_allows_for_it_as_well(how):
    y, p = next(logits(120, 1))
    more = {"weights": {"weights": np.tile([1, 2], 60)}, "groups": {"groups": np.arange(120) // 3}}.get(how, {})
    whole = score(y, scores=np.round(p, 1), measures=NAMES, **more)
    table = {"y": y, "p": np.round(p, 1)} | more
    stream = score("y", scores="p", data=table, measures=NAMES, stream=True, **{name: name for name in more})
    for one, other in zip(whole.findings, stream.findings, strict=True):
        assert one.interval.note == other.interval.note != ""
        assert (one.interval.low, one.interval.high) == pytest.approx(
            (other.interval.low, other.interval.high), rel=0.01
        )


@pytest.mark.parametrize("how", ["weights", "groups"])
def test_rows_with_weights_and_in_groups_allow_for_it(how):
    y, p = next(logits(120, 1))
    more = {"weights": {"weights": np.tile([1.0, 2.0], 60)}, "groups": {"groups": np.arange(120) // 3}}[how]
    rounded = score(y, scores=np.round(p, 1), measures="log-loss", **more).findings[0].interval
    exact = score(y, scores=p, measures="log-loss", **more).findings[0].interval
    assert rounded.high - rounded.low > 3 * (exact.high - exact.low)


def test_scores_near_their_best_have_as_long_a_way_down_as_the_loss_has_up():
    truths = {"spherical": 0.946, "brier-skill": 0.804, "log-loss-skill": 0.770}  # by two million rows
    missed = dict.fromkeys(truths, 0)
    for y, p in logits(30, 150, spread=8, mean=0):
        for found in score(y, scores=p, measures=", ".join(truths)).findings:
            missed[found.measure.name] += not found.interval.low <= truths[found.measure.name] <= found.interval.high
    assert max(missed.values()) <= 12  # 25 of the spherical score were missed before


def over_sure(how, rng, rows=60):
    """Rows, log-odds that are four times too large, and weights or groups: few rows are wrong, and each costs much."""
    common = rng.normal(size=rows // 5)[np.arange(rows) // 5]
    part = rng.normal(size=rows) if how == "weights" else (rng.normal(size=rows) + common) * 0.5**0.5
    truth = rng.integers(0, 2, rows)
    odds = 4 * (6 + 12**0.5 * part) * (2 * truth - 1)
    more = {"weights": np.where(rng.random(rows) < 0.05, 20.0, 1.0)} if how == "weights" else {}
    return truth, odds, more or {"groups": np.arange(rows) // 5}


@pytest.mark.parametrize("how", ["weights", "groups"])
@pytest.mark.parametrize("name", ["log-loss", "brier"])
def test_over_sure_probabilities_with_weights_and_in_groups(how, name):
    """By t on the scale of the logarithm 67 to 91 % were covered, with upper ends of up to forty times their distance."""
    rng = np.random.default_rng(3)
    margin = 4 * (6 + 12**0.5 * rng.normal(size=1_000_000))
    exact = {
        "log-loss": np.minimum(np.logaddexp(0, -margin), 36.04).mean(),
        "brier": (1 / (1 + np.exp(np.clip(margin, -700, 700))) ** 2).mean(),
    }
    missed = 0
    for _ in range(100):
        truth, odds, more = over_sure(how, rng)
        p = 1 / (1 + np.exp(-np.clip(odds, -700, 700)))
        scores = np.column_stack([1 / (1 + np.exp(np.clip(odds, -700, 700))), p])
        found = score(truth, scores=scores, classes=[0, 1], measures=name, **more).findings[0].interval
        missed += not found.low <= exact[name] <= found.high
    assert missed <= 9


def test_a_mistake_counts_for_more_the_fewer_independent_rows_there_are():
    losses = np.random.default_rng(0).random(60)
    alone, pairs, tens = (unseen_units(losses, None, np.arange(60) // size) for size in (1, 2, 10))
    assert alone == unseen_units(losses) == 60
    assert alone > pairs > tens > 6
    assert unseen_units(losses, np.where(np.arange(60) < 3, 20.0, 1.0)) < 10


@pytest.mark.parametrize("groups", [None, np.arange(60) // 5])
@pytest.mark.parametrize("unit", [1e-29, 1e-12, 1e20])
def test_the_unit_of_the_weights_does_not_matter(unit, groups):
    """Fourth powers of small weights are nearly 0, and there was no interval."""
    rng = np.random.default_rng(1)
    truth, weights = np.arange(60) % 2, rng.exponential(size=60)
    p = np.clip(0.15 + 0.7 * truth + rng.normal(0, 0.1, 60), 0.01, 0.99)
    ends = [
        (one.interval.low, one.interval.high)
        for w in (weights, unit * weights)
        for one in score(truth, scores=p, weights=w, groups=groups, measures="log-loss,brier,brier-skill").findings
    ]
    np.testing.assert_allclose(ends[:3], ends[3:], rtol=1e-9)
