"""What the checks of a diagnosis look at: rows, resamples and predictions of a quick model."""

from foldwise.advice import Case
from tests.diagnosing.subjects import subject


def checked(model, X, y, *, measures=None, plan="kfold(5)", **rows):
    """A case with the predictions of a model and of the baseline."""
    one = subject(model, X, y, plan=plan, **rows)
    asked = (one.measure,) if measures is None else measures
    return Case("diagnose", one.dataset, one.resamples, one.held_out, measures=asked)
