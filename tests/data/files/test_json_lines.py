"""JSON lines."""

import gzip

import pytest

from foldwise.data import Kind, read
from foldwise.errors import InputError


def test_the_keys_are_the_columns(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1, "b": "u", "y": true}\n\n{"b": null, "a": 2.5, "y": false}\n')
    dataset = read(path, "y")
    assert [column.name for column in dataset.columns] == ["a", "b", "y"]
    assert (dataset.X["a"].tolist(), dataset.X["b"].isna().tolist()) == ([1, 2.5], [False, True])
    assert dataset.target.tolist() == [True, False]


def test_a_key_that_a_line_lacks_is_missing_there(tmp_path):
    path = tmp_path / "rows.ndjson.gz"
    path.write_bytes(gzip.compress(b'{"a": 1, "y": 0.5}\n{"y": 1.5, "c": "u"}\n{"a": 3, "c": "v", "y": 2.5}\n'))
    dataset = read(path, "y")
    assert [(column.name, column.kind, column.missing) for column in dataset.columns] == [
        ("a", Kind.NUMERIC, 1),
        ("y", Kind.NUMERIC, 0),
        ("c", Kind.CATEGORICAL, 1),
    ]


def test_a_text_is_never_taken_for_a_number_or_for_missing(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": "1", "y": 0}\n{"a": "NA", "y": 1}\n')
    column = read(path, "y").columns[0]
    assert (column.kind, column.missing) == (Kind.CATEGORICAL, 0)


def test_half_a_sign_is_refused(tmp_path):
    path = tmp_path / "rows.jsonl"
    for row in ('{"a": "\\ud800", "y": "u"}', '{"\\udfff": 1, "y": "u"}', '{"a": 1, "y": "\\ud83d"}'):
        path.write_text(f'{row}\n{{"a": 2, "y": "v"}}\n')
        with pytest.raises(InputError, match="in which there is half a sign"):
            read(path, "y")
