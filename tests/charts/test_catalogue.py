"""Every chart is drawn from its value, has words for those who cannot see it, labelled axes, and a table behind it."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import foldwise
from foldwise import charts
from foldwise.charts import CHARTS, dark, save_chart, table_of
from foldwise.diagnoses import Decomposition, extrapolate, find_slices
from foldwise.diagnoses import instability as instability_of
from foldwise.ensembles import AdaBoostM1, BaggedClassifier, Importance
from foldwise.errors import InputError
from foldwise.intervals import simulated_coverage
from tests.reports.report.results import result_of

IRIS = foldwise.sample("iris")
SIZES = np.array([20.0, 40, 80, 160, 320, 640])
RNG = np.random.default_rng(0)


@cache
def curve_of(name, model):
    return result_of("compare").assessment.curve(name, model)


def curve(name):
    return lambda: ({"logistic": curve_of(name, "logistic")},)


def judgement():
    found = foldwise.compare("lda, knn", IRIS, measures="error", plan="kfold(10, repeats=3)", test="corrected-t")
    return found.judgement("lda", "knn")


def bagged(size):
    return BaggedClassifier(n_estimators=size, random_state=0).fit(IRIS.X, IRIS.target).out_of_bag_


def boosted():
    return AdaBoostM1(n_estimators=5, random_state=0).fit(IRIS.X, IRIS.target).trace_


def chosen():
    found = foldwise.select("knn", {"n_neighbors": [1, 5, 25]}, IRIS, plan="kfold(5)", train=True)
    return found.complexity_curve("n_neighbors")


@cache
def residual_curve():
    return result_of("assess").curve("residuals", "knn")


def weak_slices():
    town = np.array(["A", "B"] * 200)
    return find_slices({"town": town}, RNG.random(400) + (town == "A"))


@cache
def diagnosed(model="knn", data="breast-cancer", parts="criteria, instability, importance"):
    return foldwise.diagnose(model, foldwise.sample(data), plan="kfold(5)", parts=parts, samples=10)


VALUES = {
    "interval-leaderboard": lambda: (result_of("compare"),),
    "pairwise-differences": lambda: (result_of("compare"),),
    "posterior": lambda: (judgement(),),
    "critical-difference": lambda: (result_of("experiment"),),
    "roc": curve("roc"),
    "precision-recall": curve("precision-recall"),
    "det": curve("det"),
    "gain": curve("gain"),
    "cost-curve": curve("cost"),
    "calibration": curve("calibration"),
    "decision-curve": curve("decision"),
    "risk-coverage": curve("risk-coverage"),
    "confusion-matrix": lambda: (result_of("compare").assessment.confusion("tree"),),
    "residuals": lambda: (residual_curve(),),
    "prediction-error": lambda: (residual_curve(),),
    "fold-variability": lambda: (result_of("compare").predictions, result_of("compare").measures[0]),
    "complexity": lambda: (chosen(),),
    "learning-curve": lambda: (extrapolate(SIZES, 0.1 + 0.8 * SIZES**-0.5, np.full(6, 0.01)),),
    "bias-variance": lambda: (Decomposition("squared", *RNG.random((3, 30)), np.zeros(30), np.full(30, 9)),),
    "instability": lambda: (instability_of(RNG.random((40, 20))),),
    "boosting-trace": lambda: (boosted(),),
    "margins": lambda: (RNG.uniform(-1, 1, 5000),),
    "ensemble-size": lambda: ({size: bagged(size) for size in (20, 40)},),
    "importance": lambda: (Importance(["a", "b"], np.array([0.1, 0.3]), np.array([0.01, 0.02])),),
    "slices": lambda: (weak_slices(),),
    "optimism": lambda: (diagnosed(),),
    "coverage-study": lambda: (simulated_coverage("corrected-t")[:4],),
    "chance": lambda: (result_of("permutation-test"),),
}


def axes_of(spec):
    """Encodings of a chart and of all its parts."""
    yield from (spec.get("encoding", {}).get(side, {}) for side in ("x", "y") if side in spec.get("encoding", {}))
    for key in ("layer", "vconcat"):
        for part in spec.get(key, []):
            yield from axes_of(part)


def test_every_chart_of_the_catalogue_is_tried():
    assert set(VALUES) == {kind.name for kind in CHARTS}
    assert all(kind.what and kind.value for kind in CHARTS)


@pytest.mark.parametrize("kind", CHARTS, ids=lambda kind: kind.name)
def test_a_chart_is_described_labelled_bounded_and_has_its_numbers(kind):
    chart = kind.draw(*VALUES[kind.name]())
    spec = chart.to_dict()
    assert spec["description"].endswith(".")
    assert spec["title"]["text"]
    titles = [axis["title"] for axis in axes_of(spec) if axis.get("title")]
    assert titles
    assert len(table_of(chart)) > 0
    assert len(json.dumps(spec)) < 200_000


@pytest.mark.parametrize(
    ("model", "data", "said"),
    [
        ("tree", "breast-cancer", "of the decisions differ"),
        ("ridge", "auto-mpg", "a prediction varies by"),
        ("svm", "iris", "of the labels differ"),
    ],
)
def test_instability_of_a_diagnosis_is_drawn_for_probabilities_values_and_labels(model, data, said):
    part = diagnosed(model, data, "instability").instability
    chart = charts.instability(part)
    assert said in chart.to_dict()["description"]
    assert len(table_of(chart)) > 5


@pytest.mark.parametrize(
    "name", ["roc", "precision-recall", "det", "gain", "cost-curve", "decision-curve", "risk-coverage"]
)
def test_curves_of_several_models_have_bands(name):
    kind = next(one for one in CHARTS if one.name == name)
    asked = {"cost-curve": "cost", "decision-curve": "decision"}.get(name, name)
    curves = {model: curve_of(asked, model) for model in ("logistic", "tree")}
    table = table_of(kind.draw(curves))
    assert set(table.dropna(subset=["low", "high"])["model"]) == {"logistic", "tree"}


def test_learning_curves_of_several_models_share_a_chart():
    one = extrapolate(SIZES, 0.1 + 0.8 * SIZES**-0.5, np.full(6, 0.01))
    chart = charts.learning_curve({"a": one, "b": one})
    assert set(table_of(chart)["model"].dropna()) == {"a", "b"}
    with pytest.raises(InputError, match="no learning curve"):
        charts.learning_curve({})


def test_importance_of_a_diagnosis_is_drawn_with_its_own_intervals():
    part = diagnosed().importance
    table = table_of(charts.importance(part)).dropna(subset=["label"])
    first = part.columns[0]
    row = table[table["label"] == first.column].iloc[0]
    assert (row["low"], row["high"]) == pytest.approx((first.low, first.high), rel=1e-5)


@pytest.mark.parametrize("name", ["interval-leaderboard", "gain"])
def test_a_chart_is_rendered_within_400_pixels(name, tmp_path):
    kind = next(one for one in CHARTS if one.name == name)
    data = save_chart(kind.draw(*VALUES[name]()), tmp_path / "x.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    width = int.from_bytes(data[16:20], "big") / 2
    assert 200 < width <= 400


def test_a_chart_has_a_dark_form():
    chart = dark(next(one for one in CHARTS if one.name == "margins").draw([0.5, -0.5]))
    assert chart.to_dict()["config"]["background"] == "#14171c"


def test_charts_are_importable_without_altair_and_say_what_is_missing():
    program = (
        "import sys; sys.modules['altair'] = None; import foldwise; from foldwise import charts\n"
        "try: charts.margins([0.5])\n"
        "except foldwise.errors.MissingExtraError as error: print(error)\n"
        "else: sys.exit(1)"
    )
    program = program.replace("import foldwise;", "import foldwise, foldwise.errors;")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, "foldwise[charts]" in done.stdout) == (0, True), done.stderr


def test_the_gallery_shows_every_chart():
    docs = Path(__file__).parents[2] / "docs"
    text = (docs / "gallery.md").read_text(encoding="utf-8")
    for kind in CHARTS:
        assert f"`charts.{kind.draw.__name__}`: {kind.what}, from {kind.value}." in text
    lines = [ast.parse(code) for code in re.findall(r"```python\n(charts\.\w+\(.*)\n```", text)]
    assert {line.body[0].value.func.attr for line in lines} == {kind.draw.__name__ for kind in CHARTS}
    pictures = re.findall(r"\{image\} (\S+)", text)
    assert len(pictures) == len(CHARTS)
    assert all((docs / one).is_file() for one in pictures)
