"""`assess`: how good one or more models are, and how sure one can be of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from foldwise.data.checks import check_kinds
from foldwise.evaluation import AssessmentRequest, PrecisionLimit, assess_rows, options_of, read_rows, recorded, running
from foldwise.intervals import check_level
from foldwise.measures import as_measures, asked_measures
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from foldwise.engine import Settings
    from foldwise.estimates import EstimateMethod
    from foldwise.evaluation import Shortcuts
    from foldwise.intervals import IntervalMethod
    from foldwise.reports import Assessment
    from foldwise.typing import ColumnLike, CostsLike, Label, Measures, Models, PlanLike, TableLike

__all__ = ["assess"]


@renamed(method="interval")
def assess(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    plan: PlanLike | None = None,
    measures: Measures | None = None,
    interval: str | IntervalMethod = "auto",
    estimate: str | EstimateMethod = "auto",
    level: float = 0.95,
    until: float | None = None,
    budget: int | None = None,
    allow_invalid: bool = False,
    groups: ColumnLike | None = None,
    order: ColumnLike | None = None,
    weights: ColumnLike | None = None,
    costs: CostsLike | None = None,
    decide: str | None = None,
    task: str | None = None,
    positive: Label = None,
    drop_missing_target: bool = False,
    segments: ColumnLike | None = None,
    baseline: bool = True,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> Assessment:
    """Estimate how good one or more models are, each measure with a confidence interval.

    Parameters
    ----------
    model
        An estimator with scikit-learn's `fit` and `predict`, the name of a model (``foldwise models`` lists them), or
        several of them as a list or as ``{name: model}``.
    X
        Features as array, sparse matrix or dataframe; a path; or a `Dataset`.
    y
        Target as array, or the name of its column.
    plan
        How to resample: a plan, its text such as ``"kfold(10, repeats=3)"``, or any scikit-learn splitter. By default
        ten stratified parts, three times; by groups or forward in time where the rows have them.
    measures
        Names of the measures; by default the error and what else every model can give. Beside a rate comes the one it
        must be read with: precision beside recall, false alarms beside misses.
    interval
        Interval method; ``auto`` for the default that is valid for the plan and the measure; ``careful`` for one that
        covers with few rows and unstable models too, with the plan it needs.
    estimate
        Estimate method, or ``auto`` for the one that the interval belongs to.
    level
        Level of the intervals.
    until
        Repeat the plan until half the width of the first measure's interval is below this for every model. All intervals
        are then anytime-valid: a little wider, so that checking after every round costs no level.
    budget
        Most fits of a model that `until` may spend; by default 100 repeats, or 2000 draws.
    allow_invalid
        Give the interval ``naive-t``, which is known to be wrong; its note says how wrong.
    groups, order, weights
        Groups, time order and weights of the rows: column name or array. A `Dataset` may have them already.
    costs
        What mistakes cost: ``fn=10,fp=1`` for two classes, a table true x predicted, or the path of one.
    decide
        How labels are chosen where there are costs: None keeps the models' own; ``cost`` takes the label with the least
        expected cost by the model's probabilities, or none where that costs least; ``training`` takes, in each resample,
        the threshold that was cheapest on its training rows (two classes).
    task
        ``classification`` or ``regression`` where the target leaves it open.
    positive
        The class that precision, recall and AUC are about.
    drop_missing_target
        Leave out the rows whose target is missing, which are refused otherwise; the report says how many they were.
    segments
        Part each row belongs to, such as a country: column name or array. Every measure is given for every part too, of the
        same models, with the estimate and interval that are valid there, whatever `interval` and `estimate` say. The column
        is no feature. Segments of fewer than 20 rows are not assessable.
    baseline
        Add the model that ignores the features.
    settings
        How to run, as a `Settings`; its fields are also keywords of their own: `seed`, `jobs`, `engine`, `train`,
        `on_failure`, `timeout`, `memory_limit`, `store`, `progress`, `backend`,
        `backend_params`.

    Returns
    -------
    Assessment
        Estimates and intervals, and the predictions they were made from.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("lda", foldwise.sample("iris"))
    >>> print(f"{result.finding('lda', 'error').estimate.value:.3f}")
    0.020
    """
    check_kinds(locals())
    check_level(level)
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
        segments=segments,
    )
    request = AssessmentRequest(
        named=as_measures(named_measures, dataset.task),
        plan=plan,
        method=interval,
        estimate=estimate,
        level=level,
        limit=None if until is budget is None else PrecisionLimit.of(until, budget),
        allow_invalid=allow_invalid,
        decide=decide,
        baseline=baseline,
    )
    with running(assess, settings, shortcuts, about=dataset) as run_settings:
        return recorded(run_settings, assess_rows(model, dataset, request, run_settings), options_of(assess, locals()))
