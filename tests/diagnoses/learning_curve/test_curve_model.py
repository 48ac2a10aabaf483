"""Models of learning curves: each is its formula."""

import numpy as np
import pytest

from foldwise.diagnoses import CURVE_MODELS, curve_model
from foldwise.errors import UnknownNameError

S = np.array([30.0, 60, 120, 240])
FORMULAS = {
    "pow3": lambda s: 2 * s**-0.7 + 0.1,
    "pow2": lambda s: 2 * s**-0.7,
    "pow4": lambda s: 2 * (s + 24) ** -0.7 + 0.1,
    "exp2": lambda s: 0.4 * np.exp(-0.01 * s),
    "exp3": lambda s: 0.4 * np.exp(-0.01 * s) + 0.1,
    "log2": lambda s: 0.6 - 0.05 * np.log(s),
    "vap3": lambda s: np.exp(-1 + 24 / s - 0.3 * np.log(s)),
    "mmf4": lambda s: (0.5 * 40 + 0.1 * s**0.9) / (40 + s**0.9),
    "wbl4": lambda s: 0.1 + 0.4 * np.exp(-0.05 * s**0.6),
    "last1": lambda s: np.full(s.size, 0.3),
}
PLACES = {
    "pow3": (0.7,), "pow2": (0.7,), "pow4": (0.7, 0.1), "exp2": (2.4,), "exp3": (2.4,), "log2": (), "last1": (),
    "vap3": (0.3, 0.1), "mmf4": (0.9, 40 / 240**0.9), "wbl4": (0.6, 0.05 * 240**0.6),
}  # fmt: skip
"""Parameters of the formulas, for sizes relative to the largest."""


@pytest.mark.parametrize("model", CURVE_MODELS, ids=lambda one: one.name)
def test_a_curve_of_the_formula_is_a_height_times_the_shape_plus_an_offset(model):
    shape = model.shape(S / 240, np.array([PLACES[model.name]]).reshape(1, -1))[0]
    design = np.column_stack([shape, np.ones(4)]) if model.offset else shape[:, None]
    truth = FORMULAS[model.name](S)
    solution = np.linalg.lstsq(design, truth, rcond=None)[0]
    assert design @ solution == pytest.approx(truth, abs=1e-12)


@pytest.mark.parametrize("model", CURVE_MODELS, ids=lambda one: one.name)
def test_no_shape_rises(model):
    shapes = model.shape(np.linspace(0.05, 4, 50), model.grid())
    assert (np.diff(shapes, axis=1) <= 1e-12).all()
    assert model.parameters == 1 + model.offset + len(model.axes)


def test_a_model_is_found_by_its_name():
    assert curve_model("mmf4") in CURVE_MODELS
    with pytest.raises(UnknownNameError, match="try 'pow3'"):
        curve_model("pow33")
