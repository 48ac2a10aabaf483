"""The cells of an experiment."""

from dataclasses import replace

import pytest
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.engine import Settings
from foldwise.errors import InputError
from foldwise.experiments import TrialRun
from foldwise.measures import as_measures

IRIS = foldwise.sample("iris")


def assess(models, dataset, progress):
    return foldwise.assess(models, dataset, plan="kfold(3)", measures="error", baseline=False, progress=progress)


TRIAL = TrialRun(
    assess=assess,
    models={"nb": GaussianNB(), "flat": GaussianNB(var_smoothing=1.0)},
    measures=as_measures("error"),
    level=0.95,
    reference="nb",
    baseline=False,
    settings=Settings(),
)


def test_every_dataset_has_a_cell_of_every_model():
    cells, assessments = TRIAL.run({"iris": IRIS}, {}, None)
    assert [(one.dataset, one.model, one.cause) for one in cells] == [("iris", "nb", ""), ("iris", "flat", "")]
    assert cells[0].verdict is None
    assert cells[1].verdict is not None
    assert assessments["iris"].models == ("nb", "flat")


def test_progress_counts_every_dataset_the_same():
    told = []
    TRIAL.run({"a": IRIS, "b": IRIS}, {}, lambda done, total, what: told.append((done / total, what.split(":")[0])))
    assert told[-1] == (1.0, "b")
    assert max(share for share, name in told if name == "a") == pytest.approx(0.5)


def test_models_are_assessed_alone_where_all_together_are_refused():
    def refuses(models, dataset, progress):
        if "flat" in models:
            message = "not this one"
            raise InputError(message)
        return assess(models, dataset, progress)

    cells, _ = replace(TRIAL, assess=refuses).run({"iris": IRIS}, {}, None)
    assert [one.cause for one in cells] == ["", "not this one"]


def test_a_dataset_that_was_not_read_has_cells_with_the_cause():
    cells, assessments = TRIAL.run({"iris": IRIS}, {"lost": "there is no such file"}, None)
    assert [one.cause for one in cells if one.dataset == "lost"] == ["there is no such file"] * 2
    assert list(assessments) == ["iris"]
