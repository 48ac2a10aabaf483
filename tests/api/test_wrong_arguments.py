"""Every argument of every public name with values of every wrong kind: an answer, or one sentence that is our own."""

import inspect
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.errors import FoldwiseError


class Silent:
    """A value that cannot be shown."""

    def __repr__(self):
        message = "nothing is told of me"
        raise RuntimeError(message)


class Alone:
    """A value that cannot be compared."""

    __hash__ = None

    def __eq__(self, other):
        message = "I am like nothing else"
        raise RuntimeError(message)


WRONG = {
    "text": "x",
    "empty": "",
    "nothing": None,
    "nan": float("nan"),
    "infinite": float("inf"),
    "negative": -1,
    "truth": True,
    "huge": 10**30,
    "array": np.arange(3),
    "table": np.ones((2, 2)),
    "scalar": np.array(3),
    "list": [1, 2, 3],
    "ragged": [[1], [2, 3]],
    "dict": {"a": 1},
    "object": object(),
    "type": int,
    "function": len,
    "bytes": b"x",
    "set": {1, 2},
    "complex": 1j,
    "frame": pd.DataFrame({"a": [1]}),
    "missing": pd.NA,
    "silent": Silent(),
    "alone": Alone(),
    "half a sign": "\ud800",
    "zero byte": "a\0b",
}
X, Y = np.random.default_rng(0).normal(size=(24, 2)), np.array([0, 1] * 12)
CALLS = {
    "assess": {"model": "gaussian-nb", "X": X, "y": Y, "plan": "kfold(2)", "measures": "error"},
    "compare": {"models": "lda, gaussian-nb", "X": X, "y": Y, "plan": "holdout(1/3)", "measures": "error"},
    "compare_unpaired": {"systems": {"a": (Y, Y), "b": (Y, 1 - Y)}, "measures": "error"},
    "explain": {"name": "auc"},
    "explain_engine": {"model": "lda", "X": X, "y": Y},
    "load": {"path": "x.foldwise"},
    "load_model": {"path": "x.skops"},
    "permutation_test": {"model": "gaussian-nb", "X": X, "y": Y, "plan": "kfold(2)", "permutations": 1},
    "read": {"source": pd.DataFrame({"a": X[:, 0], "y": Y}), "target": "y"},
    "runs": {},
    "sample": {"name": "iris"},
    "save_model": {"result": None, "path": "x.skops"},
    "score": {"truth": Y, "predicted": Y, "measures": "error"},
    "seal": {"dataset": foldwise.sample("iris"), "ledger": "x.ledger"},
    "select": {"model": "knn", "space": {"n_neighbors": [1, 3]}, "X": X, "y": Y, "plan": "kfold(2)"},
    "unseal": {"model": "lda", "X": X, "y": Y, "sealed": "x.ledger"},
    "Settings": {},
}
SLOW = {"certify", "diagnose", "experiment", "improve", "log_to_mlflow", "SelectCV"}
"""Verbs that take their arguments through the same doors, and that `studies.fuzz` calls."""


def arguments(function):
    given = inspect.signature(inspect.unwrap(function)).parameters.values()
    names = [one.name for one in given if one.kind is not one.VAR_KEYWORD]
    more = [one.name for one in fields(foldwise.Settings)] if len(names) < len(given) else []
    return list(dict.fromkeys([*names, *more]))


def test_every_public_function_is_called():
    functions = {name for name in foldwise.__all__ if callable(getattr(foldwise, name)) and name.islower()}
    assert functions <= set(CALLS) | SLOW


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_gets_one_sentence(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    function = getattr(foldwise, name)
    raw = []
    for argument in arguments(function):
        for kind, value in WRONG.items():
            try:
                function(**{**CALLS[name], argument: value})
            except FoldwiseError as error:
                raw += [f"{argument}=<{kind}>: two lines"] if "\n" in str(error) else []
            except Exception as error:  # noqa: BLE001 - the very thing that must not happen
                raw.append(f"{argument}=<{kind}>: {error!r}")
    assert raw == []
