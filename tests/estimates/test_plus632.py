"""The .632 family on the memoriser (METHODS L.2), on worked numbers, and where it is refused."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.errors import ValidityError
from foldwise.estimates import (
    Efron632,
    HanKamber632,
    Kohavi632,
    Optimism,
    Plus632,
    estimate_method,
    interpolates,
    make_estimate,
    point632plus,
)
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Part
from tests.worlds import bootstrap_of, memoriser, predictions_of

MEMORISER = ModelScores(memoriser(400, 300), "m", measure("error"))
SHARES = st.floats(0, 1)


def noisy(n=60, draws=60, of="error", **more):
    """A model that answers the same in and out of bag, and fits its own rows a little better."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, n)
    wrong = rng.random(n) < 0.3
    predictions = predictions_of(truth, np.where(wrong, 1 - truth, truth), bootstrap_of(n, draws), **more)
    better = np.where(wrong & (np.arange(n) % 2 == 0), 1 - truth, truth)
    table = predictions.outputs["m"]
    rows = np.arange(n)
    own = replace(table, resample=0 * rows, row=rows, output=better, part=np.zeros(n, dtype=np.uint8))
    return (
        ModelScores(replace(predictions, apparent={"m": own}), "m", measure(of)),
        wrong.mean(),
        (better != truth).mean(),
    )


@pytest.mark.parametrize(
    ("method", "expected"),
    [(Efron632(), 0.316), (Kohavi632(), 0.316), (HanKamber632(), 0.384), (Optimism(), 0.184), (Plus632(), 0.5)],
)
def test_the_memoriser_on_fair_labels(method, expected):
    """METHODS L.2: truth .5; .632 gives .316, Han and Kamber's form .384, optimism .184, .632+ .5."""
    assert method.estimate(MEMORISER).value == pytest.approx(expected, abs=0.004)


def test_a_stable_model_worked_by_hand():
    one, unseen, seen = noisy()
    assert Efron632().estimate(one).value == pytest.approx(0.368 * seen + 0.632 * unseen)
    assert Efron632().estimate(one).fits == 61
    assert Plus632().estimate(one).value > Efron632().estimate(one).value


def test_accuracy_is_one_minus_error():
    for name in ("632", "632-kohavi", "632plus"):
        errors, accuracies = (estimate_method(name).estimate(noisy(of=of)[0]).value for of in ("error", "accuracy"))
        assert accuracies == pytest.approx(1 - errors)


@given(SHARES, SHARES, st.floats(0.01, 1))
def test_it_lies_between_its_ingredients(seen, unseen, gamma):
    """Clipping keeps the relative overfitting in [0, 1], also where Err(1) is above γ or below the apparent error."""
    value = point632plus(seen, unseen, gamma)
    usual = 0.368 * seen + 0.632 * unseen
    assert min(seen, unseen, usual) - 1e-12 <= value <= max(seen, unseen, usual) + 1e-12


def test_no_overfitting_gives_632_and_full_overfitting_gives_the_rows_out_of_bag():
    assert point632plus(0.2, 0.2, 0.5) == pytest.approx(0.2)
    assert point632plus(0.3, 0.2, 0.5) == pytest.approx(0.368 * 0.3 + 0.632 * 0.2)
    assert point632plus(0.1, 0.5, 0.5) == pytest.approx(0.5)


def test_an_error_above_chance_is_clipped():
    """Err(1) = .6 above γ = .5: R = 1 and Err' = .5 (efron1997, eq. 31-32)."""
    usual = 0.368 * 0.1 + 0.632 * 0.6
    assert point632plus(0.1, 0.6, 0.5) == pytest.approx(usual + 0.4 * 0.368 * 0.632 / 0.632)


def test_a_model_that_memorises_is_refused():
    assert interpolates(MEMORISER)
    with pytest.raises(ValidityError, match=r"it memorises the rows; try estimate='loo-bootstrap'"):
        make_estimate(MEMORISER, "632plus")


def test_what_was_not_predicted_is_asked_for():
    bare = replace(MEMORISER, predictions=replace(MEMORISER.predictions, apparent={}))
    with pytest.raises(ValidityError, match="needs the model fitted to all rows"):
        make_estimate(bare, "632")
    table = MEMORISER.predictions.outputs["m"]
    tested = replace(MEMORISER.predictions, outputs={"m": table.where(table.part == Part.TEST)})
    with pytest.raises(ValidityError, match="needs predictions of the training rows"):
        make_estimate(replace(MEMORISER, predictions=tested), "632-han-kamber")
