"""Slow families are sent in blocks of resamples where that pays, and give the bits of one process."""

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.engine import Settings, run, timed
from foldwise.engine.execution.backends import batches
from foldwise.engine.execution.backends.backend import BatchBlock
from foldwise.errors import Interrupted
from tests.engine.execution.backends.here import Here, same
from tests.worlds import classes, partition

DATA, PARTS = classes(), partition(n=90, k=5, repeats=4)
MODELS = {"forest": RandomForestClassifier(10), "nb": GaussianNB()}


@pytest.fixture
def _pays(monkeypatch):
    monkeypatch.setattr(batches, "WORTH_SENDING", 0.0)


def told(backend, **settings):
    return Settings(backend=backend, **settings)


@pytest.fixture(scope="module")
def usual():
    return run(DATA, MODELS, PARTS, Settings(jobs=1))


@pytest.mark.usefixtures("_pays")
@pytest.mark.parametrize("train", [False, True])
def test_blocks_of_resamples_give_the_bits_of_one_process(train):
    backend = Here(remote=True)
    found = run(DATA, MODELS, PARTS, told(backend, train=train))
    assert same(found, run(DATA, MODELS, PARTS, Settings(jobs=1, train=train)))
    assert {type(block) for block in backend.blocks} == {BatchBlock}
    assert sum(block.last - block.first for block in backend.blocks) == PARTS.count - 1
    assert found.outputs["forest"].engine == "forests (equivalent)"


@pytest.mark.usefixtures("_pays")
def test_a_lost_block_is_sent_again_and_in_the_end_done_here(usual):
    once = Here(remote=True, loses=lambda _, times: times == 1)
    assert same(run(DATA, MODELS, PARTS, told(once)), usual)
    always = Here(remote=True, loses=lambda *_: True)
    assert same(run(DATA, MODELS, PARTS, told(always)), usual)
    assert max(always.blocks.count(block) for block in always.blocks) == batches.MOST_WORKER_DEATHS


def test_short_work_stays_here(usual, monkeypatch):
    monkeypatch.setattr(batches, "WORTH_SENDING", 1e9)
    backend = Here(remote=True)
    assert same(run(DATA, MODELS, PARTS, told(backend)), usual)
    assert (backend.blocks, backend.opened) == ([], 0)


@pytest.mark.usefixtures("_pays")
def test_the_times_of_batches_are_told():
    with timed() as clock:
        run(DATA, MODELS, PARTS, told(Here(remote=True)))
    times = clock.times()["forest"]
    assert (times.fits, times.together) == (PARTS.count, PARTS.count)
    assert times.fit_seconds > 0


@pytest.mark.usefixtures("_pays")
def test_ctrl_c_keeps_the_blocks_that_are_done():
    seen = []

    def stop(done, *_):
        seen.append(done)
        if len(seen) == 3:
            raise KeyboardInterrupt

    one_by_one = Here(
        remote=True, seconds=0
    )  # blocks of more resamples, by their times, could be done by the third call
    with pytest.raises(Interrupted) as stopped:
        run(DATA, {"forest": RandomForestClassifier(10)}, PARTS, told(one_by_one, progress=stop))
    assert 0 < stopped.value.done == seen[-1] < PARTS.count


@pytest.mark.usefixtures("_pays")
def test_blocks_are_kept_and_not_sent_again(tmp_path, usual):
    first, second = Here(remote=True), Here(remote=True)
    store = tmp_path / "store.db"
    assert same(run(DATA, MODELS, PARTS, told(first, store=store)), usual)
    assert same(run(DATA, MODELS, PARTS, told(second, store=store)), usual)
    assert first.blocks
    assert second.blocks == []
