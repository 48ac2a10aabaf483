"""What one row may cost that the rows do not show: ends of mean losses of probabilities and of skills."""

import numpy as np
import pytest

from foldwise.api import score
from foldwise.intervals.unseen_row import loss_behind, rests_on_probabilities
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
