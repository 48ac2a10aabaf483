import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise import native
from foldwise.measures import ModelScores, measure
from foldwise.measures.definitions.probabilities import clip_of
from foldwise.measures.unseen.unseen_loss import (
    Mistakes,
    expected_mistake_loss,
    extreme_mistake_loss,
    rarest_loss,
    uninformed_loss,
    worse_loss,
)
from foldwise.predictions import Outputs, ScoreKind

CLIP = 2.3e-16


def mistakes(name, given, positive):
    return Mistakes.of(measure(name), given, positive, clip_of(measure(name)))


def sure(factor, n, mean=8.0, seed=0):
    """Probabilities whose log-odds are right but for a factor, and true classes; mistakes are as frequent for any factor."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    odds = (2 * y - 1) * (mean + rng.normal(size=n) * (2 * mean) ** 0.5) * factor
    p = np.clip(1 / (1 + np.exp(-odds)), CLIP, 1 - CLIP)
    return np.column_stack([1 - p, p]), y


def test_a_mistake_costs_what_the_probabilities_say():
    given = np.array([[0.9, 0.1], [0.2, 0.8]])
    expected = (0.1 * -np.log(0.1) + 0.2 * -np.log(0.2)) / 0.3
    assert mistakes("log-loss", given, 1).loss == pytest.approx(expected)


def test_of_many_classes_the_second_is_mistaken_for_the_first():
    given = np.array([[0.7, 0.2, 0.1]])
    assert mistakes("log-loss", given, 2).loss == pytest.approx(-np.log(0.2))


def test_a_mistake_costs_as_much_where_the_probabilities_expect_none():
    given = np.tile([0.999, 0.001], (10, 1))
    assert mistakes("log-loss", given, 1).loss == pytest.approx(-np.log(0.001))


def test_certain_probabilities_know_of_no_mistake():
    assert mistakes("brier", np.array([[1.0, 0.0], [0.0, 1.0]]), 1).loss == 0


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_compiled_and_plain_look_at_the_same(classes, monkeypatch):
    rng = np.random.default_rng(classes)
    given = rng.dirichlet(np.full(classes, 0.2), 50_001)
    given[7], given[3, 0] = np.eye(classes)[0], 1e-300
    compiled = mistakes("log-loss", given, 1)
    monkeypatch.setattr(native, "COMPILED", False)
    plain = mistakes("log-loss", given, 1)
    assert compiled == pytest.approx(plain, rel=1e-12)
    assert (plain.rows, plain.least, plain.above_zero) == (16_667, 0, 1e-300)


@pytest.mark.parametrize("name", ["log-loss", "brier"])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_scores_that_rows_share_cost_what_repeated_ones_do(name, classes, kind):
    rng = np.random.default_rng(classes)
    resample = np.sort(rng.integers(0, 7, 50_001)).astype(kind)
    place = resample, np.arange(resample.size), np.zeros(resample.size, dtype=np.int8)
    rest = ScoreKind.PROBABILITY, np.zeros(resample.size, dtype=np.uint8)
    given = Outputs(*place, None, *rest).sharing(rng.dirichlet(np.ones(classes), 7))
    found = Mistakes.of_outputs(measure(name), given, 1, clip_of(measure(name)))
    assert found == mistakes(name, given.shares[resample], 1)
    assert (given.shared is not None) == (native.COMPILED and name == "log-loss")


def test_one_who_knows_the_shares_loses_less_than_on_the_rarest():
    counts = np.array([90, 10])
    assert uninformed_loss(measure("brier"), counts, 1) < rarest_loss(measure("brier"), counts, 1)


def test_separable_classes_leave_room_for_the_mistakes_that_few_samples_have():
    """Two rows in a thousand overlap: with none seen, one mistake must fit (89 % of the intervals held the truth before)."""
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    X = rng.normal(size=(200, 5)) + (2 * y - 1)[:, None] * 4 / 5**0.5
    found = foldwise.assess({"m": LinearDiscriminantAnalysis()}, X, y, measures=["error", "brier"], baseline=False)
    error, brier = found.findings
    assert error.estimate.value == 0
    assert brier.interval.high > 1.5 * brier.estimate.value + 0.25 / 200


@pytest.mark.parametrize("factor", [1, 3, 8])
def test_a_mistake_costs_what_it_does_although_few_are_seen(factor):
    """Log-odds of mean 8 and variance 16: 2 % of the rows are mistakes; beyond 36 log-odds are rounded away."""
    scores, y = sure(factor, 400_000)
    wrong = scores[np.arange(y.size), y] < 0.5
    paid = -np.log(scores[wrong, y[wrong]]).mean()
    prices = [expected_mistake_loss(*sure(factor, 600, seed=(1, seed)), CLIP) for seed in range(50)]
    assert np.mean(prices) == pytest.approx(paid, rel=0.25)
    scores, y = sure(factor, 600, seed=1)
    assert expected_mistake_loss(scores[:, ::-1], 1 - y, CLIP) == expected_mistake_loss(scores, y, CLIP)


def test_of_many_classes_the_next_one_is_mistaken_for_the_true():
    scores, y = sure(3, 1000)
    third = np.column_stack([scores * (1 - 1e-12), np.full(y.size, 1e-12)])
    assert expected_mistake_loss(third, y, CLIP) == pytest.approx(expected_mistake_loss(scores, y, CLIP), rel=1e-6)


@pytest.mark.parametrize("rows", [0, 1, 50])
def test_log_odds_that_are_rounded_away_have_no_price(rows):
    y = np.arange(rows) % 2
    assert expected_mistake_loss(np.eye(2)[y], y, CLIP) == 0


@pytest.mark.parametrize("factor", [1, 5])
def test_scores_of_models_that_are_too_sure_cover_their_log_loss(factor):
    """With what a row of the rarest class costs 56 % of the intervals held it (factor 5, 50 rows, mean 8)."""
    scores, y = sure(factor, 400_000, seed=2)
    truth = -np.log(scores[np.arange(y.size), y]).mean()
    inside = []
    for seed in range(200):
        scores, y = sure(factor, 50, seed=(3, seed))
        found = foldwise.score(y, scores.argmax(axis=1), scores=scores[:, 1], measures="log-loss").findings[0]
        inside.append(found.interval.low <= truth <= found.interval.high)
    assert np.mean(inside) >= 0.93


@pytest.mark.parametrize("spread", [1e-3, 1e-6, 1e-9, 1e-10, 1e-12, 1e-14, 1e-16, 0.0])
def test_probabilities_that_hardly_differ_have_a_small_price(spread):
    p = 0.95 + spread * np.random.default_rng(0).normal(size=500)
    assert 0 <= expected_mistake_loss(np.column_stack([1 - p, p]), np.ones(500, dtype=int), CLIP) < 0.01


def test_the_order_of_many_rows_does_not_matter():
    scores, y = sure(3, 5000)
    order = np.argsort(y, kind="stable")
    assert expected_mistake_loss(scores[order], y[order], CLIP) == expected_mistake_loss(scores, y, CLIP)


def far_out(*, wrong):
    """Sixty unsure predictions that are mostly right, and two of rows far out that claim a certainty of 1e-14."""
    unsure = np.linspace(0.55, 0.9, 60)
    surest = np.append(unsure, [1 - 1e-14, 1 - 1e-14])
    truth = np.append(np.arange(60) % 4 == 0, [False, wrong]).astype(int)
    return np.c_[surest, 1 - surest], truth


def test_a_few_predictions_far_surer_than_the_others_may_be_wrong():
    scores, truth = far_out(wrong=False)
    share = 2 * (1 - 0.025**0.5) / -np.log(0.025)
    assert extreme_mistake_loss(scores, truth, 2.2e-16) == pytest.approx(-np.log(1e-14) * share, rel=1e-3)
    assert extreme_mistake_loss(scores, truth, 1e-6) == 0  # a floor of 1e-6 leaves no such prediction
    assert extreme_mistake_loss(*far_out(wrong=True), 2.2e-16) == 0  # what a mistake costs is seen


def test_extreme_predictions_of_one_row_in_several_repeats_are_one_row():
    scores, truth = far_out(wrong=False)
    alone = extreme_mistake_loss(scores, truth, 2.2e-16)
    rows = np.tile(np.arange(62), 3)
    assert extreme_mistake_loss(np.tile(scores, (3, 1)), np.tile(truth, 3), 2.2e-16, rows=rows) == pytest.approx(alone)


def test_many_sure_predictions_are_none_far_from_the_others():
    sure = 1 / (1 + np.exp(-np.random.default_rng(0).normal(25, 5, 200)))
    assert extreme_mistake_loss(np.c_[1 - sure, sure], np.ones(200, dtype=int), 2.2e-16) == 0


def test_naive_bayes_covers_its_log_loss_where_rows_far_out_happen_to_be_right():
    def world(seed, rows):
        rng = np.random.default_rng(seed)
        labels = rng.integers(0, 2, rows)
        columns = rng.normal(size=(rows, 4)) + 1.2 * labels[:, None] * [1, 1, 0, 0]
        return columns * np.where(rng.random(rows) < 0.03, 8, 1)[:, None], labels

    covered = 0
    for seed in range(40):
        found = foldwise.assess(GaussianNB(), *world([seed, 0], 60), measures="log-loss", baseline=False)
        new, labels = world([seed, 1], 20_000)
        given = GaussianNB().fit(*world([seed, 0], 60)).predict_proba(new)[np.arange(labels.size), labels]
        interval = found.findings[0].interval
        covered += interval.low <= -np.log(np.maximum(given, 2.2e-16)).mean() <= interval.high
    assert covered >= 32  # 28 of 40 where such rows do not count


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("clip", [CLIP, 1e-3])
def test_prices_are_those_of_numpy(monkeypatch, classes, clip):
    rng = np.random.default_rng(classes)
    scores = rng.dirichlet(np.full(classes, 0.05), 3000)
    truth, rows = rng.integers(0, classes, 500), rng.integers(0, 500, 3000)
    compiled = [
        expected_mistake_loss(scores, truth, clip, rows=rows),
        expected_mistake_loss(scores, truth[rows], clip),
        extreme_mistake_loss(scores, truth, clip, rows=rows),
    ]
    monkeypatch.setattr(native, "COMPILED", False)
    assert compiled == pytest.approx(
        [
            expected_mistake_loss(scores, truth, clip, rows=rows),
            expected_mistake_loss(scores, truth[rows], clip),
            extreme_mistake_loss(scores, truth, clip, rows=rows),
        ],
        rel=1e-12,
    )
    assert compiled[0] == compiled[1]


def assessed(names):
    """Two classes that overlap, assessed by these measures."""
    truth = np.repeat([0, 1], 10)
    return foldwise.assess("lda", np.c_[truth + np.linspace(0, 2, 20)], truth, measures=names, seed=1, **COSTS)


COSTS = {"costs": np.array([[0.0, 1.0], [5.0, 0.0]]), "baseline": False}


@pytest.mark.parametrize(("name", "jump"), [("cost", 5.0), ("abstention-cost", 1.0), ("brier", 0.0), ("log-loss", 0.0)])
def test_losses_of_labels_jump_by_as_much_as_their_values_are_apart(name, jump):
    found = assessed(["cost", "abstention-cost", "brier", "log-loss"])
    scored = ModelScores(found.predictions, "lda", measure(name))
    worse = worse_loss(scored, measure(name), 0.2)
    assert worse.jump == jump
    assert worse.cost >= max(0.0, jump - 0.2)
    edges = scored.influence.edges
    assert (edges.discrete, edges.jump) == (jump > 0, jump)


@pytest.mark.parametrize("name", ["log-loss", "log-loss-skill"])
def test_log_losses_of_votes_jump_where_a_class_was_ruled_out(name):
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 60)
    X = rng.normal(size=(60, 2)) + y[:, None]
    table = foldwise.assess(
        {"5-nn": KNeighborsClassifier(5)}, X, y, measures=[name, "brier"], baseline=False
    ).predictions
    edges = ModelScores(table, "5-nn", measure(name)).influence.edges
    assert edges.discrete
    assert edges.jump > 30
    assert not ModelScores(table, "5-nn", measure("brier")).influence.edges.discrete
