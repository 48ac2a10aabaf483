"""`improve`: variants of a model that may have a smaller error, and whether that is so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from foldwise.data.checks import check_kinds
from foldwise.errors import InputError, UnknownNameError
from foldwise.evaluation import check_measures, options_of, pick_plan, read_rows, recorded, running
from foldwise.improvement import VARIANT_ADJUSTMENTS, ImprovementJob, asked_methods
from foldwise.intervals import check_level
from foldwise.measures import as_measures, asked_measures
from foldwise.models import BASELINE, as_models, only_model
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from foldwise.engine import Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.reports import Improvement
    from foldwise.typing import ColumnLike, CostsLike, Label, Measures, Models, PlanLike, TableLike

__all__ = ["improve"]


@renamed(measure="measures")
def improve(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    variants: str | Iterable[str] | None = None,
    library: Models | None = None,
    plan: PlanLike | None = None,
    measures: Measures | None = None,
    level: float = 0.95,
    rope: float | Mapping[str, float] | None = None,
    adjust: str = "max-t",
    refit: bool = True,
    groups: ColumnLike | None = None,
    order: ColumnLike | None = None,
    weights: ColumnLike | None = None,
    costs: CostsLike | None = None,
    task: str | None = None,
    positive: Label = None,
    drop_missing_target: bool = False,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> Improvement:
    """Try variants of a model that may have a smaller error, and test which is significantly better, and at what cost.

    The bias and variance of the model on the data say which variants make sense: bagging and forests for variance, boosting
    for bias, blends with other models for diversity, calibration and a cost threshold where probabilities and costs are asked
    for. All are fitted on the same resamples and compared with the model, p-values adjusted for their number. Blends are judged
    by their nested predictions, from base models that are fitted once for all blends. What the chosen variant is worth is
    corrected for the choice.

    Parameters
    ----------
    model
        The model: an estimator or a name.
    X, y
        Features and target, as for `assess`.
    variants
        Names of the variants to try (``foldwise improvements`` lists them), ``all``, or None for those that make sense.
    library
        Models to blend with, as for `compare`; by default quick ones of other kinds.
    plan
        How to resample. Where it cuts the rows into 3 to 20 parts, these are the folds within blends too.
    measures
        Names of the measures. The first decides; by default the cost where costs are given, the error, or the root mean
        squared error.
    level
        Level of intervals and verdicts.
    rope
        The difference that does not matter, as for `compare`.
    adjust
        How p-values of the variants are adjusted: ``max-t``, which knows how much the variants have in common, or one of
        those of `compare`.
    refit
        Keep the chosen one, fitted to all rows.
    groups, order, weights, costs, task, positive, drop_missing_target
        As for `assess`. Blends, too, keep groups together and never look ahead in time.
    settings
        As for `assess`. A variant of which a fit fails is left out, and the result says so.

    Returns
    -------
    Improvement
        Estimates, verdicts, costs and the chosen model.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.improve("tree", foldwise.sample("breast-cancer"), variants="bagging, bumping", plan="kfold(5)")
    >>> found.standing("bagging") in ("better", "undecided")
    True
    """
    check_kinds(locals())
    check_level(level)
    if adjust not in VARIANT_ADJUSTMENTS:
        raise UnknownNameError.of("adjustment", adjust, VARIANT_ADJUSTMENTS)
    variant_methods = asked_methods(variants)
    named_measures = () if measures is None else asked_measures(measures)
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
    measures_used = as_measures(named_measures, dataset.task)
    check_measures(measures_used, dataset)
    name, estimator = only_model(as_models(model, dataset), "improve", hint="compare for several models")
    if name == BASELINE:
        message = f"'{BASELINE}' is the model that ignores the features, which no variant improves"
        raise InputError(message, hint="another model, or another name for it")
    recipe, reason = pick_plan(plan, dataset)
    with running(improve, settings, shortcuts, about=dataset) as run_settings:
        job = ImprovementJob(
            name=name,
            model=estimator,
            dataset=dataset,
            plan=recipe,
            plan_reason=reason,
            settings=run_settings,
            measures=measures_used,
            level=level,
            asked=variant_methods,
            library=library,
            adjust=adjust,
            rope=rope,
            refit=refit,
        )
        return recorded(run_settings, job.improve(), options_of(improve, locals()))
