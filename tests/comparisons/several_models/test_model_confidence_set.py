"""The model confidence set: what remains, and how often it contains the best."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import ModelConfidenceSet, confidence_set, model_confidence_set
from foldwise.comparisons.methods.cluster_t import group_error
from foldwise.comparisons.methods.corrected_t import widening
from foldwise.comparisons.several_models.model_confidence_set import _p_values
from foldwise.errors import InputError, ValidityError
from foldwise.measures import ModelScores, measure
from foldwise.plans import RowLists
from tests.comparisons.pairs import of_errors, of_losses
from tests.worlds import partition

DRAWS = 100_000


def rng():
    return np.random.default_rng(0)


def noise(n=120, m=4):
    """Losses that are alike on a row."""
    draw = np.random.default_rng(5)
    return draw.normal(size=(n, 1)) + draw.normal(size=(n, m))


def names(values):
    return [f"m{at}" for at in range(values.shape[1])]


def test_of_two_models_it_is_the_paired_t_test():
    values = noise(m=2) + np.array([0, 0.25])
    found = confidence_set(values, ["a", "b"], 0.95, rng=rng(), least=0.0, draws=DRAWS)
    witness = stats.ttest_rel(values[:, 1], values[:, 0]).pvalue
    assert found.p_values == {"a": 1, "b": pytest.approx(witness, abs=4 * np.sqrt(witness / DRAWS))}


def test_groups_are_the_unit_and_the_error_is_widened():
    values, group = noise(m=2) + np.array([0, 0.5]), np.arange(120) // 6
    found = confidence_set(values, ["a", "b"], 0.95, rng=rng(), groups=group, widening=1.5, least=0.0, draws=DRAWS)
    d = values[:, 1] - values[:, 0]
    error, df = group_error(d, group)
    witness = 2 * stats.t.sf(d.mean() / error / 1.5, df)
    assert found.p_values["b"] == pytest.approx(witness, abs=4 * np.sqrt(witness / DRAWS))


def test_the_worst_go_one_by_one():
    values = noise(300, 4) + np.array([0, 0.02, 1, 3])
    found = confidence_set(values, names(values), 0.95, rng=rng())
    assert set(found.models) == {"m0", "m1"}
    assert found.p_values["m3"] <= found.p_values["m2"] < 0.01
    assert max(found.p_values.values()) == 1
    assert found.record()["level"] == 0.95


def test_a_lower_level_leaves_fewer():
    values = noise(100, 5) + np.linspace(0, 0.4, 5)
    sets = [set(confidence_set(values, names(values), level, rng=rng()).models) for level in (0.99, 0.9, 0.5)]
    assert sets[0] > sets[2]
    assert sets[0] >= sets[1] >= sets[2]


def test_a_row_of_weight_two_moves_the_means_as_two_rows_do():
    values = noise(60, 3)
    weights = np.where(np.arange(60) < 20, 2.0, 1.0)
    once = confidence_set(values, names(values), 0.95, rng=rng(), weights=weights)
    again = confidence_set(values, names(values), 0.95, rng=rng(), weights=100 * weights)
    assert once.p_values == pytest.approx(again.p_values)
    twice = values[np.repeat(np.arange(60), weights.astype(int))].mean(axis=0)
    assert once.models == tuple(np.array(names(values))[np.argsort(twice)][: len(once.models)])


def test_models_that_never_disagreed_are_never_told_apart():
    values = np.zeros((50, 3))
    assert confidence_set(values, names(values), 0.95, rng=rng()).models == ("m0", "m1", "m2")
    values[:2, 2] = 1
    assert confidence_set(values, names(values), 0.95, rng=rng(), least=1.0).p_values["m2"] > 0.05


def test_equal_models_stay_and_the_best_stays():
    """200 draws of five equal models on 100 rows, and of one better: at least the level, less three Monte-Carlo errors."""
    draw, kept, best = np.random.default_rng(8), 0, 0
    for _ in range(200):
        score = 0.7 * draw.normal(size=(100, 1)) + 0.7 * draw.normal(size=(100, 5))
        equal = confidence_set((score > 0.8).astype(float), list("abcde"), 0.95, rng=draw, least=1.0, draws=500)
        kept += len(equal.models) == 5
        better = confidence_set(
            (score > [1.2, 0.8, 0.8, 0.8, 0.8]).astype(float), list("abcde"), 0.95, rng=draw, least=1.0, draws=500
        )
        best += "a" in better.models
    assert kept / 200 >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / 200)
    assert best / 200 >= 0.95


def scored(predictions, name):
    return [ModelScores(predictions, model, measure(name)) for model in ("a", "b")]


def test_losses_are_averaged_over_repeats_and_more_of_a_good_thing_is_better():
    wrong = np.random.default_rng(1).random(80) < 0.3
    resamples = partition(n=80, k=10, repeats=3)
    table = of_errors(np.ones(80), wrong, resamples)
    by_error = model_confidence_set(scored(table, "error"), 0.95, rng())
    assert by_error.models == ("b",)
    assert model_confidence_set(scored(table, "accuracy"), 0.95, rng()) == by_error
    losses = np.stack([np.ones(80), wrong], axis=1)
    direct = confidence_set(losses, ["a", "b"], 0.95, rng=rng(), widening=widening(resamples), least=1.0)
    assert isinstance(direct, ModelConfidenceSet)
    assert direct == by_error


def test_blocks_of_time_are_the_unit():
    edges = np.arange(10, 61, 10)
    blocks = RowLists(
        tuple(np.arange(edge) for edge in edges[:-1]),
        tuple(np.arange(edge, edge + 10) for edge in edges[:-1]),
        60,
        plan="forward(5)",
    )
    values = noise(60, 2)
    found = model_confidence_set(scored(of_losses(blocks, 9 + values[:, 0], 9 + values[:, 1]), "mae"), 0.95, rng())
    unit = np.arange(50) // 10
    direct = confidence_set(9 + values[10:], ["a", "b"], 0.95, rng=rng(), groups=unit)
    assert found.p_values == pytest.approx(direct.p_values)


def test_what_has_no_set_says_why():
    table = of_errors(np.arange(60) % 5 == 0, np.arange(60) % 3 == 0)
    with pytest.raises(ValidityError, match="f1 is not a mean of one loss per row"):
        model_confidence_set(scored(table, "f1"), 0.95, rng())
    seen = RowLists((np.arange(60),), (np.arange(60),), 60, plan="resubstitution", overlap=True)
    with pytest.raises(ValidityError, match="tests the rows it trains on"):
        model_confidence_set(scored(of_errors(np.zeros(60), np.ones(60), seen), "error"), 0.95, rng())
    fewer = {**table.outputs, "b": table.outputs["b"].where(table.outputs["b"].resample > 0)}
    with pytest.raises(ValidityError, match="tested on different rows"):
        model_confidence_set(scored(replace(table, outputs=fewer), "error"), 0.95, rng())


@pytest.mark.parametrize("values", [np.zeros((5, 1)), np.zeros(5), np.zeros((1, 2)), np.full((5, 2), np.nan)])
def test_what_is_no_table_of_rows_and_models_is_refused(values):
    with pytest.raises(InputError, match=r"2 rows and 2 models|not a finite number"):
        confidence_set(values, ["a", "b"][: max(1, values.shape[-1])], 0.95, rng=rng())


def test_one_group_is_refused():
    with pytest.raises(ValidityError, match="one group"):
        confidence_set(noise(), list("abcd"), 0.95, rng=rng(), groups=np.zeros(120, dtype=int))


def test_a_draw_that_ties_but_for_rounding_counts():
    seen, errors = 0.3, np.array([[0.0, 1.0], [1.0, 0.0]])
    statistics = np.array([[0.0, -seen], [seen, 0.0]])
    draws = np.array([[0.1, 0.4], [0.0, 0.1]])  # 0.4 - 0.1 is a bit above 0.3 in floating point, 0.3 - 0 is not
    below = np.array([[0.0, np.nextafter(seen, 0.0)], [0.0, 0.1]])
    assert _p_values(statistics, errors, draws, [1, 0])[1] == _p_values(statistics, errors, below, [1, 0])[1] == 2 / 3
