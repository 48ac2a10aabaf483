"""How fast Weka's learners are on the same rows: one fit after the other, as its Experimenter makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from studies.kohavi.runs import Cost
from studies.weka import folds_of, weka_seconds

if TYPE_CHECKING:
    from studies.kohavi.problems import Problem

CLASSIFIERS = {"Weka's J48": "weka.classifiers.trees.J48", "Weka's naive Bayes": "weka.classifiers.bayes.NaiveBayes"}
"""What the page calls each of them, and its class."""
REPEATS, WARM = 400, 100
"""Repeats of ten folds, and how many of them Java has to compile itself: those are not counted."""


def weka_costs(problem: Problem, jar: str) -> dict[str, Cost]:
    """Runs of Weka's learners on ten folds of one sample, with their processor seconds and no others; `jar` is Weka's."""
    sample = problem.dataset.subset(problem.draw(problem.generator("peer", 0)))
    table = pd.DataFrame(np.asarray(sample.X)), pd.Series(sample.codes).astype(str)
    folds, costs = folds_of(table[1], REPEATS), {}
    for name, classifier in CLASSIFIERS.items():
        seconds = float(weka_seconds(jar, classifier, table, folds)[WARM:].sum())
        costs[name] = Cost(10 * (REPEATS - WARM), 0.0, seconds)
    return costs
