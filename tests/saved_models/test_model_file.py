"""Files of models are read as if their writer were hostile."""

import io
import json
import zipfile

import numpy as np
import pytest
import skops.io
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import foldwise
from foldwise.errors import InputError
from foldwise.saved_models import read_model
from foldwise.saved_models.model_file import _card_digest, _digest, _is_reviewed


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "m.skops"
    foldwise.save_model(foldwise.assess("tree", foldwise.sample("iris"), measures="error"), path)
    return path


def changed(path, folder, change):
    """A copy of the file with members changed."""
    out = folder / "changed.skops"
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(out, "w") as after:
        members = {name: before.read(name) for name in before.namelist()}
        for name, data in change(members).items():
            after.writestr(name, data)
    return out


def test_a_model_comes_back(saved):
    model, card = read_model(saved)
    iris = foldwise.sample("iris")
    assert card.name == "tree"
    assert (model.predict(iris.X) == iris.target).mean() == 1.0


def test_a_change_of_the_model_is_seen(saved, tmp_path):
    def forge(members):
        array = next(name for name in members if name.endswith(".npy"))
        return members | {array: members[array][:-8] + b"\0" * 8}

    with pytest.raises(InputError, match="was changed after it was saved"):
        read_model(changed(saved, tmp_path, forge))


def test_a_file_without_a_card_is_refused(tmp_path):
    path = tmp_path / "bare.skops"
    skops.io.dump(GaussianNB(), path)
    with pytest.raises(InputError, match="no card of a foldwise model"):
        read_model(path)


@pytest.mark.parametrize("cut", [0, 10, 200, 1000])
def test_a_cut_file_is_refused(saved, tmp_path, cut):
    path = tmp_path / "cut.skops"
    path.write_bytes(saved.read_bytes()[:cut])
    with pytest.raises(InputError):
        read_model(path)


def test_damaged_bytes_never_give_a_model_that_differs(saved, tmp_path):
    data, path, rng = saved.read_bytes(), tmp_path / "d.skops", np.random.default_rng(0)
    whole = read_model(saved)[0].predict(foldwise.sample("iris").X).tolist()
    for at in rng.integers(0, len(data), 40):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        try:
            model, _ = read_model(path)
        except InputError:
            continue
        assert model.predict(foldwise.sample("iris").X).tolist() == whole


def redigested(card, digest):
    """A card with the digests that a forger makes."""
    record = json.loads(card) | {"digest": digest}
    return json.dumps(record | {"card_digest": _card_digest(record)}).encode()


def test_a_type_that_was_not_reviewed_is_refused(saved, tmp_path):
    import hashlib

    def forge(members):
        foreign = zipfile.ZipFile(io.BytesIO(skops.io.dumps(make_pipeline(FunctionTransformer(print), GaussianNB()))))
        new = {name: foreign.read(name) for name in foreign.namelist()}
        hashed = hashlib.sha256()
        for name in sorted(new):
            hashed.update(name.encode() + b"\0" + new[name])
        return new | {"foldwise.json": redigested(members["foldwise.json"], hashed.hexdigest())}

    path = changed(saved, tmp_path, forge)
    with pytest.raises(InputError, match=r"were not reviewed.*builtins\.print"):
        read_model(path)
    assert read_model(path, trusted=["builtins.print"])[0] is not None


def halve(X):
    return X / 2


def test_a_model_with_foreign_types_is_not_written(tmp_path):
    model = make_pipeline(FunctionTransformer(halve), GaussianNB())
    result = foldwise.assess(model, foldwise.sample("iris"), measures="error")
    with pytest.raises(InputError, match=r"were not reviewed.*test_model_file\.halve"):
        foldwise.save_model(result, tmp_path / "m.skops")
    assert not (tmp_path / "m.skops").exists()


def test_a_model_that_cannot_be_written_leaves_the_one_that_was_there(saved, tmp_path, monkeypatch):
    path = tmp_path / "m.skops"
    path.write_bytes(saved.read_bytes())

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InputError, match="cannot be written: no space left on device"):
        foldwise.save_model(foldwise.assess("lda", foldwise.sample("iris"), measures="error"), path)
    assert path.read_bytes() == saved.read_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["m.skops"]


@pytest.mark.parametrize("name", ["m.pkl", "m.joblib", "m"])
def test_other_endings_are_refused(name):
    with pytest.raises(InputError, match=r"models are saved as \.skops"):
        read_model(name)


def test_a_file_that_is_not_there():
    with pytest.raises(InputError, match="cannot be read"):
        read_model("nowhere.skops")


@pytest.mark.parametrize("name", ["sklearn.datasets._covtype.GzipFile", "sklearn.utils._testing.TempMemmap"])
def test_a_class_that_opens_files_is_not_one_of_models(name):
    """The first is reached through scikit-learn and is Python's; the second is scikit-learn's, and no part of a model."""
    assert not _is_reviewed(name)
    assert _is_reviewed("sklearn.tree._classes.DecisionTreeClassifier")


@pytest.mark.parametrize("other", [[1, 2], "text", None])
def test_what_is_no_model_is_refused(saved, tmp_path, other):
    bare = io.BytesIO(skops.io.dumps(other))
    with zipfile.ZipFile(bare) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
        digest = _digest(archive)

    def forge(before):
        return members | {"foldwise.json": redigested(before["foldwise.json"], digest)}

    with pytest.raises(InputError, match="holds no model but"):
        read_model(changed(saved, tmp_path, forge))


def test_a_changed_card_is_refused_and_one_without_a_digest_is_told_of(saved, tmp_path):
    def better(members):
        card = json.loads(members["foldwise.json"])
        card["figures"][0]["value"] = 0.0
        return members | {"foldwise.json": json.dumps(card).encode()}

    with pytest.raises(InputError, match="was changed after it was saved"):
        read_model(changed(saved, tmp_path, better))

    def older(members):
        card = json.loads(members["foldwise.json"])
        del card["card_digest"]
        return members | {"foldwise.json": json.dumps(card).encode()}

    assert "without a digest of its own" in read_model(changed(saved, tmp_path, older))[1].notes[-1]


def test_a_path_without_a_name_is_no_model():
    with pytest.raises(InputError, match="a path is a text"):
        read_model("")
    with pytest.raises(InputError, match=r"models are saved as \.skops"):
        read_model(".")
