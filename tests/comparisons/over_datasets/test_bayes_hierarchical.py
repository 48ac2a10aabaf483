"""The hierarchical comparison: against numerical integration, and on clear cases."""

import json
from pathlib import Path

import numpy as np
import pytest

from foldwise.comparisons import bayes_hierarchical
from foldwise.comparisons.over_datasets.bayes_hierarchical import slice_move, split_r_hat, truncated_normal
from foldwise.errors import InputError, ValidityError
from tests.reference.make_comparisons import dataset_differences

EXACT = json.loads(Path(__file__).parents[2].joinpath("reference/comparisons.json").read_text())["hierarchical"]
rng = np.random.default_rng(0)


def compare(differences, seed=0):
    return bayes_hierarchical(list(differences), [1 / 9] * len(differences), np.random.default_rng(seed))


@pytest.fixture(scope="module")
def known():
    """The comparison whose exact posterior is known."""
    return compare(dataset_differences())


def test_it_agrees_with_numerical_integration(known):
    """The exact posterior of the same model, see tests/reference/make_comparisons.py."""
    found = known
    assert found.agreement < 1.1
    assert found.centre.mean() == pytest.approx(EXACT["centre"], abs=0.0005)
    assert found.centre.std() == pytest.approx(EXACT["centre_sd"], rel=0.03)
    assert found.scale.mean() == pytest.approx(EXACT["scale"], rel=0.03)
    mean, shares = found.on_new(0.01).mean(), found.on_new(0.01).shares()
    assert (mean.left, mean.rope, mean.right) == pytest.approx(EXACT["mean"], abs=0.006)
    assert (shares.left, shares.rope, shares.right) == pytest.approx(EXACT["shares"], abs=0.02)


def test_datasets_are_drawn_towards_each_other(known):
    raw = dataset_differences().mean(axis=1)
    assert np.ptp(known.differences) < np.ptp(raw)
    assert np.corrcoef(known.differences, raw)[0, 1] > 0.99


def test_a_clear_winner_and_a_clear_tie():
    won = compare(rng.normal(0.1, 0.03, (8, 30)))
    assert won.on_new(0.01).shares().right > 0.99
    assert won.interval()[0] > 0.05
    tied = compare(rng.normal(0.0, 0.002, (8, 30)))
    assert tied.on_new(0.01).shares().rope > 0.99


def test_the_same_seed_gives_the_same_draws(known):
    assert np.array_equal(compare(dataset_differences()).centre, known.centre)


def test_a_dataset_without_any_difference_is_not_certain():
    x = dataset_differences()[:5]
    x[0] = 0.0
    assert np.isfinite(compare(x).centre).all()


def test_a_slice_move_leaves_a_uniform_density_uniform():
    draws = np.full(4000, 0.5)
    for _ in range(5):
        draws = slice_move(np.zeros_like, draws, (0.0, 1.0), rng)
    assert draws.mean() == pytest.approx(0.5, abs=0.02)
    assert draws.var() == pytest.approx(1 / 12, abs=0.005)


def test_truncated_normals_stay_inside():
    draws = truncated_normal(np.full(1000, 0.9), np.full(1000, 0.5), 1.0, rng)
    assert np.abs(draws).max() <= 1


def test_chains_that_disagree_are_noticed():
    assert split_r_hat(rng.normal(size=(500, 8))) < 1.02
    assert split_r_hat(rng.normal(size=(500, 8)) + np.arange(8)) > 2
    assert split_r_hat(np.zeros((10, 2))) == 1


def test_one_dataset_is_refused():
    with pytest.raises(ValidityError, match="needs 2 of them"):
        compare(np.ones((1, 10)))


def test_one_resample_is_refused():
    with pytest.raises(InputError, match="at least 2 resamples of every dataset"):
        compare(np.ones((3, 1)))


def test_models_that_never_differ_are_refused():
    with pytest.raises(ValidityError, match="score the same in every resample"):
        compare(np.zeros((3, 10)))
