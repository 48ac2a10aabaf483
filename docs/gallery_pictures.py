"""Draws the pictures of the gallery, the how-tos and the README anew: `python docs/gallery_pictures.py`, then look at them.

The pictures of pages need Chromium and playwright (the extra ``dev``); without them they are left as they are.
"""

from __future__ import annotations

import shutil
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import foldwise
from foldwise import charts
from foldwise.diagnoses import Decomposition, extrapolate
from foldwise.diagnoses import instability as instability_of
from foldwise.ensembles import AdaBoostM1, BaggedClassifier, ForestClassifier
from foldwise.intervals import simulated_coverage

STATIC = Path(__file__).parent / "_static"
FOLDER = STATIC / "gallery"
MANY_MARKS = ("instability", "prediction-error", "residuals", "roc")
"""Charts of so many marks that a bitmap is the smaller picture."""


def drawn() -> dict[str, object]:
    """Every chart of the catalogue, from rows that come along."""
    cancer, iris, mpg = (foldwise.sample(name) for name in ("breast-cancer", "iris", "auto-mpg"))
    compared = foldwise.compare(
        "logistic, knn, tree", cancer, measures="error, auc", plan="kfold(10, repeats=3)", test="corrected-t"
    )
    values = foldwise.assess("ridge, knn", mpg, plan="kfold(10)", measures="rmse")
    files = {"iris": iris, "breast-cancer": cancer}
    tried = foldwise.experiment("lda, gaussian-nb, knn", files, plan="kfold(10)")
    chosen = foldwise.select("knn", {"n_neighbors": [1, 3, 5, 9, 25, 75]}, cancer, plan="kfold(10)", train=True)
    boosted = AdaBoostM1(n_estimators=20, random_state=0).fit(iris.X, iris.target).trace_
    filled = cancer.X.fillna(0)
    forest = ForestClassifier(n_estimators=100, random_state=0).fit(filled, cancer.target)
    sizes = {n: BaggedClassifier(n_estimators=n, random_state=0).fit(iris.X, iris.target) for n in (20, 40, 80, 160)}
    rng = np.random.default_rng(0)
    rows = np.array([20.0, 40, 80, 160, 320, 640])
    curve = extrapolate(rows, 0.1 + 0.8 * rows**-0.5 + 0.004 * rng.normal(size=6), np.full(6, 0.01))
    parts = Decomposition("squared", *(rng.random((3, 80)) * [[0.3], [0.2], [0.1]]), np.zeros(80), np.full(80, 10))
    models = ("logistic", "knn", "tree")
    diagnosed = foldwise.diagnose("tree", cancer, parts="slices, criteria")

    def curves(name: str) -> dict[str, object]:
        return {model: compared.assessment.curve(name, model) for model in models}

    single = compared.assessment.curve("roc", "logistic")
    residuals = values.curve("residuals", "knn")
    return {
        "interval-leaderboard": charts.interval_leaderboard(compared),
        "pairwise-differences": charts.pairwise_differences(compared),
        "posterior": charts.posterior(compared.judgement("logistic", "tree")),
        "critical-difference": charts.critical_difference(tried),
        "roc": charts.roc(single, point=single.best_point(fn=5, fp=1)),
        "precision-recall": charts.precision_recall(curves("precision-recall")),
        "det": charts.det(curves("det")),
        "gain": charts.gain(curves("gain")),
        "cost-curve": charts.cost_curve(curves("cost")),
        "calibration": charts.calibration(curves("calibration")),
        "decision-curve": charts.decision_curve(curves("decision")),
        "risk-coverage": charts.risk_coverage(curves("risk-coverage")),
        "confusion-matrix": charts.confusion_matrix(compared.assessment.confusion("tree"), rates=True),
        "residuals": charts.residuals(residuals),
        "prediction-error": charts.prediction_error(residuals),
        "fold-variability": charts.fold_variability(compared.predictions, compared.measures[0]),
        "complexity": charts.complexity(chosen.complexity_curve("n_neighbors")),
        "learning-curve": charts.learning_curve(curve),
        "bias-variance": charts.bias_variance(parts),
        "instability": charts.instability(
            instability_of(np.clip(rng.random((120, 1)) + 0.08 * rng.normal(size=(120, 60)), 0, 1))
        ),
        "boosting-trace": charts.boosting_trace(boosted),
        "margins": charts.margins(boosted.margins),
        "ensemble-size": charts.ensemble_size({n: one.out_of_bag_ for n, one in sizes.items()}),
        "importance": charts.importance(forest.importance(filled, cancer.target, random_state=0)),
        "slices": charts.slices(diagnosed.slices),
        "optimism": charts.optimism(diagnosed),
        "coverage-study": charts.coverage_study(simulated_coverage("corrected-t")[:6]),
        "chance": charts.chance(foldwise.permutation_test("gaussian-nb", iris, measure="error", permutations=199)),
    }


def pictures_of_pages() -> list[Path]:
    """Pages of several verbs as a browser shows them, for the README and the how-tos."""
    browser = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return []
    if browser is None:
        return []
    cancer = foldwise.sample("breast-cancer")
    shown = {
        "demo": (foldwise.assess(("logistic", "knn", "tree"), cancer), "", 740),
        "howto/compare": (foldwise.compare("logistic, knn, tree", cancer, measures="error, auc"), "", 1000),
        "howto/score": (_scored(), "#models", 900),
        "howto/diagnose": (foldwise.diagnose("tree", cancer), "#charts", 900),
        "howto/improve": (foldwise.improve("tree", cancer, variants="bagging, boosting", measures="error"), "", 820),
    }
    written = []
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for name, (result, part, height) in shown.items():
            page, path = Path(folder) / "page.html", STATIC / f"{name}.png"
            path.parent.mkdir(exist_ok=True)
            result.report(page)
            view = opened.new_page(viewport={"width": 1000, "height": height})
            view.goto(page.as_uri())
            (view.locator(part) if part else view).screenshot(path=path)
            written.append(path)
        opened.close()
    return written


def _scored() -> object:
    """Two systems that answered the same rows, one of them better."""
    rng = np.random.default_rng(0)
    truth = np.where(rng.random(600) < 0.3, "ill", "well")
    good, poor = (1 / (1 + np.exp(-rng.normal(scale * ((truth == "ill") - 0.4)))) for scale in (4, 2))
    labels = {name: np.where(one > 0.5, "ill", "well") for name, one in (("new", good), ("old", poor))}
    return foldwise.score(truth, labels, scores={"new": good, "old": poor}, positive="ill", costs="fn=5,fp=1")


def fewer_colours(path: Path) -> None:
    """Store a bitmap with 64 colours, which is enough for a chart and a third of the size."""
    if path.suffix == ".png":
        from PIL import Image

        Image.open(path).convert("RGB").quantize(64).save(path, optimize=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    FOLDER.mkdir(exist_ok=True)
    for name, chart in drawn().items():
        path = charts.save_chart(chart, FOLDER / f"{name}{'.png' if name in MANY_MARKS else '.svg'}")
        fewer_colours(path)
    for path in pictures_of_pages():
        fewer_colours(path)
