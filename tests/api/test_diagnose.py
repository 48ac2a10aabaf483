import json

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import foldwise
from foldwise.errors import FitError, InputError, MeasureError
from tests.diagnosing.subjects import classes, values


@pytest.fixture(scope="module")
def full():
    X, y = classes(150, gap=1.5)
    return foldwise.diagnose("tree", pd.DataFrame(X, columns=list("abcd")), y, samples=20, progress=None)


def test_every_part_is_there(full):
    assert full.left_out == {}
    for name in (
        "instability",
        "learning_curve",
        "complexity",
        "verdict",
        "criteria",
        "capacity",
        "slices",
        "importance",
    ):
        assert getattr(full, name) is not None
    assert full.decompositions
    assert full.calibration
    assert full.advice
    assert full.error == full.finding().estimate.value
    assert full.to_frame().columns[:9].tolist() == [
        *("model", "measure", "value", "low", "high", "level", "method", "plan", "fits"),
    ]


def test_the_document_holds_every_part_and_only_numbers_that_exist(full):
    told = json.loads(full.to_json())
    assert told["verb"] == "diagnose"
    assert {"bias_variance", "instability", "learning_curve", "complexity_curve", "verdict", "criteria"} <= set(told)
    assert {"capacity", "calibration", "slices", "importance", "label_suspects", "checks", "advice"} <= set(told)
    assert [one["rank"] for one in told["advice"]] == list(range(1, len(told["advice"]) + 1))


def test_the_text_fits_80_columns(full):
    assert max(map(len, str(full).split("\n"))) <= 80
    assert repr(full).startswith("<Diagnosis of tree on ")
    assert full._repr_html_().startswith("<div class='foldwise'>")


def test_rows_are_told_one_by_one(full):
    frame = full.rows_frame()
    assert len(frame) == 150
    assert {"loss", "bias", "variance", "flips", "suspect"} <= set(frame.columns)


def test_the_same_seed_gives_the_same_bits_for_any_number_of_jobs():
    X, y = classes(100)
    kwargs = {"parts": "bias-variance,learning-curve,importance", "samples": 10, "seed": 3, "progress": None}
    one, two = (foldwise.diagnose("tree", X, y, jobs=jobs, **kwargs).to_json() for jobs in (1, 2))
    assert one == two


def test_texts_as_labels_gaps_and_frames():
    X, y = values(120)
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(town=np.where(y > 0, "A", "B"))
    frame.loc[3, "a"] = np.nan
    found = foldwise.diagnose("tree", frame, np.where(y > 1, "yes", "no"), samples=10, progress=None)
    assert found.importance.columns[0].column in ("a", "town")


def test_groups_are_never_cut_and_order_leaves_parts_out():
    X, y = classes(150)
    grouped = foldwise.diagnose("lda", X, y, groups=np.repeat(np.arange(30), 5), samples=10, progress=None)
    assert grouped.plan.startswith("group-kfold")
    assert grouped.decompositions
    late = foldwise.diagnose("lda", X, y, order=np.arange(150), samples=10, progress=None)
    assert late.plan.startswith("forward")
    assert {"bias-variance", "instability", "learning-curve"} <= set(late.left_out)


def test_weights_are_honoured_or_left_out_with_the_reason():
    X, y = values(120)
    found = foldwise.diagnose("linear", X, y, weights=np.linspace(1, 2, 120), samples=10, progress=None)
    assert found.learning_curve is not None
    assert found.importance is not None
    assert "weights" in found.left_out["bias-variance"]


class Picky(ClassifierMixin, BaseEstimator):
    """Refuses training sets of fewer than 40 rows."""

    def fit(self, X, y):
        if len(X) < 40:
            raise ValueError("too few")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def test_a_model_that_fails_on_few_rows_keeps_what_it_can():
    found = foldwise.diagnose(Picky(), *classes(100), parts="learning-curve,slices", jobs=1, progress=None)
    assert "too few" in found.left_out["learning-curve"]
    assert "slices" not in found.left_out


def test_a_model_that_always_fails_raises():
    with pytest.raises(FitError, match="too few"):
        foldwise.diagnose(Picky(), *classes(30), parts="checks", jobs=1, progress=None)


def test_progress_is_told_of_all_fits_together():
    heard = []
    X, y = classes(100)
    foldwise.diagnose(
        "gaussian-nb",
        X,
        y,
        parts="bias-variance",
        samples=10,
        progress=lambda done, total, _: heard.append((done, total)),
    )
    assert heard[-1][0] == heard[-1][1] == 70
    assert [one for one, _ in heard] == sorted(one for one, _ in heard)


def test_ten_rows_leave_parts_out_and_do_not_fail():
    X, y = classes(12)
    found = foldwise.diagnose("gaussian-nb", X, y, samples=10, progress=None)
    assert {"learning-curve", "slices"} <= set(found.left_out)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"parts": "bias"}, InputError),
        ({"measure": "auc"}, MeasureError),
        ({"samples": 1}, InputError),
        ({"level": 95}, InputError),
        ({"train": True}, InputError),
    ],
)
def test_what_makes_no_sense_is_refused(given, error):
    with pytest.raises(error):
        foldwise.diagnose("lda", *classes(40), progress=None, **given)


def test_two_models_are_refused():
    with pytest.raises(InputError, match="one model"):
        foldwise.diagnose(["lda", "tree"], *classes(40), progress=None)
