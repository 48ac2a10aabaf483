import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.diagnosing import diagnose_rows, parts_called
from foldwise.diagnosing.diagnose_rows import planned_fits
from foldwise.errors import Interrupted
from tests.diagnosing.subjects import classes, subject


def test_fits_are_counted_as_planned():
    one, parts = subject("tree", *classes()), parts_called("bias-variance,instability,complexity-curve")
    found = diagnose_rows(one, parts)
    assert found.fits == planned_fits(one, parts) == 5 * 2 + 15 + 20 + 5 * 8


def test_fits_of_parts_that_rows_in_time_do_not_allow_are_not_planned():
    X, y = classes()
    steps = []
    tree = DecisionTreeClassifier(max_depth=3, random_state=0)
    foldwise.diagnose(tree, X, y, order=np.arange(len(y)), progress=lambda *told: steps.append(told))
    done, total, _ = steps[-1]
    assert done == total


def test_a_part_that_fails_is_left_out_with_the_reason(monkeypatch):
    from foldwise.diagnosing.slices import SlicesPart
    from foldwise.errors import FitError

    def fail(*_):
        raise FitError("no luck")

    monkeypatch.setattr(SlicesPart, "find", fail)
    found = diagnose_rows(subject("lda", *classes()), parts_called("slices,checks"))
    assert "no luck" in found.left_out["slices"]
    assert found.suspects is not None


def test_what_is_finished_stays_when_it_is_stopped(monkeypatch):
    from foldwise.diagnosing.slices import SlicesPart

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(SlicesPart, "find", stop)
    with pytest.raises(Interrupted) as stopped:
        diagnose_rows(subject("lda", *classes()), parts_called("bias-variance,slices,checks"))
    result = stopped.value.result
    assert result.decompositions
    assert result.left_out["checks"] == result.left_out["slices"] == "the run was stopped before"
    assert stopped.value.done == 30


def test_stopped_before_the_error_is_known_there_is_no_result(monkeypatch):
    import foldwise.diagnosing.subject as module

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "run", stop)
    with pytest.raises(Interrupted) as stopped:
        diagnose_rows(subject("lda", *classes()), parts_called("checks"))
    assert stopped.value.result is None
