"""One run that is killed and resumed; ``make faults`` does thirty of each kind."""

import signal

import pytest

from studies.faults import cases
from studies.faults.child import digest_of, run


def test_a_killed_run_goes_on_with_the_same_bits():
    found = cases.kill_and_resume(0, 1)
    assert found.same
    assert found.kept + found.again == cases.FITS
    assert found.alive == 0


def test_the_digest_knows_the_seed_of_a_fit(monkeypatch):
    assert digest_of(run("slow", 1)) == cases.undisturbed()
    monkeypatch.setattr("studies.faults.models.Slow.predict", lambda self, X: self.classes_[[0] * len(X)])
    assert digest_of(run("slow", 1)) != cases.undisturbed()


@pytest.mark.slow
def test_a_killed_worker_costs_no_fit():
    assert cases.kill_a_worker(0).same


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_run_leaves_nothing_behind(how):
    assert cases.stop(0, how) == cases.Stopped(ended=True, alive=0)


@pytest.mark.slow
def test_bits_depend_on_the_seed_alone():
    assert len(cases.distinct_digests(jobs=(1, 2), seeds=("0", "1"))) == 1
