"""Every variant held against the model: tests on the same resamples, their p-values adjusted together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.comparisons import ADJUSTMENTS, Pair, choose_comparison, compare_pair, judge, ropes_of
from foldwise.evaluation import untestable
from foldwise.improvement.step_down import step_down
from foldwise.measures import row_means_of, scores_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.arrays import Floats
    from foldwise.comparisons import Comparison, Judgement
    from foldwise.measures import Measure
    from foldwise.reports import Assessment

__all__ = ["MAX_T", "VARIANT_ADJUSTMENTS", "judge_variants"]

MAX_T = "max-t"
VARIANT_ADJUSTMENTS = (MAX_T, *ADJUSTMENTS)
"""Ways to adjust the p-values of variants: by what they have in common, or as for any family."""


def judge_variants(
    assessment: Assessment, original: str, *, adjust: str = MAX_T, rope: float | Mapping[str, float] | None = None
) -> tuple[tuple[Judgement, ...], dict[str, str]]:
    """Hold every model but the baseline against the original under every measure; say where no test is valid, and why.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess(["tree", "lda"], foldwise.sample("iris"), measures="error")
    >>> held, missing = judge_variants(found, "tree")
    >>> [(one.comparison.a, one.comparison.b) for one in held], missing
    ([('lda', 'tree')], {})
    """
    ropes = ropes_of(
        assessment.measures, rope, {measure.name: _loss(assessment, measure) for measure in assessment.measures}
    )
    judgements: list[Judgement] = []
    missing: dict[str, str] = {}
    scored = scores_of(assessment.predictions, assessment.models, assessment.measures)
    for measure in assessment.measures:
        scores_by_name = {name: scored[name, measure.name] for name in _judged(assessment, measure)}
        pairs = [
            Pair(one, scores_by_name[original])
            for name, one in scores_by_name.items()
            if name != original and original in scores_by_name
        ]
        compared: list[tuple[Pair, Comparison]] = []
        for pair in pairs:
            reason = untestable(assessment, measure.name, pair.a.model, pair.b.model)
            held = None if reason else compare_pair(pair, "auto", assessment.level)
            if held is None:
                missing.setdefault(measure.name, reason or choose_comparison(pair).reason)
            else:
                compared.append((pair, held))
        judgements += judge(
            compared,
            ropes,
            how="holm" if adjust == MAX_T else adjust,
            level=assessment.level,
            adjusted=_together(compared) if adjust == MAX_T else None,
        )
    return tuple(judgements), missing


def _judged(assessment: Assessment, measure: Measure) -> list[str]:
    """Models with a value, without the baseline."""
    names = [name for name in assessment.models if name != assessment.baseline]
    known = {finding.model: finding.estimate.value for finding in assessment.findings if finding.measure == measure}
    return [name for name in names if not np.isnan(known.get(name, np.nan))] if not np.isnan(measure.best) else []


def _loss(assessment: Assessment, measure: Measure) -> float:
    """Value of the baseline; of the model farthest from 0 where it has none."""
    values = {
        finding.model: abs(finding.estimate.value) for finding in assessment.findings if finding.measure == measure
    }
    baseline = values.get(assessment.baseline, np.nan)
    known = [value for value in values.values() if not np.isnan(value)]
    return float(baseline) if not np.isnan(baseline) else max(known, default=0.0)


def _together(compared: Sequence[tuple[Pair, Comparison]]) -> list[float] | None:
    """P-values adjusted by what the differences have in common; None where rows do not tell."""
    differences = [_contributions(pair) for pair, _ in compared]
    if any(difference is None for difference in differences) or len(compared) < 2:
        return None
    table = np.stack([difference for difference in differences if difference is not None])
    spread = table.std(axis=1)
    scaled = (table - table.mean(axis=1, keepdims=True)) / np.where(spread > 0, spread, 1.0)[:, None]
    correlation = scaled @ scaled.T / table.shape[1]
    np.fill_diagonal(correlation, 1.0)
    return step_down(np.array([one.p_value for _, one in compared]), correlation).tolist()


def _contributions(pair: Pair) -> Floats | None:
    """What each row, or each group of rows, contributes to the difference of a variant and the model."""
    a, b = pair.a.linear, pair.b.linear
    if a is None or b is None:
        return None
    mine, yours = pair.shared
    predictions = pair.predictions
    contribution = a.contribution[mine] - b.contribution[yours]
    means = row_means_of(contribution, pair.row, predictions.n, predictions.weights)
    by_row = np.zeros(predictions.n)
    by_row[means.rows] = means.means
    if predictions.groups is None:
        return by_row
    return np.asarray(np.bincount(predictions.groups, weights=by_row), dtype=np.float64)
