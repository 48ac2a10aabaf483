import numpy as np

from foldwise.diagnosing.checks import ChecksPart
from tests.diagnosing.subjects import classes, subject, values


def test_copied_rows_are_told():
    X, y = classes(100)
    found = ChecksPart().find(subject("lda", np.tile(X, (2, 1)), np.tile(y, 2)), {})
    assert next(one.code for one in found["checks"]) == "FW101"


def test_flipped_labels_are_suspected_under_their_rows():
    X, y = classes(300, gap=8.0)
    wrong = y.copy()
    wrong[[5, 50, 151]] = 1 - wrong[[5, 50, 151]]
    found = ChecksPart().find(subject("lda", X, wrong), {})["suspects"]
    assert set(found.rows.tolist()) >= {5, 50, 151}


def test_values_have_no_suspects():
    found = ChecksPart().find(subject("linear", *values()), {})
    assert found["suspects"] is None


def test_a_model_that_knows_nothing_suspects_no_label():
    y = np.arange(100) % 2
    found = ChecksPart().find(subject("tree", np.ones((100, 2)), y), {})
    assert found["suspects"] is None
