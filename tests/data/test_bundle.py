"""The datasets that come with foldwise."""

import csv
from pathlib import Path

import pytest

import foldwise.data.bundle
from foldwise.data import SAMPLES, Task, sample, sample_path
from foldwise.errors import UnknownNameError

SIZES = {"auto-mpg": (398, 8, 6), "breast-cancer": (699, 9, 16), "iris": (150, 4, 0)}


@pytest.mark.parametrize("name", SAMPLES)
def test_sizes_are_those_of_the_source(name):
    dataset = sample(name)
    assert (dataset.name, dataset.n, dataset.p, sum(column.missing for column in dataset.columns)) == (
        name,
        *SIZES[name],
    )


def test_classes_have_their_names():
    assert sample("iris").class_counts.tolist() == [50, 50, 50]
    assert sample("iris").classes == ("setosa", "versicolor", "virginica")
    cancer = sample("breast-cancer")
    assert dict(zip(cancer.classes, cancer.class_counts.tolist(), strict=True)) == {"benign": 458, "malignant": 241}
    assert list(sample("auto-mpg").X["origin"].cat.categories) == ["europe", "japan", "usa"]
    assert sample("auto-mpg").task is Task.REGRESSION


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_has_plain_names_and_a_stated_origin(name):
    path = sample_path(name)
    with path.open(newline="") as file:
        header = next(csv.reader(file))
    assert all(field.isidentifier() and field == field.lower() for field in header)
    origin = (Path(foldwise.data.bundle.__file__).parent / "samples" / "ORIGIN.md").read_text(encoding="utf-8")
    assert f"## {path.name}" in origin
    assert "CC BY 4.0" in origin
    assert path.stat().st_size < 30_000


def test_another_name_is_refused():
    with pytest.raises(UnknownNameError, match="there is no sample called 'titanic'"):
        sample("titanic")
