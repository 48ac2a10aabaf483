"""A fit that takes too much is told so in a sentence."""

import os
import time

from foldwise.engine.execution.limits import Limits


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
