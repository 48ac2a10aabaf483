"""Every plan of the catalogue, and every option of it, keeps the promises of `foldwise.testing.plans`."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foldwise.data import Dataset, Task
from foldwise.errors import FoldwiseWarning
from foldwise.plans import (
    PLANS,
    Bootstrap,
    BootstrapCase,
    Complete,
    Forward,
    GroupKFold,
    Holdout,
    KFold,
    LeavePairOut,
    LeavePGroupsOut,
    LeavePOut,
    Nested,
    PairedHalves,
    Plan,
    Purged,
    ReplaceOne,
    StratifiedGroup,
    Subsample,
    ThreeWay,
    TwoFoldsOut,
    parse,
)
from foldwise.testing.plans import check_plan, check_text

SMALL = {
    "kfold": [KFold(2, repeats=2), KFold(3, stratify=False), KFold(10)],
    "holdout": [Holdout(1 / 3), Holdout(0.5, stratify=False), Holdout(4)],
    "three-way": [ThreeWay(0.2), ThreeWay(3, validation=0.3, stratify=False)],
    "subsample": [Subsample(5, test=0.2), Subsample(3, test=2, stratify=False)],
    "lpo": [LeavePOut(1), LeavePOut(2)],
    "complete": [Complete(10, draws=20), Complete(2, draws=20)],
    "bootstrap": [
        Bootstrap(6),
        Bootstrap(6, test="all"),
        Bootstrap(6, scheme="stratified"),
        Bootstrap(6, scheme="balanced"),
        Bootstrap(6, scheme="poisson"),
        Bootstrap(6, scheme="bayesian", test="all"),
        Bootstrap(6, scheme="cluster"),
    ],
    "group-kfold": [GroupKFold(2), GroupKFold(3, repeats=3)],
    "stratified-group": [StratifiedGroup(2), StratifiedGroup(3, repeats=2)],
    "leave-p-groups-out": [LeavePGroupsOut(1), LeavePGroupsOut(2)],
    "forward": [Forward(2), Forward(3, gap=1), Forward(2, test=2, window=3), Forward(2, horizon=2)],
    "purged": [Purged(4), Purged(5, choose=2), Purged(3, horizon=1, embargo=1)],
    "nested": [Nested(KFold(3), KFold(2)), Nested(Holdout(0.3), Bootstrap(4)), Nested(GroupKFold(3), GroupKFold(2))],
    "paired-halves": [PairedHalves(2, splits=2), PairedHalves(1, splits=2, test=2, stratify=False)],
    "replace-one": [ReplaceOne(2), ReplaceOne(3, repeats=2)],
    "bootstrap-case": [BootstrapCase(3)],
    "two-folds-out": [TwoFoldsOut(3, repeats=2), TwoFoldsOut(4, repeats=1, stratify=False)],
}
EXAMPLES = [plan for family in PLANS for plan in SMALL.get(family.name, [family.example])]


@st.composite
def datasets(draw, plan: Plan) -> Dataset:
    """Rows with classes or values, and with the groups or times that the plan needs."""
    # From 20 rows on, complete(2) has more than 100 000 test sets and is sampled.
    n = draw(st.integers(20 if plan.name == "complete" else 14, 24))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    needs_classes = isinstance(plan, (StratifiedGroup, LeavePairOut)) or getattr(plan, "scheme", "") == "stratified"
    task = Task.CLASSIFICATION if needs_classes else draw(st.sampled_from(Task))
    target = rng.permutation(np.arange(n) % 3) if task is Task.CLASSIFICATION else rng.normal(size=n).round(1)
    X = pd.DataFrame({"part": np.arange(n) % 3, "x": rng.normal(size=n)})
    groups = rng.permutation(np.arange(n) % draw(st.integers(4, 6))) if plan.structure == "groups" else None
    order = rng.permutation(np.arange(n) // 2 + np.arange(n) % 2) if plan.structure == "time" else None
    return Dataset(X=X, target=target, task=task, groups=groups, order=order)


@pytest.mark.parametrize("plan", EXAMPLES, ids=str)
@given(content=st.data(), seed=st.integers(0, 1000))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_plan_keeps_its_promises(plan: Plan, content, seed: int) -> None:
    dataset = content.draw(datasets(plan))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FoldwiseWarning)
        check_plan(plan, dataset, seed=seed, both_sides=isinstance(plan, Purged))


def test_the_text_form_reads_back() -> None:
    for plan in (*EXAMPLES, *(family.example for family in PLANS)):
        check_text(plan)


@pytest.mark.parametrize("family", PLANS, ids=lambda family: family.name)
def test_a_family_describes_itself(family) -> None:
    assert family.plan.name == family.name
    assert family.summary[0].islower()
    assert not family.summary.endswith(".")
    assert len(family.summary) < 90
    assert family.structure in {"rows", "groups", "time", "any"}
    assert family.usage.startswith(family.name)
    assert isinstance(parse(str(family.example)), family.plan)


def test_every_family_is_tried_in_full() -> None:
    named = {family.name for family in PLANS}
    assert set(SMALL) <= named
    assert len(named) == len(PLANS)
