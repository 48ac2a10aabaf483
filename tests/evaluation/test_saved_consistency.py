"""What a kept result says twice agrees."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.evaluation.saved_consistency import contradictions

IRIS = foldwise.sample("iris")


@pytest.fixture(scope="module")
def assessed():
    return foldwise.assess("lda", IRIS, plan="kfold(5)", measures="error,auc", seed=1)


@pytest.fixture(scope="module")
def scored():
    return foldwise.score([0, 1] * 50, {"a": [0, 1] * 45 + [1, 0] * 5, "b": [0, 1] * 50}, measures="error")


def told(result):
    return " ".join(contradictions(result))


def test_rows_of_segments_are_counted_again():
    parts = foldwise.score([0, 1] * 50, [0, 1] * 45 + [1, 0] * 5, segments=["n", "n", "s", "s"] * 25)
    first, second = parts.segments
    assert not told(parts)
    assert "'n' has 50 rows, not 1,000" in told(replace(parts, segments=(replace(first, rows=1000), second)))
    assert "its segments have 50 of 100 rows" in told(replace(parts, segments=(second,)))
    assert "a row is in two" in told(replace(parts, segments=(replace(second, name="n"), second)))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"value": float("nan")}, "its values are not all"),
        ({"null": (7.0, 0.4)}, "its values are not all"),
        ({"permutations": 1}, "it has 2 permutations of 1"),
        ({"null": (0.0, 0.0)}, "2 of its permutations are as good as the model, not 0"),
    ],
)
def test_a_permutation_test_has_values_of_its_measure(change, fault):
    found = foldwise.permutation_test("lda", IRIS, permutations=2, plan="kfold(3)", measure="error")
    assert not told(found)
    assert fault in told(replace(found, **change))


def test_every_measure_is_told_once_of_every_model(assessed, scored):
    assert "there twice" in told(replace(assessed, findings=(*assessed.findings, assessed.findings[0])))
    assert "not every measure" in told(replace(assessed, findings=assessed.findings[1:]))
    alone = tuple(one for one in scored.findings if one.model == "a")
    assert told(replace(scored, findings=alone)) == ""  # a system may be left out before it is saved
    alone = tuple(one for one in assessed.findings if one.model == "lda")
    assert "models are not those" in told(replace(assessed, findings=alone, baseline=""))


def test_rows_are_those_of_the_predictions(assessed):
    turned = assessed.dataset.target[::-1]
    assert "the classes of its rows" in told(replace(assessed, dataset=replace(assessed.dataset, target=turned)))
    values = foldwise.assess(
        "ridge", [[float(i)] for i in range(40)], [i % 7 + 0.5 for i in range(40)], plan="kfold(4)"
    )
    moved = replace(values.dataset, target=values.dataset.target + 1)
    assert "the values of its rows" in told(replace(values, dataset=moved))
    assert "its task is" in told(replace(values, dataset=assessed.dataset))


def test_cells_of_an_experiment_are_those_of_its_assessments():
    data = {"a": IRIS, "b": IRIS.subset(np.arange(120))}
    found = foldwise.experiment("lda, gaussian-nb", data, plan="kfold(3)", measures="error")
    first, *others = found.cells
    wider = replace(first.finding, interval=replace(first.finding.interval, high=0.9))
    assert not told(found)
    assert "there twice, and differs" in told(replace(found, cells=(replace(first, finding=wider), *others)))
    assert "neither a value nor a reason" in told(replace(found, cells=(replace(first, finding=None), *others)))
    assert "another level" in told(replace(found, level=0.5))
    assert "its models are not" in told(replace(found, models=("lda",)))
    assert "a cell is there twice" in told(replace(found, cells=(*found.cells, first)))
    assert "there twice, and differs" in told(replace(found, assessments={"a": found.assessments["a"]}))
