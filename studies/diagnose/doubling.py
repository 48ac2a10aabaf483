"""Extrapolation to twice the rows on real datasets: whether the band holds the error that more rows then have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.diagnosing import Subject, check_loss, parts_called
from foldwise.engine import Settings, run
from foldwise.errors import FoldwiseError
from foldwise.measures import ModelScores
from foldwise.models import as_models, only_model
from foldwise.plans import RowLists, as_plan
from studies.diagnose.datasets import some_rows

if TYPE_CHECKING:
    from foldwise.data import Dataset

__all__ = ["LEARNERS", "Doubling", "doubled"]

LEARNERS = {True: ("gaussian-nb", "lda", "knn", "tree"), False: ("linear", "ridge", "knn", "tree")}
"""Learners for classes, and for values."""
SHARE, MOST = 0.2, 500
"""Share of the rows that the curve is made of, and the most of them: twice as many, and test rows, must be left."""
TRUE_FITS = 10


@final
@dataclass(frozen=True)
class Doubling:
    """What was expected of twice the rows, and what they had."""

    dataset: str
    model: str
    n: int
    value: float
    low: float
    high: float
    true: float
    error: float
    monotone: bool

    @property
    def inside(self) -> bool:
        """Whether the band holds the error that twice the rows have."""
        return self.low <= self.true <= self.high


def doubled(dataset: Dataset, learner: str, seed: int) -> Doubling | None:
    """Make the curve of some rows; fit twice as many of the others again and again, and test on what is left."""
    rng = np.random.default_rng([seed, dataset.n])
    n = min(MOST, int(SHARE * dataset.n))
    order = rng.permutation(dataset.n)
    here = some_rows(dataset, np.sort(order[:n]))
    name, model = only_model(as_models(learner, here), "diagnose")
    settings = Settings(progress=None, jobs=1, seed=seed, on_failure="record")
    measure = check_loss(None, here)
    subject = Subject(here, name, model, measure, as_plan("kfold(5)"), settings)
    (part,) = parts_called("learning-curve")
    try:
        curve = part.find(subject, {})["learning_curve"]
    except (FoldwiseError, KeyError):
        return None
    others = order[n:]
    train, test = [], []
    for _ in range(TRUE_FITS):
        drawn = rng.permutation(others)
        train.append(np.sort(drawn[: 2 * n]))
        test.append(np.sort(drawn[2 * n :][:5000]))
    resamples = RowLists(tuple(train), tuple(test), dataset.n)
    found = run(dataset, {name: model}, resamples, settings)
    scores = np.asarray(ModelScores(found, name, measure).scores)
    point = curve.doubled
    return Doubling(
        *(dataset.name, learner, n, point.value, point.low, point.high),
        float(np.nanmean(scores)),
        float(np.nanstd(scores, ddof=1) / np.sqrt(TRUE_FITS)),
        curve.curve.shape.is_monotone,
    )
