"""Finished fits are written together, and none is written twice."""

from types import SimpleNamespace

from foldwise.engine.execute import Result
from foldwise.engine.stored_fits.keeper import Keeper


class Heard:
    """A store that remembers what it was given."""

    def __init__(self):
        self.saved = []

    def save(self, fitting, results):
        self.saved.append((fitting.name, [one.resample for one in results]))


def test_fits_wait_until_their_time_has_come():
    store = Heard()
    keeper = Keeper(store)
    for r in range(3):
        keeper.keep(SimpleNamespace(name="m"), [Result(r, "predictions")])
        keeper.flush(60)
    assert store.saved == []
    keeper.flush(0)
    keeper.flush(0)
    assert store.saved == [("m", [0, 1, 2])]


def test_a_fit_that_failed_is_not_written():
    store = Heard()
    keeper = Keeper(store)
    keeper.keep(SimpleNamespace(name="m"), [Result(0, None, cause="no")])
    keeper.flush(0)
    assert store.saved == [("m", [])]
