from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import InputError
from foldwise.plans import CountMatrix, DrawnCounts, KFold, Nested, ThreeWay, draw, from_saved, parse, to_saved
from tests.plans.rows import of_classes

TEXTS = ["kfold(3, repeats=2)", "loo", "lpo(2)", "bootstrap(5)", "three-way(0.2)", "two-folds-out(3)", "subsample(4)"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_file_gives_back_the_same_rows(text: str, tmp_path) -> None:
    resamples = draw(parse(text), of_classes(12, 12), seed=0)
    np.savez(tmp_path / "saved.npz", **to_saved(resamples))
    with np.load(tmp_path / "saved.npz", allow_pickle=False) as arrays:
        again = from_saved(dict(arrays))
    assert (again.plan, again.unit, again.fingerprint) == (str(parse(text)), "row", resamples.fingerprint)
    assert np.array_equal(again.train_rows(2 % again.count), resamples.train_rows(2 % again.count))


def test_notes_and_redraws_are_kept() -> None:
    kept = from_saved(to_saved(CountMatrix(np.array([[1, 0]]), note="by hand", redrawn=7)))
    assert (kept.note, kept.redraws) == ("by hand", 7)


def test_drawn_counts_come_back_as_a_matrix_with_their_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DrawnCounts, "KEEP", 0)
    resamples = draw(parse("bootstrap(5)"), of_classes(12, 12), seed=0)
    again = from_saved(to_saved(resamples))
    assert isinstance(again, CountMatrix)
    assert again.fingerprint == resamples.fingerprint


def test_inner_and_validation_rows_are_kept() -> None:
    nested = draw(Nested(KFold(3), KFold(2)), of_classes(12, 12), seed=0)
    again = from_saved(to_saved(nested))
    assert again.fingerprint == nested.fingerprint
    assert np.array_equal(again.inner[2].parts, nested.inner[2].parts)
    three = draw(ThreeWay(), of_classes(12, 12), seed=0)
    assert np.array_equal(from_saved(to_saved(three)).validation[0], three.validation[0])


def test_arrays_of_something_else_are_refused() -> None:
    with pytest.raises(InputError, match="these arrays hold no resamples: their class is nothing"):
        from_saved({"parts": np.zeros(3)})


def test_a_class_from_elsewhere_cannot_be_saved() -> None:
    class Foreign:
        plan, unit = "mine", "row"

    with pytest.raises(InputError, match="resamples of the class Foreign cannot be saved; try one of CountMatrix"):
        to_saved(Foreign())
