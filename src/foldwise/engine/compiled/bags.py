"""Trees with draws of their own in the compiled kernel: bags of rows and columns, drawn as scikit-learn draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import tree_arguments

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.engine.compiled.trees import Growth, SortedTable, TreeSamples
    from foldwise.engine.rows import TestRows

__all__ = ["Bags", "grow_bags"]


@final
@dataclass(frozen=True)
class Bags:
    """How the rows and columns of each tree are drawn.

    Parameters
    ----------
    columns
        Columns that each tree draws, 0 where all have all.
    bagging
        Whether seeds are those of scikit-learn's bagging, not of its forests.
    replace, replace_columns
        Whether rows and columns may be drawn several times.
    balanced
        Whether the classes of each bag weigh the same.
    hard
        Whether each tree votes for one class, instead of giving its shares.
    """

    columns: int = 0
    bagging: bool = False
    replace: bool = True
    replace_columns: bool = False
    balanced: bool = False
    hard: bool = False


def grow_bags(
    table: SortedTable,
    growth: Growth,
    samples: TreeSamples,
    test: TestRows,
    *,
    bags: Bags,
    out_of_bag: bool = False,
) -> tuple[Floats, Codes]:
    """Sums of what trees say of the test rows (N, C), and how many of them say something (N,).

    Weights of the samples are those by which rows are drawn. With `out_of_bag` only the trees that have not drawn a row
    say something of it.
    """
    p = table.rows.shape[1]
    width = bags.columns or p
    tried = growth.columns(width)
    scores, votes = np.empty((test.size, table.classes)), np.empty(test.size, dtype=np.int64)
    native._native.grow_bags(
        **tree_arguments(table, growth, samples, test) | {"features": p if tried >= width else tried},
        targets=table.targets,
        drawn=samples.drawn,
        drawn_columns=bags.columns,
        bagging=bags.bagging,
        replace=bags.replace,
        replace_columns=bags.replace_columns,
        balanced=bags.balanced,
        out_of_bag=out_of_bag,
        hard=bags.hard,
        scores=scores,
        votes=votes,
    )
    return scores, votes
