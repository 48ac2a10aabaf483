"""Measures of labels, against scikit-learn and the worked numbers of METHODS L.5."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from foldwise.measures import class_f1, class_precision, class_recall, measure
from foldwise.measures.contributions.influence import value_and_gradient
from foldwise.measures.definitions.labels import recall_gradient
from tests.worlds import outcomes

# Zaki & Meira, chapter 22: 30 rows in three classes, given there as predicted x true.
ZAKI = np.array([[10, 0, 0], [0, 7, 5], [0, 3, 5]]).T


def from_table(table):
    """Rows that have this table true x predicted."""
    truth, output = np.indices(table.shape)
    return outcomes(
        np.repeat(truth.ravel(), table.ravel()), np.repeat(output.ravel(), table.ravel()), n_classes=len(table)
    )


def labels(size=40, k=3):
    """Two label lists; every class occurs in the truth, so that scikit-learn has nothing to warn about."""
    drawn = st.lists(st.integers(0, k - 1), min_size=size, max_size=size)
    return st.tuples(
        drawn.map(lambda rest: [*range(k), *rest]),
        st.lists(st.integers(0, k - 1), min_size=size + k, max_size=size + k),
    )


def test_three_classes_worked_by_hand():
    rows = from_table(ZAKI)
    found = {name: measure(name).value(rows) for name in ("accuracy", "f1", "kappa", "mcc")}
    assert found == pytest.approx({"accuracy": 0.7333, "f1": 0.7306, "kappa": 0.6, "mcc": 0.60404}, abs=5e-5)


def test_precision_recall_and_f_of_every_class_worked_by_hand():
    table = from_table(ZAKI).confusion()[0]
    assert class_precision(table) == pytest.approx([1, 0.5833, 0.625], abs=5e-5)
    assert class_recall(table) == pytest.approx([1, 0.7, 0.5])
    assert class_f1(table) == pytest.approx([1, 0.6364, 0.5556], abs=5e-5)


def test_two_classes_worked_by_hand():
    rows = from_table(np.array([[13, 7], [3, 7]]))
    expected = {
        "accuracy": 0.6667,
        "error": 0.3333,
        "precision": 0.5,
        "recall": 0.7,
        "specificity": 0.65,
        "f1": 0.58333,
        "mcc": 0.33072,
        "kappa": 0.31818,
    }
    assert {name: measure(name).value(rows) for name in expected} == pytest.approx(expected, abs=5e-5)


@given(labels(k=2))
def test_two_classes_agree_with_scikit_learn(pair):
    truth, output = map(np.array, pair)
    rows = outcomes(truth, output)
    options = {"zero_division": np.nan, "labels": [0, 1]}
    assert measure("precision").value(rows) == pytest.approx(
        metrics.precision_score(truth, output, zero_division=np.nan), abs=1e-12, nan_ok=True
    )
    assert measure("recall").value(rows) == pytest.approx(
        metrics.recall_score(truth, output, zero_division=np.nan), abs=1e-12, nan_ok=True
    )
    assert measure("f1").value(rows) == pytest.approx(
        metrics.f1_score(truth, output, average=None, **options)[1], abs=1e-12, nan_ok=True
    )
    assert measure("mcc").value(rows) == pytest.approx(metrics.matthews_corrcoef(truth, output), abs=1e-12)


@given(labels(k=3))
def test_three_classes_agree_with_scikit_learn(pair):
    truth, output = map(np.array, pair)
    rows = outcomes(truth, output, n_classes=3)
    present = np.union1d(truth, output)
    f_of_present = metrics.f1_score(truth, output, average="macro", labels=present, zero_division=0)
    assert measure("f1").value(rows) == pytest.approx(f_of_present, abs=1e-12)
    assert measure("mcc").value(rows) == pytest.approx(metrics.matthews_corrcoef(truth, output), abs=1e-12)
    assert measure("accuracy").value(rows) == pytest.approx(metrics.accuracy_score(truth, output), abs=1e-12)


@given(labels(k=3))
def test_balanced_accuracy_is_the_mean_recall_of_the_classes_that_occur(pair):
    truth, output = map(np.array, pair)
    recalls = [np.mean(output[truth == c] == c) for c in np.unique(truth)]
    assert measure("balanced-accuracy").value(outcomes(truth, output, n_classes=3)) == pytest.approx(np.mean(recalls))
    assert measure("balanced-error").value(outcomes(truth, output, n_classes=3)) == pytest.approx(1 - np.mean(recalls))


def test_an_unclassified_record_is_an_error_and_spoils_recall_but_not_precision():
    rows = outcomes([1, 1, 0, 0], [1, -1, 0, 0])
    assert measure("error").value(rows) == 0.25
    assert measure("recall").value(rows) == 0.5
    assert measure("precision").value(rows) == 1.0


def test_abstentions_lower_agreement_beyond_chance():
    assert measure("kappa").value(outcomes([1, 1, 0, 0], [1, -1, 0, 0])) < 1
    assert measure("mcc").value(outcomes([1, 1, 0, 0], [1, -1, 0, 0])) < 1


def test_nothing_put_into_the_class_leaves_precision_undefined():
    assert np.isnan(measure("precision").value(outcomes([1, 0], [0, 0])))


def test_an_empty_margin_gives_mcc_zero_and_kappa_nothing():
    rows = outcomes([1, 1], [1, 1])
    assert measure("mcc").value(rows) == 0
    assert np.isnan(measure("kappa").value(rows))


def test_the_positive_class_can_be_the_first():
    rows = from_table(np.array([[13, 7], [3, 7]]))
    swapped = outcomes(rows.truth, rows.output, positive=0)
    assert measure("precision").value(swapped) == pytest.approx(0.8125)  # METHODS L.5: NPV


@pytest.mark.parametrize("name", ["balanced-error", "balanced-accuracy"])
@given(st.integers(0, 2**32 - 1), st.integers(2, 5))
def test_one_compiled_step_gives_what_the_tables_give(name, seed, classes):
    rng = np.random.default_rng(seed)
    tables = rng.integers(0, 3, (12, classes, classes + 1)) * rng.integers(0, 2, (12, classes, 1))
    tables[rng.integers(0, 12, 2)] = 0
    repeat = np.sort(rng.integers(0, 4, 12)) if seed % 2 else rng.integers(0, 4, 12)
    one = measure(name)
    values, value = one.of_tables(tables, 1, repeat)
    expected, total = replace(one, quick=None).of_tables(tables, 1, repeat)
    np.testing.assert_allclose(values, expected, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(value, total, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", ["balanced-error", "balanced-accuracy"])
@pytest.mark.parametrize(
    "table",
    [[[9.5, 0.5, 0], [1.5, 0.5, 0]], [[3, 1, 2, 0], [0, 0, 0, 0], [1, 0, 7, 2]], [[5, 0, 0], [0, 4, 0]]],
)
def test_the_formula_of_the_gradient_is_what_differences_show(name, table):
    one, counts = measure(name), np.array(table, dtype=float)
    value, slopes = value_and_gradient(one, counts, 1)
    other, by_steps = value_and_gradient(replace(one, gradient=None), counts, 1)
    assert value == pytest.approx(other)
    assert slopes == pytest.approx(by_steps, abs=1e-8)
    assert (counts * slopes).sum() == pytest.approx(0, abs=1e-12)


def test_a_table_without_rows_has_no_gradient():
    value, slopes = recall_gradient(np.zeros((2, 3)))
    assert np.isnan(value)
    assert np.isnan(slopes).all()
