"""FW204: accuracy as the only measure."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.advice import AccuracyAlone
from foldwise.measures import measure
from tests.advice.worlds import case_of, normal_rows, values_of

rule = AccuracyAlone()


def case(share, *names):
    X, _ = normal_rows(200)
    y = np.where(np.arange(200) < share * 200, "no", "yes")
    return replace(case_of(X, y), measures=tuple(measure(one) for one in names))


@pytest.mark.parametrize("name", ["accuracy", "error"])
def test_accuracy_of_lopsided_classes_is_found(name):
    found = rule.look(case(0.9, name))
    assert found.found == "90 % of the rows are 'no', so that always saying so has an accuracy of 90 %"
    assert "mcc" in found.mend


def test_other_measures_or_even_classes_are_no_finding():
    assert rule.look(case(0.9, "error", "auc")) is None
    assert rule.look(case(0.6, "error")) is None
    assert rule.look(case(0.9)) is None
    X, _ = normal_rows(50)
    assert rule.look(replace(case_of(X, values_of(X)), measures=(measure("mse"),))) is None
