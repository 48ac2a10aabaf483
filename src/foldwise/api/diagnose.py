"""`diagnose`: what limits a model, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from foldwise.data.checks import check_kinds
from foldwise.diagnosing import (
    Subject,
    check_loss,
    check_numbers,
    check_samples,
    diagnose_rows,
    parts_called,
    read_beside,
    read_rivals,
)
from foldwise.evaluation import options_of, pick_plan, read_rows, recorded, running
from foldwise.intervals import check_level
from foldwise.models import as_models, only_model
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.engine import Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.reports import Diagnosis
    from foldwise.typing import ColumnLike, CostsLike, Label, MeasureLike, Models, PlanLike, TableLike

__all__ = ["diagnose"]

SETTINGS_USED = (
    "seed",
    "jobs",
    "engine",
    "on_failure",
    "timeout",
    "memory_limit",
    "store",
    "progress",
    "backend",
    "backend_params",
)


@renamed()
def diagnose(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    parts: str | Sequence[str] | None = None,
    plan: PlanLike | None = None,
    measure: MeasureLike | None = None,
    samples: int = 50,
    reach: float | None = None,
    noise: float | str | None = None,
    new_rows: TableLike | None = None,
    rivals: Models | None = None,
    level: float = 0.95,
    groups: ColumnLike | None = None,
    order: ColumnLike | None = None,
    weights: ColumnLike | None = None,
    costs: CostsLike | None = None,
    task: str | None = None,
    positive: Label = None,
    drop_missing_target: bool = False,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> Diagnosis:
    """Find what limits a model, and what to do about it.

    The error on rows left out is taken apart: bias, variance and noise, instability, the learning curve and what more rows
    would bring, the complexity curve, over- and underfitting, in-sample criteria, capacity, calibration, slices of rows with a
    higher loss, importance of columns, and the checks of rows, plan and predictions. `advice` is a short ranked list of
    what to do. A part that does not apply is left out with the reason, in `left_out`.

    Parameters
    ----------
    model
        One estimator with scikit-learn's `fit` and `predict`, or the name of one.
    X, y
        Features and target, as for `assess`.
    parts
        Names of the parts (``foldwise diagnoses`` lists them), as a list or separated by commas; all by default.
    plan
        How rows are left out; the default of `assess`.
    measure
        The loss in which everything is expressed: a mean of one loss per row. By default the error, or the mean squared error.
    samples
        Bootstrap samples for bias, variance and instability.
    reach
        An error to reach: the learning curve says how many rows that takes. By default nine tenths of the present error.
    noise
        Variance of the noise in a numeric target where it is known; ``"replicates"`` estimates the noise from rows of equal
        features. Otherwise noise is contained in the bias.
    new_rows
        Features of rows that the model is to be used on, such as those of another town: columns with another distribution
        there are listed.
    rivals
        Other candidates, as for `compare`: their in-sample criteria stand beside those of the model, with the posterior
        probability of each (`found.criteria.candidates`). They are fitted once, to all rows.
    level
        Level of intervals and verdicts.
    groups, order, weights, costs, task, positive, drop_missing_target
        As for `assess`. Groups are never cut. What cannot take time order or weights is left out, and says so.
    settings
        How to run, as a `Settings`: `seed`, `jobs`, `engine`, `on_failure`, `timeout`, `memory_limit`, `store`, `progress`, each
        also a keyword of its own. Ctrl-C raises `Interrupted`, whose `result` has the parts that were finished.

    Returns
    -------
    Diagnosis
        Every part as plain data, and the advice.

    References
    ----------
    kohavi1996; domingos2000; riley2023; cortes1994; mohr2022; dimitriadis2021.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.diagnose("tree", foldwise.sample("iris"), parts="bias-variance, fit")
    >>> parts = found.decompositions[0]
    >>> bool(abs(parts.bias + parts.variance + parts.noise - parts.loss) < 1e-10)
    True
    """
    check_kinds(locals())
    check_level(level)
    diagnosis_parts = parts_called(parts)
    check_samples(samples)
    check_numbers(reach, noise)
    dataset = read_rows(
        *(model, X, y),
        groups=groups,
        order=order,
        weights=weights,
        costs=costs,
        task=task,
        positive=positive,
        drop_missing_target=drop_missing_target,
    )
    name, estimator = only_model(as_models(model, dataset), "diagnose")
    with running(diagnose, settings, shortcuts, uses=SETTINGS_USED, about=dataset) as run:
        subject = Subject(
            dataset=dataset,
            name=name,
            model=estimator,
            measure=check_loss(measure, dataset),
            plan=pick_plan(plan, dataset)[0],
            settings=run,
            level=level,
            samples=samples,
            reach=reach,
            noise=noise,
            new_rows=read_beside(new_rows, dataset),
            rivals=read_rivals(rivals, name, dataset, diagnosis_parts),
        )
        return recorded(run, diagnose_rows(subject, diagnosis_parts), options_of(diagnose, locals()))
