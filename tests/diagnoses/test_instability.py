"""Instability of rows over models of bootstrap samples."""

import numpy as np
import pytest

from foldwise.diagnoses import flip_shares, instability
from foldwise.errors import InputError

rng = np.random.default_rng(0)
TABLE = rng.beta(2, 2, (30, 40))
MODEL = TABLE.mean(axis=1)


def test_flips_are_counted_row_by_row():
    labels, reference = (TABLE > 0.5).astype(int), (MODEL > 0.5).astype(int)
    assert flip_shares(labels, reference).tolist() == pytest.approx(
        [np.mean([one != mine for one in row]) for row, mine in zip(labels, reference, strict=True)]
    )


def test_without_a_model_at_hand_the_commonest_label_is_it():
    assert flip_shares([["a", "b", "b"], ["c", "c", "c"]]).tolist() == pytest.approx([1 / 3, 0])


def test_rows_that_were_trained_on_do_not_count():
    labels, trained = [[0, 1, 1], [1, 1, 0]], [[0, 0, 1], [1, 0, 0]]
    assert flip_shares(labels, [0, 0], trained=trained).tolist() == [0.5, 0.5]


def test_probabilities_are_summarised_by_numpy():
    found = instability(TABLE, MODEL)
    assert found.spread == pytest.approx(TABLE.std(axis=1, ddof=1))
    assert found.low == pytest.approx(np.quantile(TABLE, 0.025, axis=1))
    assert found.high == pytest.approx(np.quantile(TABLE, 0.975, axis=1))
    assert found.distance == pytest.approx(np.abs(TABLE - MODEL[:, None]).mean(axis=1))
    assert found.flips == pytest.approx(flip_shares(TABLE >= 0.5, MODEL >= 0.5))
    assert found.mean_flips == pytest.approx(found.flips.mean())
    assert found.mean_distance == pytest.approx(found.distance.mean())


def test_missing_probabilities_do_not_count():
    table = TABLE.copy()
    table[0, 5:] = np.nan
    found = instability(table)
    assert found.spread[0] == pytest.approx(TABLE[0, :5].std(ddof=1))
    assert found.reference[0] == pytest.approx(TABLE[0, :5].mean())
    assert found.to_frame()["row"].tolist() == list(range(30))


def test_stable_models_have_no_instability():
    found = instability(np.full((4, 5), 0.3))
    assert (found.mean_flips, found.mean_distance) == (0, pytest.approx(0, abs=1e-15))


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="two models or more"):
        flip_shares([[1], [0]])
    with pytest.raises(InputError, match="predicts 30 rows"):
        instability(TABLE, MODEL[:5])
    with pytest.raises(InputError, match="between 0 and 1"):
        instability(TABLE + 1)
    with pytest.raises(InputError, match="at least two models must predict each row"):
        instability([[0.1, np.nan], [0.2, 0.3]])
    with pytest.raises(InputError, match="trained is rows x models"):
        instability(TABLE, trained=[1, 0])
