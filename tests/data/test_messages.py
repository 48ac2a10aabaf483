"""Every refusal, word for word: messages.txt holds one ``case: message`` per line."""

from __future__ import annotations

import gzip
import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_array

from foldwise.data import as_dataset, read, sample, seal
from foldwise.errors import FoldwiseError

if TYPE_CHECKING:
    from collections.abc import Callable

SNAPSHOT = Path(__file__).with_name("messages.txt")
GOOD = "a,b,y\n1,u,yes\n2,v,no\n3,u,yes\n"
X = np.arange(12.0).reshape(6, 2)
Y = np.array(["no", "yes", "no", "yes", "no", "yes"])


def text(name: str, content: str | bytes, **options: Any) -> Callable[[Path], object]:
    """Read a file with this content."""

    def attempt(folder: Path) -> object:
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read(path, **{"target": "y"} | options)

    return attempt


def array(table: Any = X, target: Any = Y, **options: Any) -> Callable[[Path], object]:
    """Read an object."""
    return lambda _: read(table, target, **options)


def database(*statements: str, **options: Any) -> Callable[[Path], object]:
    """Read a database made by these statements."""

    def attempt(folder: Path) -> object:
        connection = sqlite3.connect(folder / "rows.db")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()
        return read(folder / "rows.db", **{"target": "y"} | options)

    return attempt


def frame(columns: dict[str, Any], target: Any = "y", **options: Any) -> Callable[[Path], object]:
    """Read a pandas frame."""
    return lambda _: read(pd.DataFrame(columns), target, **options)


ROWS = {"a": [1.0, 2, 3, 4], "b": ["u", "v", "u", "v"], "y": ["no", "yes", "no", "yes"]}
ARFF = "@relation r\n@attribute a numeric\n@attribute y {no,yes}\n@data\n"

CASES: dict[str, Callable[[Path], object]] = {
    # files
    "no file": lambda _: read("chrun.csv", "y"),
    "no file, but one of nearly the same name": lambda _: read(_write("churn.csv").with_name("chrun.csv"), "y"),
    "folder": lambda _: read("folder", "y"),
    "empty file": text("empty.csv", ""),
    "file of blank lines": text("blank.csv", "\n\n  \n"),
    "header only": text("header.csv", "a,b,y\n"),
    "unknown ending": text("rows.doc", "x"),
    "no ending": text("rows", "x"),
    "zipped Parquet": text("rows.parquet.gz", gzip.compress(b"x")),
    "damaged gzip": text("rows.csv.gz", gzip.compress(GOOD.encode() * 50)[:-20]),
    "no gzip at all": text("rows.csv.gz", GOOD),
    "damaged Parquet": text("rows.parquet", b"PAR1nonsensePAR1"),
    "damaged Feather": text("rows.feather", b"nonsense"),
    "damaged SQLite": text("rows.sqlite", b"nonsense" * 200),
    "binary file called csv": text("rows.csv", b"PK\x03\x04\x00\x00\x00abc"),
    "wrong encoding": text("rows.csv", "a,y\n1,yes\n2,caf\xe9\n".encode("latin-1")),
    "wrong encoding that was asked for": text("rows.csv", "a,y\n1,caf\xe9\n", encoding="ascii"),
    "encoding that does not exist": text("rows.csv", GOOD, encoding="utf-9"),
    "too few fields": text("rows.csv", "a,b,y\n1,u,yes\n2,v\n"),
    "too many fields": text("rows.csv", 'a,b,y\n1,"u\nv",yes\n2,v,no,3\n'),
    "quote that is never closed": text("rows.csv", 'a,y\n1,"yes\n2,no\n' + "3,no\n" * 40_000),
    "long delimiter": text("rows.csv", GOOD, delimiter="::"),
    "delimiter for Parquet": text("rows.parquet", b"x", delimiter=","),
    "encoding for Parquet": text("rows.parquet", b"x", encoding="utf-8"),
    "query for CSV": text("rows.csv", GOOD, query="SELECT 1"),
    "query for an array": array(query="SELECT 1"),
    "JSON that is none": text("rows.jsonl", '{"a": 1, "y": 2}\n{"a": 1\n'),
    "JSON that is no object": text("rows.jsonl", "[1, 2]\n"),
    "JSON with a key twice": text("rows.jsonl", '{"a": 1, "a": 2, "y": 2}\n'),
    "JSON with a list in it": text("rows.jsonl", '{"a": [1], "y": 2}\n{"a": [1], "y": 3}\n'),
    "JSON without rows": text("rows.jsonl", "\n\n"),
    "ARFF with an unknown type": text("rows.arff", "@relation r\n@attribute a relational\n@data\n"),
    "ARFF without a name": text("rows.arff", "@relation r\n@attribute\n@data\n"),
    "ARFF with a strange line": text("rows.arff", "@relation r\nattribute a numeric\n@data\n"),
    "ARFF without attributes": text("rows.arff", "@relation r\n@data\n"),
    "ARFF without rows": text("rows.arff", ARFF),
    "ARFF with a short row": text("rows.arff", ARFF + "1,no\n2\n"),
    "ARFF with a text for a number": text("rows.arff", ARFF + "% a comment\none,no\n"),
    "ARFF with a level that was not declared": text("rows.arff", ARFF + "1,maybe\n"),
    "ARFF with a bad sparse row": text("rows.arff", ARFF + "{0 1, 7 no}\n"),
    "ARFF with a bad date": text("rows.arff", "@relation r\n@attribute d date yyyy-MM-dd\n@data\nsoon\n"),
    "database without a table": database("CREATE TABLE t (a)", "DROP TABLE t"),
    "database with two tables": database("CREATE TABLE t (a)", "CREATE TABLE u (a)"),
    "query that is wrong": database("CREATE TABLE t (a)", query="SELECT b FROM t"),
    "query that changes the database": database("CREATE TABLE t (a)", query="INSERT INTO t VALUES (1)"),
    "query with a column twice": database(
        "CREATE TABLE t (a, y)", "INSERT INTO t VALUES (1, 2)", query="SELECT a, a, y FROM t"
    ),
    "query without rows": database("CREATE TABLE t (a, y)"),
    "query that is no question": database("CREATE TABLE t (a)", query="-- nothing"),
    # columns
    "unknown target": text("rows.csv", GOOD, target="z"),
    "target in another case": text("rows.csv", "Age,Churned\n1,yes\n2,no\n", target="churned"),
    "unknown column in a wide table": array(np.ones((3, 100)), "price"),
    "unknown column to drop": text("rows.csv", GOOD, drop=["bb"]),
    "unknown column in roles": text("rows.csv", GOOD, roles={"c": "numeric"}),
    "unknown role": text("rows.csv", GOOD, roles={"a": "number"}),
    "unknown task": text("rows.csv", GOOD, task="clasification"),
    "column with two uses": text("rows.csv", GOOD, groups="y"),
    "column dropped and used": text("rows.csv", GOOD, groups="b", drop="b"),
    "duplicate header": text("rows.csv", "a,a,y\n1,2,yes\n2,3,no\n"),
    "duplicate column of a frame": lambda _: read(pd.DataFrame([[1, 2, 3]], columns=["a", "a", "y"]), "y"),
    "column without a value": text("rows.csv", "a,b,y\n1,?,yes\n2,NA,no\n"),
    "column of an array without a value": array(np.array([[1, np.nan], [2, np.nan]]), [0, 1]),
    "infinite value": text("rows.csv", "a,y\n1,yes\n2,no\ninf,no\n"),
    "infinite values of an array": array(np.array([[1, 2], [3, np.inf], [3, -np.inf]]), [0, 1, 1]),
    "infinite value of a sparse matrix": array(csr_array(np.array([[0, 2.0], [0, np.inf]])), [0, 1]),
    "numbers and texts mixed": text("rows.csv", "a,y\n1,yes\n2,no\n3,no\nmany,no\nfew,no\n"),
    "objects mixed": frame({"a": [1, 2, "three", None], "y": [0, 1, 0, 1]}),
    "text that is to be numeric": frame(ROWS, roles={"b": "numeric"}),
    "column of lists": frame(ROWS | {"c": [[1], [2], [3], [4]]}),
    "column of durations": frame(ROWS | {"c": pd.to_timedelta([1, 2, 3, 4])}),
    "column of bytes": frame(ROWS | {"c": [b"1", b"2", b"3", b"4"]}),
    "no feature": text("rows.csv", "y\nyes\nno\n"),
    "no feature left": text("rows.csv", GOOD, drop=["a", "b"]),
    # objects
    "one dimension": array(np.arange(6.0)),
    "series": array(pd.Series([1.0, 2]), [0, 1]),
    "three dimensions": array(np.ones((2, 3, 4)), [0, 1]),
    "object array": array(np.array([[1, "a"], [2, "b"]], dtype=object), [0, 1]),
    "text array": array(np.array([["1", "a"], ["2", "b"]]), [0, 1]),
    "complex array": array(np.ones((2, 2), dtype=complex), [0, 1]),
    "uneven lists": array([[1, 2], [3]], [0, 1]),
    "no rows": array(np.ones((0, 2)), []),
    "no table": array(7, [0, 1]),
    "lazy frame": lambda _: read(pl.LazyFrame(ROWS), "y"),
    "columns of different lengths": lambda _: read({"a": [1, 2], "y": [1]}, "y"),
    "missing for a sparse matrix": array(csr_array(np.eye(2)), [0, 1], missing=["0"]),
    "dataset read again": lambda _: read(sample("iris")),
    "dataset with a target": lambda _: as_dataset(sample("iris"), Y, groups=Y),
    # target
    "no target": text("rows.csv", GOOD, target=None),
    "no target for an array": array(target=None),
    "missing target": text("rows.csv", "a,y\n1,yes\n2,\n3,no\n4,?\n"),
    "missing target in an array": array(target=np.array([1.0, np.nan, 2, 3, 4, 5.5])),
    "target all missing": array(target=[None] * 6),
    "one class": text("rows.csv", "a,y\n1,yes\n2,yes\n"),
    "one value": array(target=np.full(6, 0.5)),
    "target of dates": text("rows.csv", "a,y\n1,2026-01-01\n2,2026-01-02\n"),
    "mixed target": text("rows.csv", "a,y\n1,0\n2,1\n3,unknown\n"),
    "infinite target": array(target=np.array([1.0, np.inf, 2, 3, 4, 5.5])),
    "decimals as classes": array(target=np.arange(6) / 4, task="classification"),
    "texts as values": array(task="regression"),
    "target of another length": array(target=Y[:5]),
    "target of two columns": array(target=np.ones((6, 2))),
    "target in another order": lambda _: read(
        pd.DataFrame({"a": [1.0, 2, 3]}, index=[0, 1, 2]), pd.Series(["u", "v", "u"], index=[2, 1, 0])
    ),
    # rows
    "missing group": frame(ROWS | {"g": ["p", None, "q", "q"]}, groups="g"),
    "missing order": frame(ROWS | {"t": [1, 2, np.nan, np.nan]}, order="t"),
    "order of texts": frame(ROWS | {"t": ["Jan", "Feb", "Mar", "Apr"]}, order="t"),
    "groups of another length": array(groups=[1, 2, 3]),
    "negative weight": array(weights=[1, 1, -0.5, 1, 1, 1]),
    "missing weight": array(weights=[1, 1, np.nan, 1, 1, 1]),
    "infinite weight": array(weights=[1, 1, np.inf, 1, 1, 1]),
    "weights all zero": array(weights=np.zeros(6)),
    "weights of texts": array(weights=Y),
    "weights of dates": array(weights=np.array(["2026-01-01"] * 6, dtype="datetime64[D]")),
    "costs of the wrong shape": array(costs=[[0, 1, 2], [1, 0, 2]]),
    "costs with a missing value": array(costs=[[0, np.nan], [1, 0]]),
    "costs of words": array(costs="high"),
    "costs for a regression": array(target=X[:, 0] / 7, costs=[[0, 1], [1, 0]]),
    "unknown positive class": array(positive="maybe"),
    "positive class of a regression": array(target=X[:, 0] / 7, positive=1),
    # seals
    "impossible share": lambda folder: seal(sample("iris"), 1.5, ledger=folder / "x"),
    "share that leaves nothing": lambda folder: seal(read(X, Y), 0.01, ledger=folder / "x"),
    "seal of the open part": lambda folder: seal(seal(sample("iris"), ledger=folder / "x")[0], ledger=folder / "y"),
    "seal of one group": lambda folder: seal(read(X, Y, groups=[1] * 6), ledger=folder / "x"),
    "unknown sample": lambda _: sample("irsi"),
}


def _write(name: str) -> Path:
    Path(name).write_text(GOOD)
    return Path(name)


def said(case: str, folder: Path) -> str:
    """What the user is told; the reason that a library gives in brackets for a damaged file is its own affair."""
    with pytest.raises(FoldwiseError) as caught:
        CASES[case](folder)
    return re.sub(r" \(.*\);", ";", str(caught.value)) if case.startswith("damaged") else str(caught.value)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    return tmp_path


def snapshot() -> dict[str, str]:
    return dict(line.split(": ", 1) for line in SNAPSHOT.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_refused_in_one_clear_sentence(case: str, folder: Path) -> None:
    assert said(case, folder) == snapshot()[case]


def test_the_snapshot_has_no_case_that_is_not_tried() -> None:
    assert list(snapshot()) == list(CASES)


def test_every_refusal_says_what_to_try() -> None:
    """The messages are those of the snapshot, as the test of each case finds."""
    assert [case for case, message in snapshot().items() if "; try " not in message or "Traceback" in message] == []
