"""FW208: a measure undefined in some resamples."""

import numpy as np

from foldwise.advice import UndefinedMeasure
from foldwise.measures import measure
from tests.advice.worlds import normal_rows, values_of
from tests.diagnosing.checked import checked

X, y = normal_rows(100)


def test_a_class_with_fewer_rows_than_parts_is_missing_from_some():
    rare = np.where(np.arange(100) < 3, 2, y)
    found = UndefinedMeasure().look(checked("gaussian-nb", X, rare))
    assert "2 of 5 test sets lack a class, most often '2'" in found.found


def test_a_measure_without_a_value_is_named():
    rare = np.where(np.arange(100) < 3, 1, 0)
    found = UndefinedMeasure().look(checked("gaussian-nb", X, rare, measures=(measure("auc"),)))
    assert found.found == "auc of 'gaussian-nb' has no value in 2 of 5 resamples"


def test_classes_in_every_part_values_and_single_rows_are_no_finding():
    assert UndefinedMeasure().look(checked("gaussian-nb", X, y)) is None
    assert UndefinedMeasure().look(checked("linear", X, values_of(X))) is None
    assert UndefinedMeasure().look(checked("gaussian-nb", X, y, plan="loo")) is None
