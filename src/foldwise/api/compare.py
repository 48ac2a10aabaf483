"""`compare`: which of several models is better on one dataset, by how much, and how sure one can be of that."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Unpack

from foldwise.comparisons import ADJUSTMENTS, comparison_method
from foldwise.data.checks import check_kinds
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.evaluation import (
    AssessmentRequest,
    assess_rows,
    check_tests,
    note_on_segments,
    options_of,
    read_rows,
    recorded,
    running,
)
from foldwise.intervals import check_level
from foldwise.measures import as_measures, asked_measures
from foldwise.model_comparison import PairwiseComparison, SegmentComparison, samples_beside
from foldwise.renamed import renamed
from foldwise.reports import ModelComparison

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.comparisons import ComparisonMethod
    from foldwise.engine import Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.reports import Assessment
    from foldwise.typing import ColumnLike, CostsLike, Label, Measures, Models, PlanLike, TableLike

__all__ = ["compare"]


@renamed(method="test")
def compare(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    models: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    plan: PlanLike | None = None,
    measures: Measures | None = None,
    test: str | ComparisonMethod = "auto",
    level: float = 0.95,
    rope: float | Mapping[str, float] | None = None,
    adjust: str = "holm",
    adjust_measures: bool = False,
    reference: str | None = None,
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
) -> ModelComparison:
    """Test which of several models is better, and by how much, with intervals of the differences.

    All models are fitted on the same resamples. Two of them are compared by their differences in each resample; p-values
    are adjusted for the number of pairs.

    Parameters
    ----------
    models
        Several estimators or names, as a list, a text with commas, or ``{name: model}``.
    X, y
        Features and target, as for `assess`.
    plan
        How to resample; by default the plan the test is made for, or ten stratified parts, three times.
    measures
        Names of the measures. The first decides the order and the verdict.
    test
        How pairs are compared (``foldwise tests`` lists them); ``auto`` takes the leave-one-out bootstrap for mean losses
        of models that are fitted in batches, the influence of the rows for everything else, or what suits rows in time;
        ``careful`` takes a test that assumes nothing about the overlap of the training sets, with the plan it needs:
        ``nested-cv`` for mean losses, ``conservative-z`` for any measure.
    level
        Level of intervals and verdicts.
    rope
        The difference that does not matter: a number for the first measure, or ``{measure: number}``. By default .01 for
        rates and the like, else 1 % of the baseline's loss.
    adjust
        How p-values of several pairs are adjusted: ``holm``, ``hochberg``, ``bonferroni``, ``bh``, ``by`` or ``none``.
    adjust_measures
        Adjust over pairs and measures together, rather than over the pairs of each measure.
    reference
        Compare all models with this one only, instead of all pairs.
    allow_invalid
        Give the comparison ``naive-t``, which is known to be wrong; its note says how wrong.
    groups, order, weights, costs, decide, task, positive, drop_missing_target, segments, baseline, settings
        As for `assess`. Pairs are compared in every segment too, by the test that is valid there, whatever `test` says;
        their p-values are adjusted over the pairs of all segments.

    Returns
    -------
    ModelComparison
        Leaderboard, pairwise differences and verdict, and the predictions they were made from.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.compare(["lda", "gaussian-nb", "knn"], foldwise.sample("iris"))
    >>> result.unbeaten()
    ('lda', 'knn', 'gaussian-nb')
    """
    check_kinds(locals())
    if adjust not in ADJUSTMENTS:
        raise UnknownNameError.of("adjustment", adjust, ADJUSTMENTS)
    asked = None if test in ("auto", "careful") else comparison_method(test)
    if asked is not None:
        check_method(asked, plan, allow_invalid=allow_invalid)
    check_level(level)
    named_measures = () if measures is None else asked_measures(measures)
    dataset = read_rows(
        *(models, X, y),
        groups=groups,
        order=order,
        weights=weights,
        costs=costs,
        task=task,
        positive=positive,
        drop_missing_target=drop_missing_target,
        segments=segments,
    )
    measures_asked = as_measures(named_measures, dataset.task)
    request = AssessmentRequest(
        named=measures_asked,
        plan=plan_for(asked) if plan is None and asked is not None else plan,
        method="careful" if test == "careful" else "auto",
        level=level,
        decide=decide,
        baseline=baseline,
        beside=partial(samples_beside, measures=measures_asked) if test == "auto" and decide is None else None,
    )
    with running(compare, settings, shortcuts, about=dataset) as run_settings:
        assessment = assess_rows(models, dataset, request, run_settings)
    check_models(assessment, reference)
    pairwise = PairwiseComparison(assessment, test, adjust, reference or "", allow_invalid, adjust_measures)
    judgements, missing = pairwise.judge(rope)
    advice = check_tests("compare", assessment.measures, len(judgements))
    comparison = ModelComparison(
        assessment=replace(
            assessment,
            advice=(*assessment.advice, *advice),
            notes=(*assessment.notes, *note_on_segments(dataset.segments, test=test)),
        ),
        judgements=judgements,
        adjustment=adjust,
        across_measures=adjust_measures,
        reference=reference or "",
        missing=missing,
        segment_judgements=SegmentComparison(assessment, adjust, reference or "", adjust_measures).judge(rope),
    )
    return recorded(run_settings, comparison, options_of(compare, locals()))


def check_method(method: ComparisonMethod, plan: PlanLike | None, *, allow_invalid: bool) -> None:
    """Refuse a test that is never valid, or not for the text of the plan, before anything is fitted."""
    reason = "" if allow_invalid else method.invalid
    if isinstance(plan, str):
        reason = method.validity.forbids(plan) or reason
    if reason:
        message = f"no valid {method.name} comparison: {reason}"
        raise ValidityError(message, hint=method.validity.instead)


def plan_for(method: ComparisonMethod) -> str:
    """The plan a test is made for; a single holdout for tests of one test set."""
    return method.plan if method.plan.partition("(")[0] in method.validity.plans else "holdout(1/3)"


def check_models(assessment: Assessment, reference: str | None) -> None:
    """Refuse a comparison of a single model, and a reference that is none of the models."""
    if len(assessment.models) < 2:
        message = f"a comparison needs 2 models, and there is one that can be compared, '{assessment.models[0]}'"
        raise InputError(message, hint="assess for a single model")
    if reference is not None and reference not in assessment.models:
        raise UnknownNameError.of("model to take as reference", reference, assessment.models)
