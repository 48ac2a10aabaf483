"""Results in a file: the same after loading, and refused where they are not whole."""

import io
import json
import zipfile

import numpy as np
import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.measures import custom_measure
from foldwise.reports.saved.result_file import _digest
from tests.reports.report.results import VERBS, result_of


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    for verb in VERBS:
        result_of(verb).save(folder / f"{verb}.foldwise")
    return folder


@pytest.mark.parametrize("verb", VERBS)
def test_a_result_is_the_same_after_loading(kept, verb):
    result, again = result_of(verb), foldwise.load(kept / f"{verb}.foldwise")
    assert type(again) is type(result)
    assert again.to_frame().equals(result.to_frame())
    assert str(again) == str(result)
    assert again.to_dict() == result.to_dict()
    assert len(again.report().to_html()) > 5000


def test_other_questions_can_be_asked_after_loading(kept):
    again = foldwise.load(kept / "compare.foldwise")
    assert again.assessment.curve("roc", "tree").area == result_of("compare").assessment.curve("roc", "tree").area
    assert again.dataset.fingerprint == result_of("compare").dataset.fingerprint
    with pytest.raises(InputError, match="does not know its models"):
        again.assessment.fit_final("tree")


def test_features_are_not_in_the_file(kept):
    again = foldwise.load(kept / "assess.foldwise")
    assert again.dataset.X.nnz == 0
    assert again.dataset.describe() == result_of("assess").dataset.describe()


def changed(data, edit):
    """The file with its description edited, and everything else as it is."""
    parts = dict(np.load(io.BytesIO(data)))
    about = json.loads(parts["about"].tobytes())
    edit(about)
    parts["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    file = io.BytesIO()
    np.savez(file, **parts)
    return file.getvalue()


EDITS = {
    "another value": (lambda about: about["value"]["fields"].update(level=0.5), "its digest is that of other content"),
    "a newer format": (lambda about: about.update(format=9), "reads format 1"),
    "no format": (lambda about: about.clear(), "reads format 1"),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_changed_file_is_refused(kept, tmp_path, name):
    edit, said = EDITS[name]
    path = tmp_path / "x.foldwise"
    path.write_bytes(changed((kept / "permutation-test.foldwise").read_bytes(), edit))
    with pytest.raises(InputError, match=said):
        foldwise.load(path)


def test_a_diagnosis_with_a_value_of_the_wrong_kind_is_refused(kept, tmp_path):
    data = (kept / "diagnose.foldwise").read_bytes()

    def edit(about):
        about["value"]["fields"]["left_out"]["items"][0][1] = {"$": "number", "value": "nan"}
        arrays = {name: part for name, part in np.load(io.BytesIO(data)).items() if name != "about"}
        about["digest"] = _digest(about, arrays)

    path = tmp_path / "x.foldwise"
    path.write_bytes(changed(data, edit))
    with pytest.raises(InputError, match="or is damaged"):
        foldwise.load(path)


@pytest.mark.parametrize("size", [0, 10, 400])
def test_a_file_that_ends_early_is_refused(kept, tmp_path, size):
    path = tmp_path / "x.foldwise"
    path.write_bytes((kept / "permutation-test.foldwise").read_bytes()[:size])
    with pytest.raises(InputError, match="does not hold a result saved by foldwise, or is damaged"):
        foldwise.load(path)


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "x.foldwise"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("about.npy", b"cos\nsystem\n(S'echo'\ntR.")
    with pytest.raises(InputError, match="is damaged"):
        foldwise.load(path)
    with pytest.raises(InputError, match="there is no file"):
        foldwise.load(tmp_path / "no.foldwise")


def test_another_ending_and_a_measure_of_the_users_own_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"saved as .foldwise, not as 'x.pickle'"):
        result_of("assess").save(tmp_path / "x.pickle")
    own = custom_measure(lambda truth, predicted: float(np.mean(truth != predicted)), name="mine")
    found = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5)", measures=[own])
    with pytest.raises(InputError, match="a measure of your own, 'mine', cannot be saved"):
        found.save(tmp_path / "x.foldwise")
    assert list(tmp_path.iterdir()) == []
