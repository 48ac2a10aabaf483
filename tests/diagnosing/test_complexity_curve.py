import numpy as np

from foldwise.diagnosing.complexity_curve import ComplexityPart
from tests.diagnosing.subjects import classes, subject


def test_training_error_falls_and_left_out_error_turns():
    rng = np.random.default_rng(3)
    X, y = classes(200, gap=1.5)
    y = np.where(rng.random(200) < 0.2, 1 - y, y)
    found = ComplexityPart().find(subject("tree", X, y), {})
    curve = found["complexity"]
    assert curve.training[0] > curve.training[-1] == 0
    assert curve.best in (1, 2, 3)
    assert found["candidates"].models[0] == "max_depth=1"


def test_a_model_without_such_a_parameter_says_so():
    assert "no parameter" in ComplexityPart().refusal(subject("gaussian-nb", *classes()))


def test_groups_are_never_cut():
    X, y = classes(160)
    one = subject("knn", X, y, groups=np.repeat(np.arange(40), 4), plan="group-kfold(5)")
    assert ComplexityPart().find(one, {})["candidates"].resamples.plan == "group-kfold(5)"


def test_every_value_has_its_interval():
    curve = ComplexityPart().find(subject("tree", *classes(120)), {})["complexity"]
    assert all(low <= value <= high for value, (low, high) in zip(curve.validation, curve.ends, strict=True))
    assert curve.to_dict()["rows"][0]["low"] == curve.ends[0][0]
    assert curve.to_frame()["high"].tolist() == [high for _, high in curve.ends]


def test_values_that_make_no_difference_give_the_same_error():
    X, y = classes(60)
    curve = ComplexityPart().find(subject("tree", X, y), {})["complexity"]
    assert curve.validation[-2] == curve.validation[-1]  # no tree of 48 rows is deeper than 12


def test_few_rows_are_left_out():
    assert "10 are the least" in ComplexityPart().refusal(subject("tree", *classes(8), plan="kfold(2)"))
