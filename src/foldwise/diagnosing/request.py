"""What was asked of a diagnosis, held against the rows before anything is fitted."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Kind, Role, column_names, is_frame, is_sparse, read_new_rows
from foldwise.data.checks import shown
from foldwise.errors import InputError, MeasureError
from foldwise.evaluation import check_measures
from foldwise.measures import LossMeasure, one_measure
from foldwise.models import as_models

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array
    from foldwise.data import Dataset
    from foldwise.diagnosing.part import DiagnosisPart
    from foldwise.typing import Estimator, Given, MeasureLike

__all__ = ["check_loss", "check_numbers", "check_samples", "read_beside", "read_rivals"]

FEWEST_SAMPLES, MOST_SAMPLES = 10, 10_000


def check_loss(measure: MeasureLike | None, dataset: Dataset) -> LossMeasure:
    """The measure asked for, or the default; refused where it is no mean of one loss per row."""
    default = "error" if dataset.is_classification else "mse"
    loss_measure = one_measure(default if measure is None else measure, dataset.task)
    check_measures((loss_measure,), dataset)
    if (
        not isinstance(loss_measure, LossMeasure)
        or loss_measure.transform is not None
        or str(loss_measure.direction) != "lower is better"
    ):
        message = f"a diagnosis takes a mean of one loss per row, and {loss_measure.name} is not one"
        hint = "measure='error', 'brier' or 'log-loss'" if dataset.is_classification else "measure='mse' or 'mae'"
        raise MeasureError(message, hint=hint)
    return loss_measure


def check_samples(samples: Given) -> None:
    """Refuse a number of bootstrap samples that is none, or too small for each row to be left out twice."""
    whole = isinstance(samples, int | np.integer) and not isinstance(samples, bool)
    if not whole or not FEWEST_SAMPLES <= int(samples) <= MOST_SAMPLES:
        message = (
            f"samples is a number of bootstrap samples from {FEWEST_SAMPLES} to {MOST_SAMPLES:,}, not {shown(samples)}"
        )
        raise InputError(message, hint="samples=50")


def check_numbers(reach: Given, noise: Given) -> None:
    """Refuse an error that is none, and noise that is neither a variance nor ``replicates``."""
    if reach is not None and not (_is_number(reach) and float(reach) >= 0):
        message = f"reach is an error of 0 or more, not {shown(reach)}"
        raise InputError(message, hint="reach=0.1")
    known = noise is None or (isinstance(noise, str) and noise == "replicates")
    if not known and not (_is_number(noise) and float(noise) >= 0):
        message = f"noise is a variance of 0 or more, or 'replicates', not {shown(noise)}"
        raise InputError(message, hint="noise='replicates'")


def read_rivals(rivals: Given, model: str, dataset: Dataset, parts: Sequence[DiagnosisPart]) -> dict[str, Estimator]:
    """Other candidates by name; refused where the part that looks at them was not asked for."""
    if rivals is None:
        return {}
    if not any(part.name == "criteria" for part in parts):
        message = "rivals are held against the model by in-sample criteria, and that part is not asked for"
        raise InputError(message, hint="parts='criteria'")
    rival_models = dict(as_models(rivals, dataset))
    if model in rival_models:
        message = f"a rival is called '{model}', as the model is"
        raise InputError(message, hint="rivals={'another name': model}")
    return rival_models


def _is_number(value: Given) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool) and isfinite(value)


def read_beside(new_rows: Given, dataset: Dataset) -> dict[str, Array] | None:
    """Columns of the rows that the model is to be used on, those that the dataset has too; None where there are none."""
    if new_rows is None:
        return None
    if is_sparse(dataset.X):
        message = "new_rows are held against the dataset column by column, and its features are a sparse matrix"
        raise InputError(message, hint="a dense table")
    by_name, names = is_frame(dataset.X), column_names(dataset.X)
    described = {column.name: column.kind for column in dataset.columns if column.role is Role.FEATURE}
    kinds = {name: described.get(name, Kind.NUMERIC) for name in names}
    table = read_new_rows(new_rows, kinds, by_name=by_name)[0]
    if is_frame(table):
        return {name: np.asarray(table[name]) for name in names}
    dense = np.asarray(table.toarray() if is_sparse(table) else table)
    return {name: dense[:, place] for place, name in enumerate(names)}
