"""What was saved comes back, the same to the bit; every other file is refused in one sentence."""

import json
import os
import subprocess
import sys

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
        failures = (Failure("m", 2, "ValueError: no"),)
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


def test_a_folder_is_not_called_missing(tmp_path):
    with pytest.raises(InputError, match="is a folder; try the name given to save"):
        Predictions.load(tmp_path)


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_a_file_of_another_kind_is_refused(tmp_path, suffix):
    path = tmp_path / f"p{suffix}"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match=r"does not hold predictions"):
        Predictions.load(path)


def edited(path, **changes):
    """Save a table of two classes with scores, then write parts of the file anew."""
    example("scores").save(path)
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    about = json.loads(str(arrays["about"]))
    for name, value in changes.pop("about", {}).items():
        about[name] = value
    about["format"] = about["format"] if about["format"] != 2 else 1  # the first format has no digest to make anew
    arrays |= changes | {"about": np.array(json.dumps(about))}
    np.savez(path, **{name: part for name, part in arrays.items() if part is not None})
    return path


def test_a_file_of_the_first_format_is_read(tmp_path):
    assert Predictions.load(edited(tmp_path / "p.npz")).models == ("m",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"about": {"format": 99}}, "its format is 99, and this version of foldwise reads format 1 and 2"),
        ({"about": {"format": "2"}}, "its format is '2'"),
        ({"truth": np.full(30, 2)}, "a true class is 2, and goes from 0 to 1"),
        ({"truth": np.zeros(29, dtype=int)}, "there are 29 true values and resamples of 30 rows"),
        ({"model.0.output": np.full(30, 10**6)}, "a predicted class of 'm' is 1000000, and goes from -1 to 1"),
        ({"model.0.output": np.full(30, 0.5)}, "a predicted class of 'm' is of type float64"),
        ({"model.0.row": np.arange(30) + 1}, "a row of 'm' is 30, and goes from 0 to 29"),
        ({"model.0.row": np.zeros(30, dtype=int)}, "about other rows than its resamples tested"),
        ({"model.0.resample": np.full(30, 3)}, "a resample of 'm' is 3"),
        ({"model.0.resample": np.arange(30)[::-1] % 3}, "resamples of 'm' are out of order"),
        ({"model.0.part": np.full(30, 3, dtype=np.uint8)}, "a part of 'm' is 3"),
        ({"model.0.part": np.full(29, 0, dtype=np.uint8)}, r"part of 'm' has the shape \(29,\), not \(30,\)"),
        ({"model.0.scores": np.full((30, 2), np.nan)}, "of 'm', probabilities are NaN or infinity for 30 of 30 rows"),
        ({"model.0.scores": np.full((30, 2), 0.9)}, "of 'm', the probabilities of a row sum to 1.8, not to 1"),
        ({"model.0.scores": np.full((30, 3), 1 / 3)}, r"scores of 'm' have the shape \(30, 3\)"),
        ({"model.0.scores": None}, "'m' has no scores of the kind 'probability'"),
        ({"weights": np.full(30, -1.0)}, "weights must be finite numbers that are not negative"),
        ({"weights": np.zeros(30)}, "all weights are zero"),
        ({"groups": np.full(30, -1)}, "a number of groups is -1"),
        ({"costs": np.zeros((3, 3))}, r"the costs have the shape \(3, 3\) for 2 classes"),
        ({"resamples.parts": np.full((1, 30), 3)}, "a part number is 3, and goes from 0 to 2"),
        ({"resamples.k": np.array(10**9)}, "'k' of the resamples is not a whole number from 1 to 30"),
        ({"resamples.class": np.array("Pickle")}, "there are no resamples of the class 'Pickle'"),
        ({"about": {"classes": ["c0"]}}, "a classification cannot have the 1 classes 'c0'"),
        ({"about": {"classes": ["c0", "c0"]}}, "a classification cannot have the 2 classes 'c0, c0'"),
        ({"about": {"positive": 7}}, "the positive class is number 7 of 2"),
        ({"about": {"failures": [["other", 0, "no"]]}}, "a failure is told of 'other' on resample 0"),
        ({"about": {"models": [["m", "odds", "generic"]]}}, "does not hold predictions saved by foldwise"),
        ({"about": {"models": [["m", "probability", 7]]}}, "7 stands where a text should"),
        ({"truth": np.array(["c0"] * 30)}, "a true class is of type <U2"),
        ({"truth": None}, "does not hold predictions saved by foldwise"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(tmp_path, changes, message):
    with pytest.raises(InputError, match=message):
        Predictions.load(edited(tmp_path / "p.npz", **changes))


def test_content_that_is_not_that_of_the_digest_is_refused(tmp_path):
    path = tmp_path / "p.npz"
    example("values").save(path)
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    arrays["model.0.output"][0] += 1e-9
    np.savez(path, **arrays)
    with pytest.raises(InputError, match="its digest is that of other content"):
        Predictions.load(path)


def test_counts_under_the_fingerprint_of_others_are_refused(tmp_path):
    path = tmp_path / "p.npz"
    memoriser(n=20, draws=5).save(path)
    assert Predictions.load(path).resamples.count == 5
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    arrays["resamples.origin"] = np.array("0123456789abcdef")
    np.savez(path, **arrays)
    with pytest.raises(InputError, match="the fingerprint of the resamples is not theirs"):
        Predictions.load(path)


def test_a_file_that_unpacks_to_more_than_is_allowed_is_refused(tmp_path):
    path = tmp_path / "p.npz"
    example("scores").save(path)
    with pytest.raises(InputError, match=r"unpacks to [\d,]+ bytes, more than the 100 that are read"):
        Predictions.load(path, most_bytes=100)


def mutated(folder, seed, count):
    command = [sys.executable, "-m", "tests.predictions.mutations", str(folder), str(seed), str(count)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"}
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_four_hundred_mutated_files_crash_nothing_and_change_nothing_in_silence(tmp_path):
    found = mutated(tmp_path, 0, 400)
    assert found["wrong"] == []
    assert found["counts"]["refused"] > 300


@pytest.mark.slow
def test_five_thousand_mutated_files_crash_nothing_and_change_nothing_in_silence(tmp_path):
    found = mutated(tmp_path, 1, 5000)
    assert found["wrong"] == []
