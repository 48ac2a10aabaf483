"""Archives of arrays hold numbers and texts, and nothing else is taken out of them."""

import io
import zipfile

import numpy as np
import pytest

from foldwise.errors import InputError
from foldwise.predictions import archive as archive_module
from foldwise.predictions.archive import DAMAGE_ERRORS, read_archive, write_archive


def packed(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def zipped(name, content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, content)
    return file.getvalue()


def test_what_was_written_comes_back():
    arrays = {"a": np.arange(6).reshape(2, 3), "b": np.array("text"), "c": np.asfortranarray(np.eye(3)[:, :2])}
    file = io.BytesIO()
    write_archive(arrays, file)
    found = read_archive(file.getvalue())
    assert all(np.array_equal(found[name], part) and found[name].dtype == part.dtype for name, part in arrays.items())


def test_numbers_of_another_machine_are_read_as_ours():
    found = read_archive(packed(a=np.array([1, 2], dtype=">i4")))["a"]
    assert (found.tolist(), found.dtype) == ([1, 2], np.dtype("i4"))


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"a": np.array([None, {}], dtype=object)}, "is of type object"),
        ({"a": np.zeros(2, dtype="i4,f8")}, "is of type"),
        ({"a": np.array([0x110000], dtype=np.uint32).view("U1")}, "a text that is no text"),
    ],
)
def test_other_types_are_refused(arrays, message):
    with pytest.raises(InputError, match=message):
        read_archive(packed(**arrays))


def test_a_header_that_asks_for_more_than_there_is_takes_no_memory():
    head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }"
    content = b"\x93NUMPY\x01\x00" + (len(head) + 1).to_bytes(2, "little") + head + b"\n" + bytes(8)
    with pytest.raises(InputError, match="has 8 bytes for the shape"):
        read_archive(zipped("a.npy", content))


def test_an_archive_that_unpacks_to_too_much_is_refused():
    with pytest.raises(InputError, match="more than the 10 that are read; try most_bytes"):
        read_archive(packed(a=np.zeros(100)), 10)


@pytest.mark.parametrize("content", [b"", b"PK", b"\x93NUMPY", zipped("a.npy", b"no array")])
def test_anything_else_raises_what_damage_raises(content):
    with pytest.raises(DAMAGE_ERRORS):
        read_archive(content)


def test_an_archive_that_is_far_larger_than_its_file_is_refused(monkeypatch):
    monkeypatch.setattr(archive_module, "LARGE_ARCHIVE", 1 << 20)
    file = io.BytesIO()
    write_archive({"x": np.zeros(1 << 20)}, file)
    with pytest.raises(InputError, match="times its size"):
        read_archive(file.getvalue())
    assert read_archive(file.getvalue(), most=1 << 24)["x"].size == 1 << 20
