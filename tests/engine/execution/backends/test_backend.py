"""Blocks are values that are the same where their fits are: they are counted, and sent."""

import pickle

from foldwise.engine.execution.backends.backend import BatchBlock, FitBlock, Job, LostBlock, Reply
from foldwise.engine.execution.limits import Limits
from tests.worlds import partition


def test_blocks_of_the_same_fits_are_the_same():
    assert FitBlock((("m", 1), ("m", 2))) == FitBlock((("m", 1), ("m", 2)))
    assert FitBlock((("m", 1),)) != FitBlock((("m", 1),), apart=True)
    assert len({BatchBlock(("m",), 0, 2), BatchBlock(("m",), 0, 2), BatchBlock(("m",), 2, 4)}) == 2


def test_what_travels_is_read_as_it_was_written():
    block, lost = FitBlock((("m", 1),), apart=True), LostBlock("it died")
    assert pickle.loads(pickle.dumps((block, lost))) == (block, lost)
    job = pickle.loads(pickle.dumps(Job("key", partition(), {"m": b"model"}, limits=Limits(seconds=2.0))))
    assert (job.key, job.packed, job.limits.seconds, job.resamples.count) == ("key", {"m": b"model"}, 2.0, 5)


def test_a_reply_without_anything_has_done_nothing():
    assert (Reply().results, dict(Reply().outputs), dict(Reply().refused), Reply().unlike) == ((), {}, {}, "")
