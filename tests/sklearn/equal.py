"""Calls made twice, of scikit-learn and of ours, and what becomes of them."""

import numpy as np
import sklearn.model_selection as selection
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris

import foldwise.sklearn as ours
from foldwise.sklearn.record import LOG, CallNote

IRIS, CANCER, DIABETES = (load(return_X_y=True) for load in (load_iris, load_breast_cancer, load_diabetes))


def difference(found, wanted):
    """Largest difference of two results of one shape and type; times are left out."""
    assert isinstance(found, type(wanted))
    if isinstance(wanted, dict):
        assert list(found) == list(wanted)
        return max(difference(found[key], wanted[key]) for key in wanted if "time" not in key)
    if isinstance(wanted, tuple | list):
        assert len(found) == len(wanted)
        return max(map(difference, found, wanted))
    found, wanted = np.asarray(found), np.asarray(wanted)
    assert found.dtype == wanted.dtype
    assert found.shape == wanted.shape
    if wanted.dtype.kind not in "fiu":
        return float(np.any(found != wanted))
    return float(np.max(np.abs(found - wanted) / np.maximum(1.0, np.abs(wanted)), initial=0.0))


def both(name, *args, **kwargs):
    """Make a call both ways: the difference, and the note on ours."""
    LOG.reporting = True
    LOG.notes.clear()
    try:
        found = getattr(ours, name)(*args, **kwargs)
        note = LOG.notes[0] if LOG.notes else CallNote(name, "", "not offered")
    finally:
        LOG.reporting = False
        LOG.notes.clear()
    return difference(found, getattr(selection, name)(*args, **kwargs)), note
