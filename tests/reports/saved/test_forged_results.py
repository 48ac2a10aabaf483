"""Files whose figures were changed and whose digest was made anew: nothing of them is taken without a word."""

import copy
import io
import json
from functools import cache

import numpy as np
import pytest

import foldwise
from foldwise.api.load import checked
from foldwise.errors import FoldwiseWarning, InputError
from foldwise.predictions import write_archive
from foldwise.reports.saved import result_file

RNG = np.random.default_rng(0)
X, SHARE = RNG.normal(size=(60, 2)), RNG.random(60)
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)
PARTS = np.array(["n", "s"] * 30)
FIGURES = {
    *("value", "low", "high", "standard_error", "level", "fits", "undefined", "difference", "p_value", "statistic"),
    *("p_adjusted", "centre", "scale", "detectable", "df", "rows"),
}


@cache
def parts(verb):
    """Words and arrays of a saved result."""
    made = {
        "assess": lambda: foldwise.assess("lda", X, Y, plan="kfold(5)", measures="error,auc", segments=PARTS),
        "compare": lambda: foldwise.compare("knn, tree", X, Y, plan="kfold(5)", measures="error", segments=PARTS),
        "bootstrapped": lambda: foldwise.compare("lda, gaussian-nb", X, Y, plan="kfold(5)", measures="error"),
        "score": lambda: foldwise.score(Y, scores={"a": (SHARE + Y) / 2, "b": SHARE}, measures="auc,error"),
    }[verb]()
    arrays = dict(result_file._packed(made))
    return json.loads(arrays.pop("about").tobytes()), arrays


def places(node, path=()):
    """Where the figures of a record are."""
    for key, one in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        if key in FIGURES and isinstance(one, int | float):
            yield (*path, key)
        yield from places(one, (*path, key))


def one_of_each_kind(record):
    """Of the places that differ by a position in a list only, the one in the middle; no file can prove how long a fit took."""
    kinds = {}
    for path in places(record):
        if "times" not in path:
            kinds.setdefault(tuple(step for step in path if isinstance(step, str)), []).append(path)
    return [alike[len(alike) // 2] for alike in kinds.values()]


def taken(about, arrays):
    about["digest"] = result_file._digest(about, arrays)
    file = io.BytesIO()
    write_archive({"about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8), **arrays}, file)
    return result_file.unpack_result(file.getvalue(), "a forged file", checked)


@pytest.mark.parametrize("verb", ["assess", "compare", "bootstrapped", "score"])
def test_no_figure_can_be_changed_in_silence(verb):
    about, arrays = parts(verb)
    every = one_of_each_kind(about["value"])
    assert {"value", "low", "high"} < {path[-1] for path in every}
    for path in every:
        forged = copy.deepcopy(about)
        node = forged["value"]
        for step in path[:-1]:
            node = node[step]
        node[path[-1]] = node[path[-1]] * 0.9 + 0.01 if isinstance(node[path[-1]], float) else node[path[-1]] + 1
        with pytest.raises((InputError, FoldwiseWarning)):  # warnings are errors here
            taken(forged, arrays)


def test_a_file_of_another_user_is_told_of_where_its_figures_cannot_be_made_again():
    about, arrays = parts("bootstrapped")
    assert taken(copy.deepcopy(about), arrays) is not None
    with pytest.warns(FoldwiseWarning, match="differences over bootstrap samples cannot be recomputed"):
        taken({**about, "signature": "0" * 64}, arrays)


def test_a_result_is_saved_without_a_secret_of_the_user(tmp_path, monkeypatch):
    result = foldwise.score([0, 1] * 20, [0, 1] * 20, measures="error")
    (tmp_path / "nowhere").write_text("no folder")
    monkeypatch.setenv("FOLDWISE_CONFIG", str(tmp_path / "nowhere"))
    result.save(tmp_path / "x.foldwise")
    assert foldwise.load(tmp_path / "x.foldwise").to_frame().equals(result.to_frame())
