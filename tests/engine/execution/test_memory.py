"""Amounts of memory are read, written and measured."""

import mmap
import os

import pytest

from foldwise.engine.execution.memory import in_units, memory_of, read_size
from foldwise.errors import InputError


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("2GB", 2e9),
        ("2 gb", 2e9),
        ("500MB", 5e8),
        ("1.5k", 1500),
        ("1KiB", 1024),
        ("3GiB", 3 * 2**30),
        ("7", 7),
        (8.0, 8),
    ],
)
def test_sizes_are_read(text, size):
    assert read_size(text, "memory_limit") == size


@pytest.mark.parametrize(
    "bad", ["", "GB", "2 pears", "-1GB", 0, -3, float("nan"), float("inf"), True, None, [2], "0MB"]
)
def test_other_sizes_are_refused(bad):
    with pytest.raises(
        InputError, match=r"memory_limit is an amount of memory such as '2GB', or a number of bytes, not "
    ):
        read_size(bad, "memory_limit")


def test_sizes_are_written_with_three_digits():
    assert [in_units(size) for size in (0, 999, 1500, 2.5e9, 4e12)] == [
        "0 bytes",
        "999 bytes",
        "1.5 kB",
        "2.5 GB",
        "4 TB",
    ]


def test_the_memory_of_a_process_grows_with_what_it_holds():
    before = memory_of(os.getpid())
    with mmap.mmap(-1, 50_000_000) as held:  # pages of its own, where an array may get some that were freed
        held.write(b"1" * len(held))
        assert memory_of(os.getpid()) - before > 40_000_000


def test_a_process_that_is_gone_has_no_memory():
    assert memory_of(2**30) is None
