"""Fits to bootstrap samples besides the plan: which models need them, and how they are made."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from foldwise.engine import choose, run, timed
from foldwise.errors import PlanError
from foldwise.intervals import INFLUENCE_PLANS
from foldwise.models import follows_copies, gradual_models
from foldwise.plans import Bootstrap, RowLists, draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions

__all__ = ["FEW_DRAWS", "SamplesBeside", "few_samples", "fit_samples", "sampled_beside", "unsteady", "with_samples"]

FEW_DRAWS = 15
"""Number of samples from which the variance of a value between fits is estimated."""
SAMPLED_PLANS = tuple(plan for plan in INFLUENCE_PLANS if plan != "bootstrap")
"""Plans whose intervals look at how much fits differ, and which draw no bootstrap samples themselves."""
COPYING_PLAN = "bootstrap"
"""Plans that draw samples with copies of rows, of which intervals look at what the copies do."""


class SamplesBeside(NamedTuple):
    """Bootstrap samples besides the plan: those for models that are fitted in batches, and those for others."""

    many: Bootstrap | None
    few: Bootstrap | None


def unsteady(models: Mapping[str, Any], dataset: Dataset, gradual: frozenset[str] | None = None) -> dict[str, Any]:
    """The models whose fits may differ by more than their test rows explain, such as trees, and neighbours among many equal rows.

    `gradual` are the names of the others, where they are known.
    """
    gradual = gradual_models(models, dataset) if gradual is None else gradual
    return {name: model for name, model in models.items() if name not in gradual}


def sampled_beside(
    models: Mapping[str, Any], dataset: Dataset, resamples: Resamples, gradual: frozenset[str] | None = None
) -> dict[str, Any]:
    """The models that are also fitted to a few bootstrap samples, for intervals (METHODS N.12, N.21).

    Fits of a plan share most of their rows: they differ by less than fits to two samples of rows do, and how much less is not seen.
    Of bootstrap samples it is the models that may follow copies of rows: they are fitted to some of the samples without copies.

    Examples
    --------
    >>> import foldwise
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.plans import as_plan
    >>> iris, models = foldwise.sample("iris"), {"nb": GaussianNB(), "tree": DecisionTreeClassifier()}
    >>> plans = ("loo", "kfold(5, repeats=2)", "bootstrap(9)", "holdout(1/3)")
    >>> [list(sampled_beside(models, iris, draw(as_plan(plan), iris, 0))) for plan in plans]
    [['tree'], ['tree'], ['tree'], []]
    """
    if resamples.kind == COPYING_PLAN and not resamples.overlapping and resamples.train_weights(0) is None:
        return {name: model for name, model in models.items() if follows_copies(model)}
    return unsteady(models, dataset, gradual) if resamples.count > 1 and resamples.kind in SAMPLED_PLANS else {}


def without_copies(resamples: Resamples) -> RowLists:
    """The first few bootstrap samples with every row once, and the same test rows (METHODS N.35).

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.plans import as_plan, draw
    >>> drawn = draw(as_plan("bootstrap(20)"), foldwise.sample("iris"), 0)
    >>> once = without_copies(drawn)
    >>> once.count, bool((once.test_rows(3) == drawn.test_rows(3)).all()), int(once.train_counts(0, 15).max())
    (15, True, 1)
    """
    first = range(min(FEW_DRAWS, resamples.count))
    train = tuple(np.unique(resamples.train_rows(r)) for r in first)
    test = tuple(resamples.test_rows(r) for r in first)
    return RowLists(train, test, resamples.n, plan=f"{COPYING_PLAN}({len(train)}) without copies", unit=resamples.unit)


def few_samples(dataset: Dataset, draws: int = FEW_DRAWS) -> Bootstrap:
    """A few bootstrap samples, of whole groups where rows come in groups."""
    return Bootstrap(draws) if dataset.groups is None else Bootstrap(draws, scheme="cluster")


def fit_samples(
    dataset: Dataset, models: Mapping[str, Any], beside: SamplesBeside, settings: Settings, *, train: bool = False
) -> Predictions | None:
    """Fit the models to bootstrap samples: to many of them where a fit costs little, else to the first few of these.

    Two models that are fitted in batches are then tested alike, whatever other models they are compared with. Rows in time are drawn as
    any others are: what is looked at is how much fits differ, not how good they are. None where no sample can be drawn that has every
    class and leaves a row out.
    """
    settings = replace(settings, train=train, on_failure="record")
    with timed(), suppress(PlanError):  # what is fitted beside the plan is not in its times
        rows = _without_order(dataset)
        many = None if beside.many is None else _drawn(beside.many, rows, settings.seed)
        cheap = _cheap(models, dataset, many, settings)
        costly = {name: model for name, model in models.items() if name not in cheap}
        few = (
            None
            if beside.few is None or not costly
            else run(dataset, costly, _drawn(beside.few, rows, settings.seed), settings)
        )
        if many is None or not cheap:
            return few
        predictions = run(dataset, cheap, many, replace(settings, progress=None, store=None))
        return _beside_more(few, predictions, tuple(models)) if few is not None or not costly else None
    return None


def _cheap(models: Mapping[str, Any], dataset: Dataset, many: Resamples | None, settings: Settings) -> dict[str, Any]:
    """The models that are fitted to many samples: two or more whose fits cost little, since pairs of them are tested."""
    if many is None:
        return {}
    cheap = {name: model for name, model in models.items() if choose(model, dataset, many, settings.engine).cheap}
    return cheap if len(cheap) > 1 else {}


def _beside_more(few: Predictions | None, many: Predictions, order: tuple[str, ...]) -> Predictions:
    """Models of the first few samples beside those of all; more draws begin with the same ones."""
    if few is None:
        return many
    outputs = {**many.outputs, **few.outputs}
    return replace(many, outputs={name: outputs[name] for name in order}, failures=many.failures + few.failures)


def _drawn(samples: Bootstrap, dataset: Dataset, seed: int) -> Resamples:
    """Draw a few samples, within classes where hardly any sample of all rows would have every class."""
    try:
        return draw(samples, dataset, seed)
    except PlanError:
        if dataset.groups is not None:
            raise
        return draw(replace(samples, scheme="stratified"), dataset, seed)


def with_samples(
    predictions: Predictions,
    models: Mapping[str, Any],
    dataset: Dataset,
    settings: Settings,
    *,
    fitted: Predictions | None = None,
    train: bool = False,
) -> Predictions:
    """Fit the unsteady models to a few samples beside the plan, which intervals look at for how much fits differ.

    `fitted` are samples of the models that were fitted already, for tests: then nothing is fitted.
    """
    if fitted is not None and predictions.resamples.kind in SAMPLED_PLANS:
        return replace(predictions, sampled=_first_samples(fitted, models, dataset, settings.seed))
    known = predictions.sampled
    sampled_models = sampled_beside(models, dataset, predictions.resamples)
    models_left = {name: model for name, model in sampled_models.items() if known is None or name not in known.outputs}
    if models_left and predictions.resamples.kind == COPYING_PLAN:
        with timed():
            quiet = replace(settings, train=train, on_failure="record", progress=None)
            found: Predictions | None = run(dataset, models_left, without_copies(predictions.resamples), quiet)
    else:
        beside = SamplesBeside(None, few_samples(dataset))
        found = fit_samples(dataset, models_left, beside, settings, train=train) if models_left else None
    return (
        predictions if found is None else replace(predictions, sampled=found if known is None else known.merge(found))
    )


def _first_samples(table: Predictions, models: Mapping[str, Any], dataset: Dataset, seed: int) -> Predictions | None:
    """Of samples that were fitted for tests, the first ones of the unsteady models; None where there is no such model."""
    names = [name for name in unsteady(models, dataset) if name in table.models]
    if not names:
        return None
    first = _drawn(few_samples(dataset), _without_order(dataset), seed)  # more draws begin with the same ones
    outputs = {name: table.outputs[name].where(table.outputs[name].resample < first.count) for name in names}
    failures = tuple(failure for failure in table.failures if failure.resample < first.count and failure.model in names)
    return replace(table, outputs=outputs, resamples=first, failures=failures)


def _without_order(dataset: Dataset) -> Dataset:
    return dataset if dataset.order is None else replace(dataset, order=None)
