"""`compare_unpaired`: which of several systems is better that were scored on different rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from foldwise.api.score import check_adjustment
from foldwise.comparisons import unpaired_method
from foldwise.data.checks import check_kinds
from foldwise.evaluation import options_of, settings_of
from foldwise.intervals import check_level
from foldwise.renamed import renamed
from foldwise.scoring import ScoreRequest, compare_tables, read_measures, read_systems

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from foldwise.comparisons import UnpairedMethod
    from foldwise.engine import Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.predictions import Predictions
    from foldwise.reports import Score, UnpairedComparison
    from foldwise.typing import ArrayLike, CostsLike, Label, Measures, TableLike

    SystemRows = Predictions | Score | TableLike | tuple[ArrayLike, ...]

__all__ = ["compare_unpaired"]


@renamed()
def compare_unpaired(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    systems: Mapping[str, SystemRows] | TableLike,
    *,
    truth: str | None = None,
    predicted: str | None = None,
    scores: str | Iterable[str] | None = None,
    groups: str | None = None,
    weights: str | None = None,
    system: str | None = None,
    measures: Measures | None = None,
    test: str | UnpairedMethod = "auto",
    level: float = 0.95,
    rope: float | Mapping[str, float] | None = None,
    adjust: str = "holm",
    positive: Label = None,
    classes: ArrayLike | None = None,
    costs: CostsLike | None = None,
    task: str | None = None,
    sheet: str | int | None = None,
    file_format: str | None = None,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> UnpairedComparison:
    """Test which of several systems is better, where each was scored on rows of its own.

    Systems that predicted the same rows belong to `score`, which compares them row by row and finds much smaller differences.
    Here the rows of one system say nothing about those of another, as for two hospitals, two months or two published tables.
    The samples must be independent. Groups that have rows of two systems are pointed out; one patient with rows in both is
    not seen where no groups are named.

    Parameters
    ----------
    systems
        ``{name: rows}``: for each system a tuple (truth, predicted) or (truth, predicted, scores), a `Predictions` table of
        one system, a `Score` of one system, or a file or dataframe with the columns named below. Or one file or dataframe
        with a column `system` that says whose a line is.
    truth, predicted, scores, groups, weights, system
        Names of columns, where tables are given. Rows of a group are alike, so groups are the unit of every test.
    measures
        Names of the measures; by default the error and what else the first system can give.
    test
        ``two-proportions``, ``unpaired-delong``, ``welch-t``, ``mover``, ``unpaired-permutation``, or ``auto`` for the first of
        them that is valid.
    level
        Level of intervals and verdicts.
    rope
        The difference that does not matter: a number for the first measure, or ``{measure: number}``.
    adjust
        How p-values of several pairs are adjusted: ``holm``, ``hochberg``, ``bonferroni``, ``bh``, ``by`` or ``none``.
    positive, classes, costs, task
        As for `score`.
    sheet, file_format
        As for `score`.
    settings
        As for `score`: only its `seed` is used, which is also a keyword of its own.

    Returns
    -------
    UnpairedComparison
        Value and interval of each system, pairwise differences, and whether there is any difference at all.

    Examples
    --------
    >>> import foldwise
    >>> spring = ([0, 1] * 100, [0, 1] * 90 + [1, 0] * 10)
    >>> autumn = ([0, 1] * 150, [0, 1] * 120 + [1, 0] * 30)
    >>> found = foldwise.compare_unpaired({"spring": spring, "autumn": autumn}, measures="error").pairs()
    >>> found[["difference", "low", "high", "p_value", "method"]].round(3).to_dict("records")
    [{'difference': -0.1, 'low': -0.161, 'high': -0.036, 'p_value': 0.003, 'method': 'two-proportions'}]
    """
    check_kinds(locals())
    request = ScoreRequest(
        asked=read_measures(measures),
        test=test if test == "auto" else unpaired_method(test),  # type: ignore[arg-type]
        level=check_level(level),
        rope=rope,
        adjustment=check_adjustment(adjust),
        seed=settings_of(compare_unpaired, settings, shortcuts, uses=("seed",)).seed,
        options=options_of(compare_unpaired, locals(), self_evident=("measures", "level", "settings")),
    )
    columns: dict[str, Any] = {
        "truth": truth,
        "predicted": predicted,
        "scores": scores,
        "groups": groups,
        "weights": weights,
    }
    columns |= {"sheet": sheet, "file_format": file_format}
    details = {"classes": classes, "task": task, "positive": positive, "costs": costs}
    tables, notes = read_systems(systems, columns, details, system)
    return compare_tables(tables, request, notes)
