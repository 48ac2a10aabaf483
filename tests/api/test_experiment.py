"""`experiment`, end to end."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.data import Dataset, Task
from foldwise.errors import InputError, UnknownNameError
from tests.engine.models import Crashing

rng = np.random.default_rng(1)


def world(seed, n=80, shift=1.6):
    """Two classes told apart by the first of three columns."""
    draw = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = draw.normal(size=(n, 3))
    X[:, 0] += shift * (2 * y - 1)
    return Dataset(X=X, target=y, task=Task.CLASSIFICATION, name=f"w{seed}")


WORLDS = {f"w{seed}": world(seed) for seed in range(10)}
NEVER = GaussianNB(priors=[1 - 1e-12, 1e-12])
MODELS = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB(), "none": NEVER}
RESULT = foldwise.experiment(MODELS, WORLDS, plan="kfold(5)")


def test_every_cell_has_the_value_that_assess_gives():
    alone = foldwise.assess(MODELS["nb"], WORLDS["w3"], plan="kfold(5)", measures="error")
    assert RESULT.cell("w3", "nb").value == alone.to_frame()["value"][0]
    assert RESULT.table().shape == (10, 4)
    assert RESULT.models == ("lda", "nb", "none")
    assert RESULT.columns == ("lda", "nb", "none", "baseline")


def test_marks_and_counts_against_the_reference():
    assert RESULT.reference == "lda"
    assert {RESULT.cell(name, "none").mark for name in RESULT.datasets} == {"*"}
    assert RESULT.wins("none") == (0, 0, 10)
    assert RESULT.cell("w0", "lda").verdict is None
    turned = foldwise.experiment(MODELS, WORLDS, plan="kfold(5)", reference="none")
    assert turned.cell("w0", "lda").mark == "v"


def test_ranks_and_tests_over_datasets():
    assert list(RESULT.mean_ranks())[-1] == "none"
    assert RESULT.friedman().p_value_f < 0.01
    table = RESULT.pairs()
    assert list(table.columns[:9]) == [
        "a",
        "b",
        "measure",
        "difference",
        "low",
        "high",
        "p_value",
        "p_adjusted",
        "verdict",
    ]
    assert len(table) == 3
    worst = table.query("b == 'none'")
    assert (worst["wins"] == 10).all()
    assert (worst["verdict"] == "better").all()
    assert RESULT.nemenyi().value == pytest.approx(2.343 * np.sqrt(12 / 60), abs=1e-3)


def test_posteriors_are_questions_put_to_the_result():
    assert RESULT.rope() == 0.01
    assert RESULT.signed_rank("none", "lda").shares().right > 0.95
    assert RESULT.hierarchical("none", "lda").on_new(0.01).shares().right > 0.95
    assert RESULT.signed_rank("nb", "lda", rope=0.2).shares().rope > 0.95


def test_the_frame_has_one_row_per_cell():
    frame = RESULT.to_frame()
    assert list(frame.columns[:10]) == [
        "dataset",
        "model",
        "measure",
        "value",
        "low",
        "high",
        "level",
        "method",
        "plan",
        "fits",
    ]
    assert len(frame) == 40
    assert frame.query("dataset == 'w0' and model != 'baseline'")["rank"].sum() == 6
    assert frame.query("model == 'baseline'")["rank"].isna().all()


def test_the_json_and_the_tables():
    told = json.loads(RESULT.to_json())
    assert (told["verb"], len(told["rows"]), len(told["pairs"])) == ("experiment", 40, 3)
    assert told["friedman"]["chi2"] == pytest.approx(RESULT.friedman().chi2)
    assert pd.read_csv(__import__("io").StringIO(RESULT.to_csv())).shape[0] == 40


def test_a_failing_cell_is_shown_and_not_hidden():
    marked = {name: replace(WORLDS[name], X=WORLDS[name].X.copy()) for name in ("w1", "w2", "w3")}
    for name, dataset in marked.items():
        dataset.X[: 1 if name == "w2" else None, 0] = 7.0
    result = foldwise.experiment({**MODELS, "weak": Crashing(7.0)}, marked, plan="kfold(5)", jobs=1)
    cell = result.cell("w2", "weak")
    assert (cell.mark, np.isnan(cell.value)) == ("!", True)
    assert cell.cause.startswith("1 of 5 fits failed; LinAlgError")
    assert result.failures == (cell,)
    assert len(result.standings().complete) == 2
    assert "weak on w2: 1 of 5 fits failed" in str(result)
    assert "1 dataset with failed cells is not ranked." in result.verdict()
    assert result.to_frame().query("mark == '!'")["cause"].tolist() == [cell.cause]


def test_a_model_that_is_not_for_the_task_fails_alone():
    result = foldwise.experiment("lda, linear, gaussian-nb", {"w1": WORLDS["w1"], "w2": WORLDS["w2"]}, plan="kfold(5)")
    assert result.cell("w1", "linear").cause == "model 'linear' is for regression, and this is classification"
    assert result.standings().models == ("lda", "gaussian-nb")
    assert "linear on all datasets" in str(result)
    assert result.wins("linear") == (0, 0, 0)


def test_a_measure_that_one_model_cannot_answer_fails_its_cells_only():
    models = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB(), "labels": Labels()}
    worlds = {"w1": WORLDS["w1"], "w2": WORLDS["w2"]}
    result = foldwise.experiment(models, worlds, plan="kfold(5)", measures="auc", jobs=1)
    assert "auc needs scores" in result.cell("w1", "labels").cause
    assert result.cell("w1", "nb").value > 0.5
    assert result.cell("w1", "baseline").value == 0.5


class Labels(GaussianNB):
    """Gives labels only."""

    def __getattribute__(self, name):
        if name in ("predict_proba", "decision_function", "predict_log_proba"):
            raise AttributeError(name)
        return super().__getattribute__(name)

    def predict(self, X):
        return self.classes_[self._joint_log_likelihood(X).argmax(axis=1)]


def test_the_reference_may_fail():
    result = foldwise.experiment(
        {"bad": Crashing(), **MODELS}, {"w1": WORLDS["w1"], "w2": WORLDS["w2"]}, plan="kfold(5)", jobs=1
    )
    assert result.reference == "bad"
    assert result.cell("w1", "lda").verdict is None
    assert not result.cell("w1", "lda").cause


def test_a_plan_that_does_not_fit_one_dataset_fails_there():
    small = Dataset(X=rng.normal(size=(8, 2)), target=np.arange(8) % 2, task=Task.CLASSIFICATION, name="small")
    result = foldwise.experiment(MODELS, {"w1": WORLDS["w1"], "small": small}, plan="kfold(10)")
    assert "needs at least 10 rows, not 8" in result.cell("small", "lda").cause
    assert list(result.assessments) == ["w1"]


@pytest.mark.filterwarnings("ignore:datasets .* have the same rows")
def test_datasets_come_in_many_forms(tmp_path):
    dataset = WORLDS["w1"]
    frame = pd.DataFrame(dataset.X, columns=["a", "b", "c"]).assign(label=np.where(dataset.target, "yes", "no"))
    frame.to_csv(tmp_path / "rows.csv", index=False)
    frame.rename(columns={"label": "other"}).to_csv(tmp_path / "more.csv", index=False)
    result = foldwise.experiment(
        "lda, gaussian-nb",
        {
            "file": tmp_path / "rows.csv",
            "pair": (dataset.X, dataset.target),
            "frame": frame.rename(columns={"label": "y"}),
        },
        target={"file": "label", "frame": "y"},
        plan="kfold(5)",
    )
    values = result.table()["lda"]
    assert values["file"] == values["pair"] == values["frame"]
    listed = foldwise.experiment(
        "lda, gaussian-nb", [tmp_path / "rows.csv", dataset, dataset], target="label", plan="kfold(5)"
    )
    assert listed.datasets == ("rows", "w1", "w1-2")


def test_real_targets_are_compared_by_their_relative_error():
    worlds = {
        f"r{seed}": (X, X[:, 0] + np.random.default_rng(seed).normal(size=60))
        for seed in range(3)
        for X in [np.random.default_rng(seed).normal(size=(60, 2))]
    }
    result = foldwise.experiment("linear, ridge", worlds, plan="kfold(5)")
    assert result.measure.name == "rrse"
    assert result.rope() == pytest.approx(0.01, rel=0.05)


def test_progress_counts_all_datasets():
    heard = []
    foldwise.experiment(
        MODELS,
        {"w1": WORLDS["w1"], "w2": WORLDS["w2"]},
        plan="kfold(5)",
        engine="generic",
        progress=lambda *told: heard.append(told),
    )
    assert heard[-1][:2] == (40, 40)
    assert heard[-1][2].startswith("w2: ")


def test_two_models_on_one_dataset_are_too_few_for_ranks():
    result = foldwise.experiment("lda, gaussian-nb", {"w1": WORLDS["w1"]}, plan="kfold(5)")
    assert "Too few datasets to compare models over them." in result.verdict()
    assert result.pairs().empty
    assert json.loads(result.to_json())["friedman"] is None


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"reference": "ldb"}, UnknownNameError, "no model to take as reference called 'ldb'; try 'lda'"),
        ({"adjust": "holms"}, UnknownNameError, "try 'holm'"),
        ({"level": 95}, InputError, "try 0.95"),
        ({"measures": "acuracy"}, UnknownNameError, "try 'accuracy'"),
    ],
)
def test_bad_requests_get_one_clear_sentence(settings, error, message):
    with pytest.raises(error, match=message):
        foldwise.experiment(MODELS, WORLDS, **settings)


def test_a_dataset_that_cannot_be_read_is_named_and_does_not_stop_the_others(tmp_path):
    found = foldwise.experiment(MODELS, {"b": tmp_path / "nothing.csv", "a": WORLDS["w1"], "c": WORLDS["w2"]})
    assert {cell.dataset for cell in found.failures} == {"b"}
    assert all("nothing.csv" in cell.cause for cell in found.failures)
    alone = foldwise.experiment(MODELS, {"a": WORLDS["w1"], "c": WORLDS["w2"]})
    assert [one for one in found.cells if one.dataset != "b"] == list(alone.cells)
    assert "nothing.csv" in str(found)


def test_where_no_dataset_can_be_read_the_last_is_named(tmp_path):
    with pytest.raises(InputError, match=r"dataset 'b': .*nothing.csv"):
        foldwise.experiment(MODELS, {"b": tmp_path / "nothing.csv"})


def test_classes_and_values_do_not_mix():
    real = (rng.normal(size=(40, 2)), rng.normal(size=40))
    with pytest.raises(InputError, match="some of the datasets have classes as target and some have real values"):
        foldwise.experiment(MODELS, {"a": WORLDS["w1"], "b": real})


def test_no_dataset_is_refused():
    with pytest.raises(InputError, match="no dataset was given"):
        foldwise.experiment(MODELS, {})


@pytest.mark.parametrize(
    "question",
    [lambda r: r.cell("w99", "lda"), lambda r: r.cell("w1", "ldb"), lambda r: r.cell("w1", "lda", "auc")],
)
def test_unknown_cells_are_refused(question):
    with pytest.raises(UnknownNameError, match="in this experiment called"):
        question(RESULT)


def test_a_misspelt_model_is_refused_before_anything_is_fitted():
    with pytest.raises(UnknownNameError, match="there is no model called 'lad'; try 'lda'"):
        foldwise.experiment("gaussian-nb, lad", WORLDS)
