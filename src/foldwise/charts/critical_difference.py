"""Mean ranks over datasets, joined where differences are undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.figure import WIDTH, finished

if TYPE_CHECKING:
    from foldwise.reports import Experiment
    from foldwise.typing import Untyped

__all__ = ["critical_difference"]


def critical_difference(experiment: Experiment, measure: str | None = None, *, method: str = "wilcoxon") -> Untyped:
    """Draw the critical-difference diagram of an experiment.

    Examples
    --------
    >>> import foldwise
    >>> files = {name: foldwise.sample(name) for name in ("iris", "breast-cancer")}
    >>> found = foldwise.experiment("lda, gaussian-nb, qda", files, plan="kfold(5)")
    >>> critical_difference(found).to_dict()["description"].startswith("Mean ranks of 3 models over 2 datasets")
    True
    """
    drawn = experiment.plot(method=method, measure=measure).properties(width=WIDTH)
    ranks = experiment.mean_ranks(measure)
    text = ", ".join(f"{name} {rank:.2f}" for name, rank in ranks.items())
    description = f"Mean ranks of {len(ranks)} models over {len(experiment.datasets)} datasets, the best first: {text}."
    said = [str(drawn.title.subtitle)]
    return finished(drawn, str(drawn.title.text), said, description)
