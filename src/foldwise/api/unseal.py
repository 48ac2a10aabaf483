"""`unseal`: look once at the sealed rows, with a model fitted to the open ones."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack, final

import numpy as np

from foldwise.api.score import score
from foldwise.data import Dataset, Sealed, as_dataset, column_names, holds_sealed_rows
from foldwise.data.checks import check_kinds
from foldwise.engine import fit_final
from foldwise.errors import FoldwiseError, FoldwiseWarning, InputError, SealError
from foldwise.evaluation import check_measures, settings_of
from foldwise.intervals import check_level
from foldwise.measures import as_measures, asked_measures
from foldwise.models import BASELINE, as_models, baseline_for, only_model
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from foldwise.arrays import Array
    from foldwise.data import Look
    from foldwise.engine import FinalModel, Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.measures import Measure
    from foldwise.reports import Score
    from foldwise.typing import ArrayLike, ColumnLike, CostsLike, Label, Measures, Models, TableLike

__all__ = ["unseal"]


@renamed()
def unseal(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    sealed: Sealed | str | Path,
    measures: Measures | None = None,
    level: float = 0.95,
    baseline: bool = True,
    groups: ColumnLike | None = None,
    order: ColumnLike | None = None,
    weights: ColumnLike | None = None,
    costs: CostsLike | None = None,
    task: str | None = None,
    positive: Label = None,
    drop_missing_target: bool = False,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> Look:
    """Fit a model to the open rows and ask how well it does on the sealed ones. The look is counted, for ever.

    Parameters
    ----------
    model
        One estimator, or the name of one, or ``{name: estimator}`` to say what the ledger calls it.
    X
        Features of the open rows as array, sparse matrix or dataframe; a path; or a `Dataset`.
    y
        Their target as array, or the name of its column.
    sealed
        The sealed rows, or the file they are in.
    measures
        What to measure at the first look, beside the mean loss that every look is answered with; by default what `score`
        gives. Later looks refuse measures: only the mean loss can go through the Ladder.
    level
        Level of the intervals.
    baseline
        Hold the model against the one that ignores the features, fitted to the open rows too. It is part of the same look.
    groups, order, weights, costs, task, positive, drop_missing_target
        As for `assess`, of the open rows; those of the sealed rows are as they were sealed.
    settings
        As for `assess`; only its `seed`, also a keyword of its own, is used: that of a model whose `random_state` is open.

    Returns
    -------
    Look
        The answer: exact at the first look, with every measure in its `report`; through the Ladder from then on.

    Examples
    --------
    >>> import tempfile, foldwise
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rows, sealed = foldwise.seal(foldwise.sample("iris"), ledger=f"{folder}/iris.ledger")
    ...     look = unseal("lda", rows, sealed=sealed, measures="error,auc")
    >>> print(look.message)
    First look at 30 sealed rows: the mean loss of lda is 0.06667, exactly.
    >>> round(look.report.finding("lda", "auc").estimate.value, 3)
    0.997
    """
    check_kinds(locals())
    run = settings_of(unseal, settings, shortcuts, uses=("seed",))
    check_level(level)
    dataset = as_dataset(
        *(X, y),
        groups=groups,
        order=order,
        weights=weights,
        costs=costs,
        task=task,
        positive=positive,
        drop_missing_target=drop_missing_target,
    )
    chosen = as_models(model, dataset)
    name, estimator = only_model(chosen, "unseal", hint="the best of them by assess: every look counts")
    named_measures = None if measures is None else as_measures(asked_measures(measures), dataset.task)
    check_measures(named_measures or (), dataset)
    rows = sealed if isinstance(sealed, Sealed) else Sealed.load(sealed)
    check_columns(dataset, rows.columns)
    if other := rows.other_target(dataset):
        message = f"{other}; the look was not counted"
        raise InputError(message, hint="the open file and the options that were used for sealing")
    if named_measures is not None and any(entry.score is not None for entry in rows.looks):
        message = f"measures are given at the first look only, and {rows.name} was looked at before"
        raise SealError(message, hint="the call without measures=, which is answered with the mean loss")
    if holds_sealed_rows(dataset, rows.ledger):
        message = f"{dataset.name} holds the sealed rows themselves, which no model may be fitted to; the look was not counted"
        raise SealError(message, hint="the open rows")
    models = {name: estimator} | ({BASELINE: baseline_for(dataset)} if baseline and name != BASELINE else {})
    finals = {one: fit_final(one, made, dataset, seed=run.seed) for one, made in models.items()}
    looking = FirstLook(finals, named_measures, level, first=not rows.looks)
    return rows.look(name, finals[name].predict, report=looking.report)


@final
@dataclass(frozen=True)
class FirstLook:
    """What the first look at sealed rows says beyond the mean loss: every measure, beside the baseline."""

    finals: Mapping[str, FinalModel]
    measures: tuple[Measure, ...] | None
    level: float
    first: bool

    def report(self, rows: Dataset) -> Score | None:
        """Score the models on the sealed rows; a measure that they cannot give must not cost the look its answer."""
        labels = {name: one.predict(rows.X) for name, one in self.finals.items()}
        scores = {name: one.scores(rows.X) for name, one in self.finals.items()}
        details: dict[str, Any] = {}
        if rows.is_classification:
            labels = {name: _texts(result) for name, result in labels.items()}
            known = next(iter(self.finals.values())).fitting.dataset
            details = {"classes": list(known.classes), "positive": known.classes[known.positive_code]}
            details["costs"] = None if rows.costs is None or known.classes != rows.classes else rows.costs
        try:
            result = score(
                _texts(rows.target) if rows.is_classification else rows.target,
                labels,
                scores={name: one for name, one in scores.items() if one is not None} or None,
                measures=self.measures,
                level=self.level,
                groups=rows.groups,
                weights=rows.weights,
                task=str(rows.task),
                **details,
            )
        except FoldwiseError as error:
            message_text = f"the look is answered and counted, but further measures cannot be given: {error}"
            warnings.warn(message_text, FoldwiseWarning, stacklevel=2)
            return None
        result = replace(result, name=f"{rows.name}, sealed")
        return (
            result
            if self.first
            else replace(result, findings=tuple(replace(finding, interval=None) for finding in result.findings))
        )


def _texts(labels: ArrayLike) -> Array:
    """Labels as texts; None stays None."""
    plain = (int(one) if isinstance(one, float) and one.is_integer() else one for one in np.asarray(labels).tolist())
    return np.array([None if one is None else str(one) for one in plain], dtype=object)


def check_columns(dataset: Dataset, theirs: tuple[str, ...]) -> None:
    """Refuse open rows whose columns are not those of the sealed rows, before the look is counted."""
    ours = column_names(dataset.X)
    if ours != theirs:
        odd = next((name for name in (*ours, *theirs) if (name in ours) != (name in theirs)), None)
        what = "their order differs" if odd is None else f"'{odd}' is not in both"
        message = f"the open rows and the sealed rows have different columns: {what}; the look was not counted"
        raise InputError(message, hint="the open file and the options that were used for sealing")
