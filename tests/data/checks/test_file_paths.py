"""Texts that can be no path are refused in one sentence wherever a path is asked for."""

import pytest

import foldwise
from foldwise.data import Sealed
from foldwise.data.checks import usable_path
from foldwise.errors import FoldwiseError, InputError

IRIS = foldwise.sample("iris")
LONG, ZERO = "a" * 5000, "a\0b"
DOORS = {
    "read": lambda path: foldwise.read(path, "y"),
    "costs": lambda path: foldwise.read(IRIS.X, IRIS.target, costs=path),
    "score": lambda path: foldwise.score("y", "p", data=path),
    "load": foldwise.Predictions.load,
    "save": lambda path: foldwise.Predictions.build([0, 1], {"m": [0, 1]}).save(f"{path}.npz"),
    "store": lambda path: foldwise.assess("knn", IRIS, plan="kfold(2)", store=path),
    "sealed": Sealed.load,
    "ledger": lambda path: foldwise.seal(IRIS, ledger=path),
    "model": lambda path: foldwise.assess(f"{path}.py:model", IRIS),
}


@pytest.mark.parametrize("path", [LONG, ZERO], ids=["long", "zero"])
@pytest.mark.parametrize("door", DOORS)
def test_a_text_that_can_be_no_path_is_refused_in_one_sentence(door, path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FoldwiseError) as caught:
        DOORS[door](path)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_path_stays_what_it_is(tmp_path):
    assert usable_path(tmp_path / "not" / "there") == tmp_path / "not" / "there"
    with pytest.raises(InputError, match=r"'aaa.*…' cannot be used as a path: file name too long; try another path"):
        usable_path(LONG)
