"""A fit that takes too much is told so in a sentence."""

import mmap
import os
import time

import pytest

from foldwise.engine.execution.limits import Limits, memory_of, read_size, with_unit
from foldwise.errors import InputError


def test_nothing_is_limited_by_itself():
    assert not Limits()
    assert (Limits().late(0.0), Limits().large(os.getpid())) == ("", "")


def test_a_fit_over_its_time_is_late():
    now = time.monotonic()
    assert Limits(seconds=5).late(now) == ""
    assert Limits(seconds=5).late(now - 6) == "it took longer than the 5 s a fit may take"


def test_a_process_over_its_memory_is_large():
    assert Limits(memory=10**15).large(os.getpid()) == ""
    assert Limits(memory=1000).large(os.getpid()) == "it took more memory than the 1 kB a fit may take"
    assert Limits(memory=1000).large(2**30) == ""


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
    assert [with_unit(size) for size in (0, 999, 1500, 2.5e9, 4e12)] == [
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
