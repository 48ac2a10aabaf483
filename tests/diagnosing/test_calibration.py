import numpy as np

from foldwise.diagnosing.calibration import CalibrationPart
from tests.diagnosing.subjects import classes, subject, values


def test_a_fitted_logistic_model_is_calibrated_and_a_tree_is_not():
    X, y = classes(400)
    good = CalibrationPart().find(subject("logistic", X, y), {})["calibration"][0]
    bad = CalibrationPart().find(subject("tree", X, y), {})["calibration"][0]
    assert good.test.p_value > 0.05 > bad.test.p_value
    assert bad.miscalibration.low > 0
    assert bad.smooth_error > good.smooth_error
    score, miss, able, plain = (part.value for part in good.parts)
    assert abs(miss - able + plain - score) < 1e-12


def test_each_of_several_classes_is_held_against_the_rest():
    X, _ = classes()
    found = CalibrationPart().find(subject("lda", X, np.arange(160) % 3), {})["calibration"]
    assert [one.positive for one in found] == ["0", "1", "2"]


def test_values_labels_and_weights_are_left_out():
    from sklearn.svm import LinearSVC

    assert "values" in CalibrationPart().refusal(subject("linear", *values()))
    assert "no probabilities" in CalibrationPart().refusal(subject(LinearSVC(), *classes()))
    assert "weights" in CalibrationPart().refusal(subject("lda", *classes(), weights=np.arange(1, 161)))
