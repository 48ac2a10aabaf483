"""`certify`: how often the chosen interval contains the truth on data of this shape, by simulation."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from foldwise.data.checks import check_kinds
from foldwise.engine import timed
from foldwise.errors import InputError
from foldwise.evaluation import (
    Request,
    careful_plan,
    check_measures,
    check_request,
    check_rows,
    options_of,
    pick_plan,
    read_rows,
    recorded,
    running,
)
from foldwise.intervals import check_level
from foldwise.measures import one_measure
from foldwise.models import as_models, only_model
from foldwise.renamed import renamed
from foldwise.reports import RowOrigin
from foldwise.simulation import Simulation, population_of

if TYPE_CHECKING:
    from foldwise.engine import Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.intervals import IntervalMethod
    from foldwise.reports import Certificate
    from foldwise.typing import ColumnLike, Label, MeasureLike, Models, PlanLike, TableLike

__all__ = ["certify"]


@renamed(method="interval")
def certify(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    plan: PlanLike | None = None,
    interval: str | IntervalMethod = "auto",
    measure: MeasureLike | None = None,
    simulations: int = 200,
    level: float = 0.95,
    population: str = "smoothed",
    allow_invalid: bool = False,
    seconds: float | None = None,
    groups: ColumnLike | None = None,
    order: ColumnLike | None = None,
    weights: ColumnLike | None = None,
    task: str | None = None,
    positive: Label = None,
    drop_missing_target: bool = False,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> Certificate:
    """Simulate how often an interval method contains the truth on data of this shape.

    Datasets of as many rows are drawn from a population that looks like the data, the method is used on each, and its
    interval is compared with the risk of the model fitted to that dataset, measured on many fresh rows. Where `assess`
    gives no interval for the rows themselves, they are refused for the same reason.

    Parameters
    ----------
    model
        An estimator with scikit-learn's `fit` and `predict`, or the name of a model.
    X, y
        The data to imitate, as for `assess`.
    plan, interval
        What to certify; by default what `assess` would use.
    measure
        Name of the measure; by default the error, or the root mean squared error.
    simulations
        How many datasets to draw; 200 tell the coverage to ± 1.5 points, 2000 to ± 0.5.
    level
        Level of the intervals.
    population
        ``smoothed`` for rows drawn with replacement whose numbers are jittered, ``normal`` for normal rows with the
        means and covariances of the data. Rows without a column of ten different numbers that are mostly different cannot be smoothed, and
        are refused: they would be drawn again as they are, and a model tested on rows that it was trained on.
    allow_invalid
        Certify a method that is known to be wrong.
    seconds
        Stop after this time with what is done.
    groups, order, weights
        Refused: simulated rows are independent and alike, and rows that are not cannot be imitated.
    task, positive, drop_missing_target
        As for `assess`.
    settings
        As for `assess`, of which it uses `seed`, `jobs` (for the fits of one dataset) and `progress` (told after every
        dataset); each is also a keyword of its own.

    Returns
    -------
    Certificate
        Coverage with its Monte-Carlo error, width, bias, and a sentence. Ctrl-C stops early and keeps what is done.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.certify("lda", foldwise.sample("iris"), simulations=20, seed=1)
    >>> print(found.sentence)  # doctest: +ELLIPSIS
    In 20 simulated datasets like iris the 95 % interval contained the true error of lda ...
    """
    check_kinds(locals())
    check_level(level)
    _check_simulations(simulations, seconds)
    dataset = read_rows(
        *(model, X, y),
        groups=groups,
        order=order,
        weights=weights,
        task=task,
        positive=positive,
        drop_missing_target=drop_missing_target,
    )
    default_measure = "error" if dataset.is_classification else "rmse"
    certified_measure = one_measure(default_measure if measure is None else measure, dataset.task)
    check_measures((certified_measure,), dataset)
    careful = plan is None and interval == "careful"
    recipe, _ = careful_plan(dataset, (certified_measure,)) if careful else pick_plan(plan, dataset)
    check_request(interval, recipe, (certified_measure,), allow_invalid=allow_invalid)
    models = as_models(model, dataset)
    only_model(models, "certify")
    with running(
        certify, settings, shortcuts, uses=("seed", "jobs", "progress"), counts="datasets", about=dataset
    ) as run:
        simulation = Simulation(
            population=population_of(population, dataset),
            models=models,
            plan=recipe,
            measure=certified_measure,
            request=Request(interval, level=level, allow_invalid=allow_invalid),
            n=dataset.n,
            seed=run.seed,
            jobs=run.jobs,
        )
        start = time.perf_counter()
        simulation.check(dataset)
        with timed() as clock:
            intervals = simulation.run(simulations, seconds, run.listener)
    certificate = intervals.certificate(simulation, dataset, simulations, seconds=time.perf_counter() - start)
    whole = replace(
        certificate,
        advice=check_rows("certify", dataset, measures=(certified_measure,)),
        dropped_rows=dataset.dropped_rows,
        times=clock.times(),
        origin=RowOrigin.of(dataset),
    )
    return recorded(run, whole, options_of(certify, locals()))


def _check_simulations(simulations: int, seconds: float | None) -> None:
    if simulations < 2:
        message = f"coverage is counted over simulations, of which at least 2 are needed, not {simulations}"
        raise InputError(message, hint="simulations=200")
    if seconds is not None and not seconds > 0:
        message = f"the time to spend is a number of seconds above 0, not {seconds:g}"
        raise InputError(message, hint="seconds=60")
