"""Matthews correlation and the kappas."""

import numpy as np
import pytest

from foldwise.measures import measure
from tests.measures.definitions.test_labels import from_table
from tests.worlds import outcomes


def test_the_two_forms_of_matthews_correlation_agree():
    """METHODS H.1: √(TPR·TNR·PPV·NPV) - √(FNR·FPR·FOR·FDR)."""
    rows = from_table(np.array([[13, 7], [3, 7]]))
    v = {
        name: measure(name).value(rows)
        for name in ("recall", "specificity", "precision", "npv", "fnr", "fpr", "for", "fdr")
    }
    up = np.sqrt(v["recall"] * v["specificity"] * v["precision"] * v["npv"])
    down = np.sqrt(v["fnr"] * v["fpr"] * v["for"] * v["fdr"])
    assert measure("mcc").value(rows) == pytest.approx(up - down)
    assert measure("mcc").value(rows) == pytest.approx(0.33072, abs=5e-6)


def test_an_empty_margin_counts_as_told():
    rows = outcomes([1, 1], [1, 1])
    assert measure("mcc").value(rows) == 0
    assert np.isnan(measure("mcc(undefined=none)").value(rows))
    assert np.isnan(measure("kappa").value(rows))
    assert measure("kappa(undefined=1)").value(rows) == 1


def test_weighted_kappa_of_two_classes_is_kappa():
    rows = from_table(np.array([[13, 7], [3, 7]]))
    found = [measure(name).value(rows) for name in ("kappa", "linear-kappa", "quadratic-kappa")]
    assert found == pytest.approx([0.31818] * 3, abs=5e-6)


def test_near_misses_count_less_for_ordered_classes():
    near, far = outcomes([0, 1, 2, 0], [0, 1, 2, 1], n_classes=3), outcomes([0, 1, 2, 0], [0, 1, 2, 2], n_classes=3)
    assert measure("kappa").value(near) == pytest.approx(measure("kappa").value(far))
    assert measure("quadratic-kappa").value(near) > measure("quadratic-kappa").value(far)


def test_not_predicting_is_as_far_off_as_can_be():
    rows = outcomes([0, 1, 2, 0], [0, 1, 2, -1], n_classes=3)
    assert measure("linear-kappa").value(rows) < measure("linear-kappa").value(
        outcomes([0, 1, 2, 0], [0, 1, 2, 1], n_classes=3)
    )


def test_counts_too_large_for_whole_number_products_do_not_overflow():
    rows = outcomes([0, 1], [0, 1], weights=[4e9, 4e9])
    assert measure("mcc").value(rows) == pytest.approx(1)
    assert measure("kappa").value(rows) == pytest.approx(1)
