"""Assessments that the report tests share; everything is small and quick."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from foldwise.api import assess
from foldwise.data import read, sample

if TYPE_CHECKING:
    from foldwise.reports import Assessment


@cache
def of_classes() -> Assessment:
    """Three models and the baseline on iris, two measures."""
    return assess(["tree", "lda", "gaussian-nb"], sample("iris"), measures="error,auc")


@cache
def of_one_classifier() -> Assessment:
    """One model and the baseline on two classes."""
    return assess("gaussian-nb", sample("breast-cancer"), plan="kfold(10)", measures="error")


@cache
def of_values() -> Assessment:
    """Two models and the baseline on a numeric target, on one test set."""
    return assess(["linear", "tree"], sample("auto-mpg"), plan="holdout(1/3)", measures="rmse,r2")


@cache
def of_hostile_names() -> Assessment:
    """Names that look like markup, in the data and in the models."""
    rng = np.random.default_rng(0)
    table = {"<b>x</b>": rng.normal(size=60)}
    target = np.where(rng.random(60) < 0.5, "<script>", "[red]no")
    return assess({"[bold]me & <i>you</i>": "tree"}, read(table, target, name="<data>"), plan="kfold(5)")


class Moody:
    """Fails on some training sets."""

    def fit(self, X, y):
        if X[0, 0] > 0:
            message = "not today"
            raise ValueError(message)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])

    def get_params(self, *, deep=True):
        return {}

    def set_params(self):
        return self


@cache
def of_failures() -> Assessment:
    """A model of which some fits failed."""
    rng = np.random.default_rng(0)
    rows = read(rng.normal(size=(60, 2)), np.arange(60) % 2)
    plan = "subsample(8, test=1/3)"
    return assess({"moody": Moody()}, rows, plan=plan, measures="error", on_failure="record", jobs=1)


@cache
def without_interval() -> Assessment:
    """A median, which has no derivative, so that no interval is valid for it under resampling."""
    return assess("linear", sample("auto-mpg"), plan="kfold(5)", measures="rmse,median-absolute-error")
