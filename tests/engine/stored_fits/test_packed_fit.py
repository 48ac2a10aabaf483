"""A fit is packed and unpacked to the bit, and bytes that are no fit are refused."""

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.svm import SVC

from foldwise.engine.execution.execute import Result, fit_one
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.stored_fits.store import DAMAGE_ERRORS, pack_fit, unpack_fit
from foldwise.errors import InputError
from tests.worlds import classes, partition, values

DATA, PARTS = classes(n=60, k=2), partition(n=60, k=3)
FITTING = prepare_fitting("m", SVC(), DATA, PARTS, seed=0)
FIT = fit_one(FITTING, 1, checked=False)


def test_a_fit_comes_back_with_its_warnings():
    found = unpack_fit(pack_fit(Result(1, FIT.outputs, ("did not converge",))), FITTING, 1)
    assert (found.resample, found.warned) == (1, ("did not converge",))
    for name in ("resample", "row", "output", "scores", "part"):
        before, after = getattr(FIT.outputs, name), getattr(found.outputs, name)
        np.testing.assert_array_equal(before, after)
        assert before.dtype == after.dtype


def test_values_have_no_scores():
    fitting = prepare_fitting("m", DummyRegressor(), values(n=60), PARTS, seed=0)
    result = fit_one(fitting, 0, checked=False)
    found = unpack_fit(pack_fit(result), fitting, 0).outputs
    assert found.scores is None
    np.testing.assert_array_equal(found.output, result.outputs.output)


def test_a_fit_that_failed_is_not_kept():
    with pytest.raises(InputError, match="a fit that failed is not kept"):
        pack_fit(Result(1, None, cause="no"))


def test_other_bytes_are_refused():
    whole = pack_fit(FIT)
    for bad in (b"", whole[:3], whole[:-1], whole + b"x", whole.replace(b"<f8", b"|O8"), whole.replace(b"[20", b"[-2")):
        with pytest.raises(DAMAGE_ERRORS):
            unpack_fit(bad, FITTING, 1)


def test_random_damage_is_refused_or_harmless():
    whole, rng = pack_fit(FIT), np.random.default_rng(0)
    refused = 0
    for _ in range(300):
        data = bytearray(whole)
        data[rng.integers(0, 120)] = rng.integers(256)
        try:
            unpack_fit(bytes(data), FITTING, 1)
        except DAMAGE_ERRORS:
            refused += 1
    assert refused > 150
