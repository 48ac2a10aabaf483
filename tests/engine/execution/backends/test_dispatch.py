"""Blocks are as large as they are worth, lost ones are done again, and what cannot travel is done here."""

import itertools

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.engine import Settings, run
from foldwise.engine.execution.backends.backend import Reply
from foldwise.engine.execution.backends.dispatch import MOST_WORKER_DEATHS, BlockSizes, job_of, refuse_unlike
from foldwise.engine.execution.limits import Limits
from foldwise.errors import FitError, FoldwiseWarning, InputError, Interrupted
from tests.engine.execution.backends.here import Here, same
from tests.engine.models import Crashing, Drawing, Interrupting, Sharing, Unpicklable
from tests.worlds import classes, partition

DATA, PARTS = classes(), partition(n=90, k=5, repeats=4)
MODELS = {"nb": GaussianNB(), "draws": Drawing(), "dummy": DummyClassifier(strategy="stratified")}


def told(backend, **settings):
    return Settings(engine="generic", backend=backend, **settings)


def alone(models=MODELS, **settings):
    return run(DATA, models, PARTS, Settings(engine="generic", jobs=1, **settings))


def test_predictions_are_those_of_one_process():
    backend = Here()
    assert same(run(DATA, MODELS, PARTS, told(backend)), alone())
    assert (backend.opened, backend.closed) == (1, 0)


def test_blocks_grow_as_the_cost_of_a_fit_is_learned():
    backend = Here(seconds=1.0)
    run(DATA, MODELS, PARTS, told(backend))
    sizes = [len(block.tasks) for block in backend.blocks]
    assert sizes[0] == 1
    assert max(sizes) > 5
    assert sum(sizes) == 3 * PARTS.count
    assert any(len({name for name, _ in block.tasks}) > 1 for block in backend.blocks)


@pytest.mark.parametrize(
    ("cost", "left", "most"), [(0.01, 600, 50), (0.01, 60, 10), (0.01, 4, 4), (3.0, 60, 1), (0.0, 12, 12)]
)
def test_a_block_holds_its_seconds_or_a_share_of_what_is_left(cost, left, most):
    sizes = BlockSizes(0.5, 2)
    sizes.learn("m", 2, 2 * cost)
    assert sizes.most("m", left) == most
    assert sizes.most("another", left) == 1


def test_a_lost_block_is_done_again_beside_the_worker():
    backend = Here(loses=lambda block, _: ("nb", 7) in block.tasks and not block.apart)
    assert same(run(DATA, MODELS, PARTS, told(backend)), alone())
    again = [block for block in backend.blocks if block.apart]
    assert again
    assert all(block.apart for block in backend.blocks if ("nb", 7) in block.tasks) is False


def test_a_model_that_has_cost_workers_is_fitted_beside_them_from_then_on():
    backend = Here(seconds=1e-6, loses=lambda block, _: not block.apart and block.tasks[0][0] == "nb")
    assert same(run(DATA, {"nb": GaussianNB()}, PARTS, told(backend)), alone({"nb": GaussianNB()}))
    lost = [block for block in backend.blocks if not block.apart]
    assert len(lost) == 2


def test_a_fit_whose_workers_die_each_time_fails_and_the_rest_is_done():
    backend = Here(loses=lambda block, _: ("nb", 3) in block.tasks)
    found = run(DATA, MODELS, PARTS, told(backend, on_failure="record"))
    assert [(one.model, one.resample) for one in found.failures] == [("nb", 3)]
    assert found.failures[0].cause == f"its worker died each of {MOST_WORKER_DEATHS + 1} times (it was told to die)"
    usual = alone()
    assert all(same_but(found, usual, name, 3) for name in MODELS)
    with pytest.raises(FitError, match="model 'nb' failed on resample 4 of 20: its worker died each of"):
        run(DATA, MODELS, PARTS, told(Here(loses=lambda block, _: ("nb", 3) in block.tasks)))


def same_but(found, usual, name, r):
    mine, yours = found.outputs[name], usual.outputs[name]
    kept = yours.where(yours.resample != r) if name == "nb" else yours
    return mine.row.tobytes() == kept.row.tobytes() and mine.output.tobytes() == kept.output.tobytes()


def test_a_failing_fit_is_told_as_in_one_process():
    models = {"crash": Crashing(first=DATA.X[0, 0]), "nb": GaussianNB()}
    assert same(run(DATA, models, PARTS, told(Here(), on_failure="record")), alone(models, on_failure="record"))
    assert alone(models, on_failure="record").failures


def test_what_cannot_travel_is_fitted_here_and_told():
    backend = Here()
    with pytest.warns(FoldwiseWarning, match="fits of 'odd' are done in this process and not on backend 'here'"):
        found = run(DATA, {"odd": Unpicklable(), "nb": GaussianNB()}, PARTS, told(backend))
    assert same(found, alone({"odd": Unpicklable(), "nb": GaussianNB()}))
    assert {name for block in backend.blocks for name, _ in block.tasks} == {"nb"}


def test_a_model_whose_code_is_another_on_the_workers_is_fitted_here(monkeypatch):
    usual = alone({"m": Sharing()})
    calls = iter(range(99))
    monkeypatch.setattr("foldwise.engine.execution.execute.signature_of", lambda _: next(calls))
    with pytest.warns(
        FoldwiseWarning, match=r"are done in this process alone and not on .*changed after it was imported"
    ):
        found = run(DATA, {"m": Sharing()}, PARTS, told(Here()))
    assert same(found, usual)


def test_a_worker_with_other_versions_is_refused():
    with pytest.raises(InputError, match=r"has numpy 0 and not 2, so that .* differ; try the same versions"):
        refuse_unlike(Reply(unlike="the worker a:1 has numpy 0 and not 2"))
    refuse_unlike(Reply())


def test_a_worker_with_other_versions_ends_the_run(monkeypatch):
    numbers = itertools.count()
    monkeypatch.setattr(
        "foldwise.engine.execution.backends.remote.versions_of_worker", lambda: {"numpy": str(next(numbers))}
    )
    with pytest.raises(InputError, match=r"and not .*, so that its predictions might differ"):
        run(DATA, MODELS, PARTS, told(Here()))


def test_a_job_carries_what_bits_depend_on():
    job = job_of(PARTS, packed={"m": b""}, seed=3, train=True, limits=Limits(seconds=2.0))
    assert (job.seed, job.train, job.limits.seconds, job.settings["sklearn"]["assume_finite"]) == (3, True, 2.0, False)
    assert set(job.versions) >= {"foldwise", "numpy", "scikit-learn", "Python"}


def test_ctrl_c_keeps_what_is_done_and_cancels_the_rest():
    backend = Here(seconds=1e-6)
    Interrupting.fits = 0
    with pytest.raises(Interrupted) as stopped:
        run(DATA, {"m": Interrupting()}, PARTS, told(backend))
    assert stopped.value.done == 7
    assert backend.cancelled


def test_progress_is_told_fit_by_fit():
    seen = []
    run(DATA, {"nb": GaussianNB()}, PARTS, told(Here(), progress=lambda *told: seen.append(told[:2])))
    assert seen == [(at, PARTS.count) for at in range(1, PARTS.count + 1)]


def test_finished_fits_are_kept_and_not_sent_again(tmp_path):
    store = tmp_path / "store.db"
    first = run(DATA, {"nb": GaussianNB()}, PARTS, told(Here(), store=store))
    backend = Here()
    assert same(run(DATA, {"nb": GaussianNB()}, PARTS, told(backend, store=store)), first)
    assert backend.blocks == []
