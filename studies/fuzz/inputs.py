"""Malformed arguments for every verb, and other forms of the same input, which must give the same figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from click.testing import CliRunner
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

import foldwise
from foldwise.cli import program
from foldwise.data import sample_path
from studies.fuzz.judge import Case, Silent

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["input_case"]

rng = np.random.default_rng(3)
N = 36
X = rng.normal(size=(N, 3)).round(3)
Y = np.where(X[:, 0] + rng.normal(size=N) > 0, "yes", "no")
P = (1 / (1 + np.exp(-X[:, 0]))).round(4)
FRAME = pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=Y, g=np.arange(N) // 3, t=np.arange(N), w=1.0 + np.arange(N))

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 10**9, 2**70, 0.5, -0.5, 95, 1e300, float("nan"), float("inf"), 1j, b"", b"x"),
    *("", " ", "x", "lda", "all", "0.95", "auto", "none", "\x1b[2J", "\ud800", "a" * 5000, "../x", "/dev/null", "\x00"),
    *(
        "kfold(10)",
        "kfold(10, repeats=1000000000)",
        "kfold(",
        "bootstrap(-3)",
        "error,auc",
        "f(-1)",
        "[",
        "(",
        "fn=1",
        "0,1;1",
    ),
    *(
        [],
        [None],
        [1],
        ["x"],
        (),
        {},
        {"x": 1},
        {1: 2},
        {"a": []},
        [{}],
        set(),
        frozenset({1}),
        range(3),
        [[1, 2], [3]],
    ),
    *(
        np.array([]),
        np.array(3),
        np.zeros((0, 3)),
        np.zeros((N, 0)),
        np.zeros((2, 2, 2)),
        np.full(N, np.nan),
        np.arange(N),
    ),
    *(
        np.array(["a", 1, None], dtype=object),
        np.zeros(N, dtype="datetime64[D]"),
        np.ones(N, dtype=complex),
        np.ma.masked,
    ),
    *(
        pd.DataFrame(),
        pd.Series(dtype=float),
        pd.Series(Y, index=np.arange(N)[::-1]),
        pd.Timestamp("2020"),
        pd.NA,
        pd.NaT,
    ),
    *(pl.DataFrame(), pl.LazyFrame({"a": [1]}), pa.table({}), sparse.csr_array((3, 3)), object(), int, len, lambda: 1),
    *(
        LogisticRegression(),
        LogisticRegression,
        StandardScaler(),
        ["lda", 3],
        {"m": None},
        foldwise,
        Exception("x"),
        ...,
    ),
)


def _assess(**k: Any) -> Any:  # noqa: ANN401
    return foldwise.assess(**{"model": "lda", "X": X, "y": Y, "plan": "kfold(3)", "jobs": 1, **k})


def _compare(**k: Any) -> Any:  # noqa: ANN401
    return foldwise.compare(**{"models": ["lda", "knn"], "X": X, "y": Y, "plan": "kfold(3)", "jobs": 1, **k})


def _select(**k: Any) -> Any:  # noqa: ANN401
    grid = {"n_neighbors": [1, 3]}
    return foldwise.select(**{"model": "knn", "space": grid, "X": X, "y": Y, "plan": "kfold(3)", "jobs": 1, **k})


def _certify(**k: Any) -> Any:  # noqa: ANN401
    given = {"model": "lda", "X": X, "y": Y, "plan": "kfold(3)", "simulations": 5, "jobs": 1}
    return foldwise.certify(**{**given, **k})


def _experiment(**k: Any) -> Any:  # noqa: ANN401
    return foldwise.experiment(
        **{"datasets": {"a": (X, Y), "b": (X[::-1], Y)}, "models": ["lda"], "plan": "kfold(3)", **k}
    )


def _score(**k: Any) -> Any:  # noqa: ANN401
    return foldwise.score(**{"truth": Y, "predicted": Y[::-1], "scores": P, "measures": "error,auc", **k})


def _read(**k: Any) -> Any:  # noqa: ANN401
    return foldwise.read(**{"source": FRAME, "target": "y", **k})


def _build(**k: Any) -> Any:  # noqa: ANN401
    return foldwise.Predictions.build(**{"truth": Y, "predicted": {"m": Y[::-1]}, "scores": {"m": P}, **k})


DATA = ("X", "y", "groups", "order", "weights", "costs", "task", "positive")
RUN = ("plan", "level", "seed", "jobs", "progress")
VERBS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "assess": (
        _assess,
        (
            *("model", *DATA, *RUN, "measures", "interval", "estimate", "until", "budget", "decide"),
            *("on_failure", "engine"),
        ),
    ),
    "compare": (_compare, ("models", *DATA, *RUN, "measures", "test", "rope", "adjust", "reference", "decide")),
    "select": (_select, ("model", "space", *DATA, *RUN, "measure", "search", "draws", "rule", "correction", "outer")),
    "certify": (_certify, ("model", "X", "y", *RUN, "measure", "interval", "simulations", "population", "seconds")),
    "experiment": (_experiment, ("datasets", "models", "target", *RUN, "measures", "adjust", "reference", "groups")),
    "score": (
        _score,
        (
            *(
                "truth",
                "predicted",
                "scores",
                "data",
                "measures",
                "interval",
                "test",
                "level",
                "rope",
                "adjust",
                "groups",
            ),
            "weights",
            "segments",
            "classes",
            "positive",
            "costs",
            "decide",
            "task",
            "system",
            "row",
            "stream",
            "seed",
        ),
    ),
    "read": (
        _read,
        (
            *(
                "source",
                "target",
                "task",
                "groups",
                "order",
                "weights",
                "costs",
                "positive",
                "features",
                "drop",
                "roles",
            ),
            "missing",
            "query",
            "name",
            "delimiter",
            "encoding",
            "unpacked",
        ),
    ),
    "Predictions.build": (
        _build,
        ("truth", "predicted", "scores", "parts", "classes", "task", "positive", "weights", "groups", "costs"),
    ),
}

FORMS: dict[str, Callable[[], dict[str, Any]]] = {
    "column order in memory": lambda: {"X": np.asfortranarray(X)},
    "lists": lambda: {"X": X.tolist(), "y": Y.tolist()},
    "a frame": lambda: {"X": pd.DataFrame(X)},
    "a polars frame": lambda: {"X": pl.DataFrame(X, schema=["a", "b", "c"], orient="row")},
    "an arrow table": lambda: {"X": pa.table({name: X[:, at] for at, name in enumerate("abc")})},
    "objects": lambda: {"X": X.astype(object), "y": Y.astype(object)},
    "another index": lambda: {"X": pd.DataFrame(X, index=np.arange(N) + 7), "y": pd.Series(Y, index=np.arange(N) + 7)},
    "categories": lambda: {"y": pd.Series(pd.Categorical(Y, categories=["yes", "no", "never"]))},
    "a column of labels": lambda: {"y": Y[:, None]},
    "a view": lambda: {"X": np.repeat(X, 2, axis=0)[::2]},
    "long integers for classes": lambda: {"y": np.where(Y == "yes", 2**60 + 1, 2**60), "positive": 2**60 + 1},
    "numpy numbers": lambda: {"level": np.float64(0.95), "seed": np.int64(0)},
}
CLEAN = _assess().findings[0].estimate.value
OPTIONS = (
    "--plan",
    "--model",
    "--measure",
    "--level",
    "--seed",
    "--jobs",
    "--target",
    "--groups",
    "--order",
    "--weights",
)
MORE = (
    "--costs",
    "--positive",
    "--task",
    "--drop",
    "--role",
    "--missing",
    "--delimiter",
    "--encoding",
    "--query",
    "--until",
)
COMMANDS = (
    "assess",
    "compare",
    "select",
    "score",
    "seal",
    "unseal",
    "certify",
    "explain",
    "measures",
    "plans",
    "nothing",
)


def input_case(folder: Path, seed: int) -> Case:
    """The malformed call of a seed."""
    draw = np.random.default_rng([78, seed])
    if seed % 10 == 0:
        name = sorted(FORMS)[seed // 10 % len(FORMS)]
        return Case(f"assess with {name}", lambda: _same(name))
    if seed % 10 == 1:
        return _command(folder, draw)
    verb = sorted(VERBS)[seed % len(VERBS)]
    call, names = VERBS[verb]
    chosen = draw.choice(names, size=int(draw.choice([1, 1, 2])), replace=False).tolist()
    given = {name: ODD[int(draw.integers(len(ODD)))] for name in chosen}
    if callable(given.get("progress")):
        del given["progress"]  # what a function of the user's raises is the user's
    return Case(f"{verb} {given!r}"[:300], lambda: str(call(**given)))


def _same(name: str) -> None:
    found = _assess(**FORMS[name]()).findings[0].estimate.value
    if found != CLEAN:
        message = f"the error is {found} and not {CLEAN}"
        raise Silent(message)


def _command(folder: Path, draw: np.random.Generator) -> Case:
    command = str(draw.choice(COMMANDS))
    texts = [str(one)[:200] for one in ODD if isinstance(one, str | int | float)]
    words = [command]
    if command in COMMANDS[:7]:
        words += [str(sample_path("iris")) if draw.random() < 0.8 else str(draw.choice(texts))]
        words += ["--target", "species"] if draw.random() < 0.7 else []
        words += ["--no-store", "--plan", "kfold(3)", "--model", "lda"] if command in ("assess", "compare") else []
    for option in draw.choice([*OPTIONS, *MORE], size=int(draw.integers(0, 3))).tolist():
        words += [str(option), str(draw.choice(texts))]
    words = [word.replace("\x00", "").encode(errors="replace").decode() for word in words]

    def run() -> None:
        with CliRunner().isolated_filesystem(folder):
            result = CliRunner().invoke(program, words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        if "\x1b" in result.output:
            message = "a sequence that steers the terminal was printed"
            raise Silent(message)

    return Case(f"foldwise {' '.join(words)}"[:300], run)
