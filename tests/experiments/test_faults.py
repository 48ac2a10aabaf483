"""An experiment goes on where a model hangs, crashes, takes too much memory or raises, and resumes from its store."""

import numpy as np
import pytest

import foldwise
from studies.scale.models import Unreliable

pytestmark = pytest.mark.slow  # seven worker processes are started
FAULTS = ("raises", "crashes", "hangs", "grows")
CAUSES = {
    "raises": "1 of 1 fit failed; ValueError: this model does not like these rows",
    "crashes": "1 of 1 fit failed; the fit crashed its process (SIGSEGV)",
    "hangs": "1 of 1 fit failed; it took longer than the 20 s a fit may take",
    "grows": "1 of 1 fit failed; it took more memory than the 800 MB a fit may take",
}


def datasets():
    """Four tables, of which the first has the width that the models do not bear."""
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    return {f"d{width}": (rng.normal(size=(60, width)) + y[:, None], y) for width in (3, 4, 5, 6)}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The experiment, once anew and once resumed; and the fits that were done."""
    store = tmp_path_factory.mktemp("faults") / "store.db"
    models = {"good": Unreliable(width=99), **{fault: Unreliable(fault, depth=3) for fault in FAULTS}}

    def run(models):
        return foldwise.experiment(
            models,
            datasets(),
            plan="holdout(1/3)",
            timeout=20,
            memory_limit="800MB",
            jobs=2,
            store=store,
            baseline=False,
        )

    first = run(models)
    again = run({name: model for name, model in models.items() if name in ("good", "raises")})
    return first, again, foldwise.runs(store)


def test_a_cell_fails_alone_and_says_why(found):
    cells = {(one.dataset, one.model): one for one in found[0].cells}
    assert len(cells) == 20
    assert {model: cells["d3", model].cause for model in FAULTS} == CAUSES
    assert all(not one.cause for one in cells.values() if (one.dataset, one.model) not in {("d3", m) for m in FAULTS})
    assert cells["d3", "good"].finding is not None


def test_a_resumed_experiment_fits_what_failed_alone(found):
    _, again, (second, first) = found
    assert (first.status, first.done, second.status, second.done, second.reused) == ("finished", 16, "finished", 0, 7)
    good = {one.dataset: one.finding.estimate.value for one in again.cells if one.model == "good"}
    assert good == {one.dataset: one.finding.estimate.value for one in found[0].cells if one.model == "good"}
