"""What was saved comes back, the same to the bit."""

import numpy as np
import pytest

from foldwise.errors import InputError
from foldwise.predictions import Failure, Predictions
from tests.worlds import memoriser, partition, predictions_of

rng = np.random.default_rng(2)


def example(kind):
    truth = rng.integers(0, 2, 30)
    if kind == "labels":
        return predictions_of(truth, np.where(rng.random(30) < 0.1, -1, truth), partition(n=30, k=3, repeats=2))
    if kind == "scores":
        scores = rng.dirichlet([1, 1], 30)
        failures = (Failure("m", 3, "ValueError: no"),)
        more = {"scores": scores, "failures": failures, "weights": rng.random(30), "groups": np.arange(30) // 3}
        return predictions_of(truth, truth, partition(n=30, k=3), **more)
    y = rng.normal(size=30)
    return predictions_of(y, y + 1e-9, partition(n=30, k=3), n_classes=0)


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
@pytest.mark.parametrize("kind", ["labels", "scores", "values"])
def test_round_trip(tmp_path, kind, suffix):
    before = example(kind)
    path = tmp_path / f"predictions{suffix}"
    before.save(path)
    after = Predictions.load(path)
    assert after.fingerprint == before.fingerprint
    assert (after.classes, after.failures, after.models) == (before.classes, before.failures, before.models)
    for name in ("resample", "row", "output", "scores", "part"):
        np.testing.assert_array_equal(getattr(after.of("m"), name), getattr(before.of("m"), name))
    for name in ("truth", "weights", "groups"):
        np.testing.assert_array_equal(getattr(after, name), getattr(before, name))


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_the_models_of_all_rows_are_kept(tmp_path, suffix):
    before = memoriser(n=20, draws=5)
    path = tmp_path / f"predictions{suffix}"
    before.save(path)
    after = Predictions.load(path)
    np.testing.assert_array_equal(after.apparent["m"].output, before.apparent["m"].output)
    assert after.resubstituted.resamples.overlapping


def test_an_unknown_suffix_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"saved as \.npz or \.parquet, not as 'p\.csv'; try 'p\.npz'"):
        example("labels").save(tmp_path / "p.csv")


def test_an_unwritable_place_leaves_nothing_behind(tmp_path):
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        example("labels").save(tmp_path / "nowhere" / "p.npz")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="there is no file"):
        Predictions.load(tmp_path / "p.npz")


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_a_file_of_another_kind_is_refused(tmp_path, suffix):
    path = tmp_path / f"p{suffix}"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match=r"does not hold predictions|is not a Parquet file"):
        Predictions.load(path)
