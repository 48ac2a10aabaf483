"""Single trees of several settings: nodes are searched once for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import tree_arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats
    from foldwise.engine.compiled.trees import Growth, SortedTable, TreeSamples
    from foldwise.engine.rows import TestRows

__all__ = ["PATH_PARAMETERS", "grow_paths"]

PATH_PARAMETERS = ("ccp_alpha", "max_depth", "min_impurity_decrease", "min_samples_leaf", "min_samples_split")
"""Parameters in which trees may differ that are grown together."""
PATH_ARGUMENTS = ("least", "depth", "decrease", "alpha")
"""Arguments that have one value per setting here."""


def grow_paths(table: SortedTable, growths: Sequence[Growth], samples: TreeSamples, test: TestRows) -> Floats:
    """What trees that differ in `PATH_PARAMETERS` and in their seeds (B, K) say of the test rows of each resample (K, N, C)."""
    scores = np.empty((len(growths), test.size, table.classes))
    shared = tree_arguments(table, growths[0], samples, test)
    sizes = samples.copies.sum(axis=1)
    native._native.grow_paths(
        **{name: value for name, value in shared.items() if name not in PATH_ARGUMENTS},
        targets=table.targets,
        least=np.stack([growth.least(sizes) for growth in growths], axis=1),
        depths=np.array([growth.depth for growth in growths], dtype=np.int64),
        decreases=np.array([float(growth.min_impurity_decrease) for growth in growths]),
        alphas=np.array([float(growth.ccp_alpha) for growth in growths]),
        scores=scores,
    )
    return scores
