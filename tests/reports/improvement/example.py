"""An improvement made of predictions that were made up, so that every verdict occurs."""

from math import nan

import numpy as np

import foldwise
from foldwise.ensembles import Redundancy
from foldwise.evaluation import evaluate
from foldwise.improvement import judge_variants
from foldwise.improvement.decision import choose_variant, corrected_finding
from foldwise.measures import measure
from foldwise.predictions import Predictions
from foldwise.reports import (
    Assessment,
    ErrorProfile,
    Improvement,
    LeftOutVariant,
    ModelComparison,
    ModelCost,
    TriedVariant,
)

SHARES = {"tree": 0.75, "bagging": 0.9, "boosting": 0.55, "stacking": 0.76, "baseline": 0.5}
COST = ModelCost(0.01, 0.002, 4200)


def made_up(n=400, *, redundant=False, shares=SHARES):
    """Bagging better, boosting worse and without training errors, stacking undecided."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, n)
    said = {name: np.where(rng.random(n) < share, truth, 1 - truth) for name, share in shares.items()}
    table = Predictions.build(truth, said, parts=np.arange(n) % 10)
    dataset = foldwise.read(np.arange(float(n))[:, None], truth, task="classification")
    findings = evaluate(table, (measure("error"),))
    assessment = Assessment(dataset, findings, table, "kfold(10)", "", 0.95, 0, "baseline")
    held, missing = judge_variants(assessment, "tree")
    comparison = ModelComparison(assessment, held, "max-t", "tree", missing, corrects=False)
    chosen = choose_variant(comparison, "tree")
    return Improvement(
        comparison=comparison,
        original="tree",
        chosen=chosen,
        corrected=corrected_finding(comparison, chosen, "tree"),
        tried=tuple(_tried(name) for name in shares if name != "baseline"),
        left_out=(
            LeftOutVariant("bumping", "no fit can do better"),
            LeftOutVariant("voting", "its fits failed", failed=True),
        ),
        profile=ErrorProfile(0.25, 0.15, 0.1, 0.0, "domingos", 30),
        redundancy=Redundancy(redundant, 0.01, "the models differ on 1 % of 400 rows"),
        fits=130,
        model=None,
        models={},
    )


def _tried(name):
    own = {"tree": (COST, 0.1), "bagging": (ModelCost(0.4, 0.05, 210_000), 0.0), "boosting": (None, 0.0)}
    cost, training = own.get(name, (ModelCost(0.1, 0.01, None), 0.2))
    naive, nested = (0.2, 0.24) if name == "stacking" else (nan, nan)
    reason = "" if name == "tree" else f"{name} may help"
    return TriedVariant(name, "variance", reason, cost, training, naive, nested)
