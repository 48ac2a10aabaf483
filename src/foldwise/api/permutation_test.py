"""`permutation_test`: whether a model does better than chance."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from foldwise.data.checks import check_kinds
from foldwise.evaluation import (
    PermutationRun,
    StoppingRule,
    check_measures,
    choose_shuffle,
    options_of,
    pick_plan,
    read_rows,
    recorded,
    running,
    sequential_p_value,
)
from foldwise.intervals import check_level
from foldwise.measures import class_of, one_measure
from foldwise.models import as_models, only_model
from foldwise.renamed import renamed
from foldwise.reports import PermutationTest, RowOrigin

if TYPE_CHECKING:
    from foldwise.engine import Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.typing import ColumnLike, CostsLike, Label, MeasureLike, Models, PlanLike, TableLike

__all__ = ["permutation_test"]


@renamed()
def permutation_test(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    plan: PlanLike | None = None,
    measure: MeasureLike | None = None,
    permutations: int = 999,
    stop_after: int | None = None,
    shuffle: str = "auto",
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
) -> PermutationTest:
    """Test whether a model does better than the same model on permuted targets.

    The plan is run again and again with permuted targets: p = (b + 1)/(m + 1), b the permutations of m that did at least as
    well (Ojala & Garriga's test 1, scikit-learn's ``permutation_test_score``). Models that are fitted in batches take
    milliseconds for each. A small p-value says that the features tell something about the target, not how much: that is
    `assess`.

    Parameters
    ----------
    model
        One estimator, or the name of one.
    X, y
        Features and target, as for `assess`.
    plan
        How to resample; by default ten stratified parts once, or by groups where there are any. The resamples are drawn anew
        for every permutation, as they depend on the target.
    measure
        The measure; by default the error, or RMSE for values.
    permutations
        How many permutations at most.
    stop_after
        Stop as soon as so many permutations did as well (Besag & Clifford): p is then that number over the permutations made,
        which is valid and saves time where nothing is to be found. None: all permutations are made.
    shuffle
        ``rows``; where rows come in groups, ``groups`` for the one target of each whole group, or ``within`` groups whose
        rows have several targets; ``auto`` takes what the groups allow.
    level
        Level at which the result is called better than chance.
    groups, order, weights, costs, task, positive, drop_missing_target
        As for `assess`. Weights stay with the features. Rows in time order are refused: they are not exchangeable.
    settings
        How to run: `seed`, `jobs`, `engine` and `progress` (called after every permutation); each is also a keyword of its own.

    Returns
    -------
    PermutationTest
        The value, those with permuted targets, and the p-value.

    References
    ----------
    ojala2010; besag1991; phipson2010.

    Examples
    --------
    >>> import foldwise
    >>> foldwise.permutation_test("lda", foldwise.sample("iris"), permutations=99).p_value
    0.01
    """
    check_kinds(locals())
    check_level(level)
    stop = StoppingRule(permutations, stop_after)
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
    shuffle_used = choose_shuffle(dataset, shuffle)
    tested_measure = one_measure(
        ("error" if dataset.is_classification else "rmse") if measure is None else measure, dataset.task
    )
    check_measures((tested_measure,), dataset)
    recipe = pick_plan("kfold(10)" if plan is None and dataset.groups is None else plan, dataset)[0]
    models = as_models(model, dataset)
    name, _ = only_model(models, "permutation_test")
    uses = ("seed", "jobs", "engine", "progress", "backend", "backend_params")
    with running(
        permutation_test, settings, shortcuts, uses=uses, counts="permutations", about=dataset
    ) as run_settings:
        runs = PermutationRun(dataset, models, recipe, tested_measure, replace(run_settings, progress=None))
        observed = runs.value()
        null, as_good = runs.null_values(observed, shuffle_used, stop, progress=run_settings.listener)
    result = PermutationTest(
        model=name,
        measure=tested_measure,
        value=observed,
        null=null,
        as_good=as_good,
        p_value=sequential_p_value(as_good, len(null), stop_after),
        permutations=permutations,
        stop_after=stop_after,
        shuffle=shuffle_used,
        plan=str(recipe),
        seed=run_settings.seed,
        name=dataset.name,
        rows=dataset.n,
        level=level,
        origin=RowOrigin.of(dataset),
        positive=class_of(tested_measure, dataset.classes, dataset.positive_code),
    )
    return recorded(run_settings, result, options_of(permutation_test, locals()))
