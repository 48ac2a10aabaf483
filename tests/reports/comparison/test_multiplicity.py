"""Rows that unbeaten models label differently."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.intervals import wilson
from foldwise.reports.comparison.multiplicity import (
    _independent_rows,
    multiplicity_of,
    multiplicity_record,
    on_multiplicity,
)


@pytest.fixture(scope="module")
def compared():
    rows = foldwise.sample("breast-cancer")
    return foldwise.compare("logistic, knn, lda", rows, measures="error", plan="kfold(5, repeats=2)")


def test_the_rows_are_those_on_which_the_labels_of_the_first_repeat_differ(compared):
    found = compared.multiplicity()
    assert set(found.models) == set(compared.unbeaten())
    table, first = {}, compared.predictions.resamples.repeat == 0
    for name in found.models:
        outputs = compared.predictions.of(name)
        kept = first[outputs.resample]
        labels = np.empty(compared.dataset.n)
        labels[outputs.row[kept]] = outputs.output[kept]
        table[name] = labels
    differ = np.ptp(np.array(list(table.values())), axis=0) > 0
    assert found.rows.tolist() == np.flatnonzero(differ).tolist()
    a, b = found.most_different
    assert found.discrepancy == np.mean(table[a] != table[b])


def test_it_is_told_in_the_report_and_in_json(compared):
    (said,) = on_multiplicity(compared)
    assert "none of which is beaten" in said
    assert said in compared.report().notes
    assert "ambiguity" in str(compared)
    told = compared.to_dict()["multiplicity"]
    low, high = told["ambiguity_interval"]
    assert low < told["ambiguity"] < high


def test_rows_in_groups_tell_less():
    """Groups of ten rows that are all alike are as many rows as there are groups."""
    rng = np.random.default_rng(0)
    inside = []
    for _ in range(300):
        groups = np.repeat(np.arange(40), 10)
        differs = np.repeat(rng.random(40) < 0.3, 10)
        rows = _independent_rows(differs, groups)
        low, high = wilson(differs.mean() * rows, rows, 0.95)
        inside.append(low <= 0.3 <= high)
    assert 0.92 <= np.mean(inside) <= 0.99
    sample = foldwise.sample("breast-cancer")
    groups = np.arange(sample.n) // 19
    told = foldwise.compare("logistic, lda", sample, groups=groups, measures="error", plan="group-kfold(5)")
    found = told.multiplicity()
    assert found.independent < found.size
    low, high = told.to_dict()["multiplicity"]["ambiguity_interval"]
    assert (low, high) == wilson(found.ambiguity * found.independent, found.independent, 0.95)


def test_values_and_a_single_model_have_none():
    values = foldwise.compare("ridge, knn", foldwise.sample("auto-mpg"), measures="rmse", plan="holdout(1/3)")
    assert values.multiplicity() is None
    assert multiplicity_record(None, 0.95) is None
    assert multiplicity_of(values.predictions, ["ridge"]) is None


class SeldomFitted(LogisticRegression):
    """Fails on most training sets."""

    def fit(self, X, y):
        if X[0, 0] < -0.1 or X[1, 0] < 0.3:
            message = "not this one"
            raise ValueError(message)
        return super().fit(X, y)


def test_rows_that_a_model_failed_to_predict_are_not_counted():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 3))
    y = (X[:, 0] + rng.normal(size=120) > 0).astype(int)
    models = {"a": SeldomFitted(), "knn": KNeighborsClassifier(1)}
    result = foldwise.compare(models, X, y, plan="kfold(10)", measures="error", on_failure="record", jobs=1)
    found, told = result.multiplicity(), result.to_dict()["multiplicity"]
    predicted = np.unique(result.predictions.of("a").row).size
    assert found.size == told["rows"] == predicted < 120
    assert (
        told["ambiguity_interval"][0] < found.ambiguity == found.rows.size / predicted < told["ambiguity_interval"][1]
    )
    assert f"of the {predicted} rows that all of them predicted" in next(on_multiplicity(result))
