"""Every measure of the catalogue agrees with scikit-learn, scipy, or its formula written out, to 1e-12."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, special, stats
from sklearn import metrics
from sklearn.preprocessing import label_binarize

from foldwise.data import Task
from foldwise.measures import MEASURES, Measure, Outcomes, measure
from foldwise.measures.definitions.recalibration import intercept_and_slope, to_logit
from foldwise.predictions import ScoreKind
from tests.releases import brier_score, likelihood_ratios

NAN = {"zero_division": np.nan}
GAUSS = np.polynomial.legendre.leggauss(60)


class Cells(NamedTuple):
    tp: float
    fp: float
    fn: float
    tn: float


def cells(rows):
    """Counts of the positive class against the rest."""
    p, q = rows.truth == rows.positive, rows.output == rows.positive
    return Cells(*(float(np.sum(cell)) for cell in (p & q, ~p & q, p & ~q, ~p & ~q)))


def band(truth, score, low, high):
    """Area between two false positive rates, by the areas of scikit-learn up to either."""
    fpr, tpr, _ = metrics.roc_curve(truth, score, drop_intermediate=False)

    def up_to(limit):
        inside = np.searchsorted(fpr, limit, side="right")
        x, y = (
            np.append(fpr[:inside], limit),
            np.append(tpr[:inside], np.interp(limit, fpr[inside - 1 :], tpr[inside - 1 :])),
        )
        return metrics.auc(x, y)

    return up_to(high) - up_to(low)


def share(top, bottom):
    return top / bottom if bottom else np.nan


def rate(one):
    """Scikit-learn's function for a two-class rate with the mean over the classes as its other form."""

    def of(rows):
        if rows.classes == 2:
            return one(rows.truth, rows.output, pos_label=rows.positive, **NAN)
        return one(rows.truth, rows.output, average="macro", labels=range(rows.classes), **NAN)

    return of


def averaged(one, average):
    """Scikit-learn's own averages, with the classes of the schema that occur."""

    def of(rows):
        labels = np.union1d(rows.truth, rows.output)
        values = one(rows.truth, rows.output, average=None, labels=labels, **NAN)
        if average == "micro":
            return one(rows.truth, rows.output, average="micro")
        weights = np.bincount(rows.truth, minlength=rows.classes)[labels] if average == "weighted" else None
        kept = ~np.isnan(values)
        return np.average(values[kept], weights=None if weights is None else weights[kept])

    return of


def jaccard(truth, output, **options):
    """Scikit-learn's Jaccard knows no undefined value but 0 and 1; no class is absent here."""
    options.pop("zero_division", None)
    return metrics.jaccard_score(truth, output, **options)


def per_class(one, average=np.nanmean):
    """Apply to TP, FP, FN, TN: of the positive of two classes, else the mean over the classes."""

    def of(rows):
        if rows.classes == 2:
            return one(cells(rows))
        return average([one(cells(two)) for two in each(rows)])

    return of


def each(rows):
    return [rows.against_rest(str(code)) for code in range(rows.classes)]


def positive(rows):
    return rows.truth == rows.positive, rows.scores[:, rows.positive]


def specificities(rows):
    return [cells(two).tn / (cells(two).tn + cells(two).fp) for two in each(rows)]


def of_scores(one, several=np.mean):
    """Apply to (truth, score) of the positive of two classes, else the mean over the classes against the rest."""

    def of(rows):
        return one(*positive(rows)) if rows.classes == 2 else several([one(*positive(two)) for two in each(rows)])

    return of


def gain(truth, score, depth=0.1):
    """Random order among ties, on average: walk down the distinct scores."""
    left, found = depth * truth.size, 0.0
    for value in sorted(set(score), reverse=True):
        tied = score == value
        part = min(1, left / tied.sum())
        found, left = found + part * np.sum(tied & truth), left - part * tied.sum()
    return found / truth.sum()


def equal_error(truth, score):
    """Walk along the curve, one segment per unit, to where misses and false alarms are equal."""
    fpr, tpr, _ = metrics.roc_curve(truth, score, drop_intermediate=False)
    along = np.arange(fpr.size)

    def apart(t):
        return np.interp(t, along, fpr) - (1 - np.interp(t, along, tpr))

    return np.interp(optimize.brentq(apart, 0, fpr.size - 1, xtol=1e-15, rtol=1e-15), along, fpr)


def binned(rows, bins=15):
    """Bins of equal mass, row by row: a tied group goes where its middle lies."""
    if rows.classes == 2:
        p, o = rows.scores[:, rows.positive], rows.truth == rows.positive
    else:
        p, o = rows.scores.max(axis=1), rows.truth == rows.scores.argmax(axis=1)
    table = {}
    for value, hit in zip(p, o, strict=True):
        middle = (np.sum(p < value) + np.sum(p <= value)) / 2
        table.setdefault(min(int(middle * bins / p.size), bins - 1), []).append((value, hit))
    return [np.array(part, dtype=float) for part in table.values()]


def gaps(rows, bins=15):
    """Share, mean probability and observed share of each bin."""
    parts = binned(rows, bins)
    total = sum(len(part) for part in parts)
    return np.array([(len(part) / total, *part.mean(axis=0)) for part in parts]).T


def ece(rows):
    weight, p, o = gaps(rows)
    return np.sum(weight * np.abs(o - p))


def debiased(rows):
    weight, p, o = gaps(rows)
    n = weight * rows.size
    return np.sqrt(max(0, np.sum(weight * ((o - p) ** 2 - o * (1 - o) / np.maximum(n - 1, 1)))))


def hosmer_lemeshow(rows):
    weight, p, o = gaps(rows, 10)
    return np.sum(rows.size * weight * (o - p) ** 2 / (p * (1 - p)))


def murphy(which):
    def of(rows):
        total = 0.0
        for two in each(rows):
            weight, p, o = gaps(two)
            base = np.sum(weight * o)
            total += {
                "reliability": np.sum(weight * (o - p) ** 2),
                "resolution": np.sum(weight * (o - base) ** 2),
                "uncertainty": base * (1 - base),
            }[which]
        return total / 2 if rows.classes == 2 else total

    return of


def ranked_probability(rows):
    reached = np.cumsum(np.eye(rows.classes)[rows.truth], axis=1)
    return np.mean(np.sum((np.cumsum(rows.scores, axis=1) - reached) ** 2, axis=1)) / (rows.classes - 1)


def skill(one):
    def of(rows):
        shares = np.tile(np.bincount(rows.truth, minlength=rows.classes) / rows.size, (rows.size, 1))
        plain = Outcomes(rows.truth, rows.output, shares, ScoreKind.PROBABILITY, rows.classes, rows.positive)
        return 1 - measure(one).value(rows) / measure(one).value(plain)

    return of


def cost(rows):
    return np.mean([rows.costs[t, d] for t, d in zip(rows.truth, rows.output, strict=True)])


def risk_area(rows):
    """Integrate error over coverage, tied group by tied group: within one, errors come evenly."""
    sure, wrong = rows.scores[np.arange(rows.size), rows.output], rows.output != rows.truth
    area, answered, errors = 0.0, 0, 0
    for value in sorted(set(sure), reverse=True):
        size, bad = np.sum(sure == value), np.sum(wrong[sure == value])
        place = answered + size * (1 + GAUSS[0]) / 2
        risk = (errors + (place - answered) * bad / size) / place
        area += size * np.sum(GAUSS[1] * risk) / 2
        answered, errors = answered + size, errors + bad
    return area / rows.size


def excess(rows):
    r = np.mean(rows.output != rows.truth)
    return risk_area(rows) - (r + special.xlog1py(1 - r, -r))


def d2_pinball(rows):
    return metrics.d2_pinball_score(rows.truth, rows.output, alpha=0.5)


def ccc(rows):
    y, f = rows.truth, rows.output
    return 2 * np.cov(y, f, ddof=0)[0, 1] / (y.var() + f.var() + (y.mean() - f.mean()) ** 2)


def values(one):
    return lambda rows: one(rows.truth, rows.output)


def labels(one, **options):
    return lambda rows: one(rows.truth, rows.output, **options)


def mean_abs(rows):
    return np.abs(rows.truth - rows.truth.mean()).sum()


LABELS = {
    "error": labels(metrics.zero_one_loss),
    "accuracy": labels(metrics.accuracy_score),
    "balanced-error": lambda rows: 1 - metrics.balanced_accuracy_score(rows.truth, rows.output),
    "balanced-accuracy": labels(metrics.balanced_accuracy_score),
    "macro-balanced-accuracy": lambda rows: np.mean(
        [metrics.balanced_accuracy_score(two.truth, two.output) for two in each(rows)]
    ),
    "g-mean": lambda rows: stats.gmean(metrics.recall_score(rows.truth, rows.output, average=None, zero_division=0)),
    "precision": rate(metrics.precision_score),
    "recall": rate(metrics.recall_score),
    "specificity": per_class(lambda c: c.tn / (c.tn + c.fp)),
    "f1": rate(metrics.f1_score),
    "jaccard": rate(jaccard),
    "npv": per_class(lambda c: share(c.tn, c.tn + c.fn)),
    "fpr": per_class(lambda c: c.fp / (c.fp + c.tn)),
    "fnr": per_class(lambda c: c.fn / (c.fn + c.tp)),
    "fdr": per_class(lambda c: share(c.fp, c.fp + c.tp)),
    "for": per_class(lambda c: share(c.fn, c.fn + c.tn)),
    "mcc": labels(metrics.matthews_corrcoef),
    "kappa": labels(metrics.cohen_kappa_score),
    "linear-kappa": lambda rows: metrics.cohen_kappa_score(
        rows.truth, rows.output, labels=range(rows.classes), weights="linear"
    ),
    "quadratic-kappa": lambda rows: metrics.cohen_kappa_score(
        rows.truth, rows.output, labels=range(rows.classes), weights="quadratic"
    ),
    "informedness": per_class(lambda c: c.tp / (c.tp + c.fn) + c.tn / (c.tn + c.fp) - 1),
    "markedness": per_class(lambda c: share(c.tp, c.tp + c.fp) + share(c.tn, c.tn + c.fn) - 1),
    "fowlkes-mallows": per_class(lambda c: np.sqrt(share(c.tp, c.tp + c.fp) * c.tp / (c.tp + c.fn))),
    "lr-positive": per_class(lambda c: share(c.tp / (c.tp + c.fn), c.fp / (c.fp + c.tn))),
    "lr-negative": per_class(lambda c: share(c.fn / (c.tp + c.fn), c.tn / (c.fp + c.tn))),
    "diagnostic-odds-ratio": per_class(lambda c: share(c.tp * c.tn, c.fp * c.fn)),
    "prevalence": lambda rows: np.mean(rows.truth == rows.positive),
    "cost": cost,
    "normalised-cost": lambda rows: share(
        cost(rows), min(rows.costs[rows.truth, d].mean() for d in range(rows.classes))
    ),
    "coverage": lambda rows: np.mean(rows.output >= 0),
    "selective-error": labels(metrics.zero_one_loss),
    "abstention-cost": labels(metrics.zero_one_loss),
}
for name, one in {
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "f1": metrics.f1_score,
    "jaccard": jaccard,
}.items():
    LABELS |= {f"{average}-{name}": averaged(one, average) for average in ("macro", "micro", "weighted")}
LABELS |= {
    "macro-specificity": lambda rows: np.mean(specificities(rows)),
    "micro-specificity": lambda rows: share(
        sum(cells(two).tn for two in each(rows)), sum(cells(two).tn + cells(two).fp for two in each(rows))
    ),
    "weighted-specificity": lambda rows: np.average(specificities(rows), weights=np.bincount(rows.truth)),
}
SCORES = {
    "auc": lambda rows: (
        metrics.roc_auc_score(*positive(rows))
        if rows.classes == 2
        else metrics.roc_auc_score(rows.truth, rows.scores, multi_class="ovo")
    ),
    "ovr-auc": lambda rows: np.mean([metrics.roc_auc_score(*positive(two)) for two in each(rows)]),
    "weighted-ovr-auc": lambda rows: np.average(
        [metrics.roc_auc_score(*positive(two)) for two in each(rows)], weights=np.bincount(rows.truth)
    ),
    "partial-auc": of_scores(lambda truth, score: metrics.roc_auc_score(truth, score, max_fpr=0.1)),
    "partial-auc-tpr": of_scores(lambda truth, score: metrics.roc_auc_score(~truth, -score, max_fpr=1 - 0.8)),
    "gini": lambda rows: 2 * SCORES["auc"](rows) - 1,
    "average-precision": lambda rows: (
        metrics.average_precision_score(*positive(rows))
        if rows.classes == 2
        else metrics.average_precision_score(label_binarize(rows.truth, classes=range(rows.classes)), rows.scores)
    ),
    "ks": of_scores(lambda truth, score: stats.ks_2samp(score[truth], score[~truth], method="asymp").statistic),
    "eer": of_scores(equal_error),
    "lift": of_scores(lambda truth, score: gain(truth, score) / 0.1),
    "gain": of_scores(gain),
    "recall-at-fpr": of_scores(lambda truth, score: np.interp(0.05, *metrics.roc_curve(truth, score)[:2])),
    "top-accuracy": lambda rows: np.mean(
        [t in np.argsort(-row, kind="stable")[:3] for t, row in zip(rows.truth, rows.scores, strict=True)]
    ),
    "log-loss": lambda rows: metrics.log_loss(rows.truth, rows.scores, labels=range(rows.classes)),
    "brier": lambda rows: brier_score(rows.truth, rows.scores, halved="auto"),
    "brier-half": lambda rows: brier_score(rows.truth, rows.scores, halved=True),
    "spherical": lambda rows: np.mean(
        rows.scores[np.arange(rows.size), rows.truth] / np.linalg.norm(rows.scores, axis=1)
    ),
    "ranked-probability": ranked_probability,
    "log-loss-skill": skill("log-loss"),
    "brier-skill": skill("brier"),
    "ece": ece,
    "mce": lambda rows: np.max(np.abs(gaps(rows)[2] - gaps(rows)[1])),
    "classwise-ece": lambda rows: np.mean([ece(two) for two in each(rows)]),
    "debiased-calibration-error": debiased,
    "brier-reliability": murphy("reliability"),
    "brier-resolution": murphy("resolution"),
    "brier-uncertainty": murphy("uncertainty"),
    "hosmer-lemeshow": hosmer_lemeshow,
    "net-benefit": lambda rows: np.mean(
        np.where(positive(rows)[1] >= 0.5, np.where(positive(rows)[0], 1, -0.5 / 0.5), 0)
    ),
    "aurc": risk_area,
    "e-aurc": excess,
}
VALUES = {
    "mae": values(metrics.mean_absolute_error),
    "mse": values(metrics.mean_squared_error),
    "rmse": values(metrics.root_mean_squared_error),
    "rae": lambda rows: np.abs(rows.truth - rows.output).sum() / mean_abs(rows),
    "rse": lambda rows: 1 - metrics.r2_score(rows.truth, rows.output),
    "rrse": lambda rows: np.sqrt(1 - metrics.r2_score(rows.truth, rows.output)),
    "r2": values(metrics.r2_score),
    "correlation": lambda rows: stats.pearsonr(rows.truth, rows.output).statistic,
    "median-absolute-error": values(metrics.median_absolute_error),
    "max-error": values(metrics.max_error),
    "mbe": lambda rows: np.mean(rows.truth - rows.output),
    "mape": values(metrics.mean_absolute_percentage_error),
    "smape": lambda rows: np.mean(2 * np.abs(rows.truth - rows.output) / (np.abs(rows.truth) + np.abs(rows.output))),
    "wape": lambda rows: np.abs(rows.truth - rows.output).sum() / np.abs(rows.truth).sum(),
    "msle": values(metrics.mean_squared_log_error),
    "rmsle": values(metrics.root_mean_squared_log_error),
    "huber": lambda rows: np.mean(special.huber(1, rows.truth - rows.output)),
    "log-cosh": lambda rows: np.mean(np.log(np.cosh(rows.truth - rows.output))),
    "pinball": values(metrics.mean_pinball_loss),
    "spearman": lambda rows: stats.spearmanr(rows.truth, rows.output).statistic,
    "kendall": lambda rows: stats.kendalltau(rows.truth, rows.output).statistic,
    "ccc": ccc,
    "squared-correlation": lambda rows: stats.pearsonr(rows.truth, rows.output).statistic ** 2,
    "explained-variance": values(metrics.explained_variance_score),
    "poisson-deviance": values(metrics.mean_poisson_deviance),
    "gamma-deviance": values(metrics.mean_gamma_deviance),
    "tweedie-deviance": lambda rows: metrics.mean_tweedie_deviance(rows.truth, rows.output, power=1.5),
    "d2-poisson": lambda rows: metrics.d2_tweedie_score(rows.truth, rows.output, power=1),
    "d2-gamma": lambda rows: metrics.d2_tweedie_score(rows.truth, rows.output, power=2),
    "d2-tweedie": lambda rows: metrics.d2_tweedie_score(rows.truth, rows.output, power=1.5),
    "d2-absolute": values(metrics.d2_absolute_error_score),
    "d2-pinball": d2_pinball,
}
SETTINGS = {
    "f(2)": lambda rows: metrics.fbeta_score(rows.truth, rows.output, beta=2, average="macro", **NAN),
    "f(0.5)[0]": lambda rows: metrics.fbeta_score(rows.truth == 0, rows.output == 0, beta=0.5, **NAN),
    "precision(undefined=0)": lambda rows: metrics.precision_score(
        rows.truth, rows.output, average="macro", labels=range(rows.classes), zero_division=0
    ),
    "macro-precision(undefined=1)": lambda rows: metrics.precision_score(
        rows.truth, rows.output, average="macro", labels=range(rows.classes), zero_division=1
    ),
    "log-loss(2.220446049250313e-16)": lambda rows: metrics.log_loss(rows.truth, rows.scores),
    "auc[1]": lambda rows: metrics.roc_auc_score(rows.truth == 1, rows.scores[:, 1]),
    "partial-auc(0.4)[1]": lambda rows: metrics.roc_auc_score(rows.truth == 1, rows.scores[:, 1], max_fpr=0.4),
    "partial-auc(0.6, start=0.2, scale=plain)[1]": lambda rows: band(rows.truth == 1, rows.scores[:, 1], 0.2, 0.6),
    "lr-positive[1]": lambda rows: likelihood_ratios(rows.truth == 1, rows.output == 1)[0],
    "lr-negative[1]": lambda rows: likelihood_ratios(rows.truth == 1, rows.output == 1)[1],
    "pinball(0.9)": lambda rows: metrics.mean_pinball_loss(rows.truth, rows.output, alpha=0.9),
    "d2-pinball(0.2)": lambda rows: metrics.d2_pinball_score(rows.truth, rows.output, alpha=0.2),
    "tweedie-deviance(-1)": lambda rows: metrics.mean_tweedie_deviance(rows.truth, rows.output, power=-1),
    "tweedie-deviance(3)": lambda rows: metrics.mean_tweedie_deviance(rows.truth, rows.output, power=3),
    "d2-tweedie(0)": values(metrics.r2_score),
    "ccc(ddof=1)": lambda rows: (
        2
        * np.cov(rows.truth, rows.output)[0, 1]
        / (rows.truth.var(ddof=1) + rows.output.var(ddof=1) + (rows.truth.mean() - rows.output.mean()) ** 2)
    ),
}
REFERENCES = LABELS | SCORES | VALUES
BY_EQUATION = {"calibration-slope", "calibration-intercept", "calibration-in-the-large"}


@st.composite
def rows_for(draw, one: Measure, classes: int | None = None) -> Outcomes:
    """Rows with ties in which every class occurs, so that the peers have nothing to refuse."""
    n = draw(st.integers(12, 30))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    if one.task is Task.REGRESSION:
        truth = rng.permutation(np.arange(n) % 7 + 1) / 2
        return Outcomes(truth, rng.permutation(np.arange(n) % 5 + 1) / 2 + rng.integers(0, 2, n))
    k = classes or (2 if one.two_classes else draw(st.integers(2, 4)))
    truth = rng.permutation(np.arange(n) % k)
    table = rng.integers(1, 5, (n, k)) + draw(st.sampled_from([0, 1.5])) * np.eye(k)[truth]
    scores = table / table.sum(axis=1, keepdims=True)
    costs = rng.integers(1, 9, (k, k)) * (1.0 - np.eye(k))
    output = scores.argmax(axis=1)
    return Outcomes(truth, output, scores, ScoreKind.PROBABILITY, classes=k, positive=k - 1, costs=costs)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
@pytest.mark.parametrize("name", REFERENCES)
@given(content=st.data())
@settings(max_examples=8, deadline=None)
def test_a_measure_agrees_with_its_reference(name: str, content) -> None:
    one = measure(name)
    rows = content.draw(rows_for(one))
    assert one.value(rows) == pytest.approx(REFERENCES[name](rows), abs=1e-12, rel=1e-12, nan_ok=True)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
@pytest.mark.parametrize("name", SETTINGS)
@given(content=st.data())
@settings(max_examples=8, deadline=None)
def test_a_measure_with_a_parameter_agrees_with_its_reference(name: str, content) -> None:
    one = measure(name)
    rows = content.draw(rows_for(one, classes=3))
    assert one.value(rows) == pytest.approx(SETTINGS[name](rows), abs=1e-12, rel=1e-12, nan_ok=True)


@given(rows=rows_for(measure("calibration-slope")))
@settings(max_examples=40, deadline=None)
def test_recalibration_solves_the_equations_of_the_likelihood(rows: Outcomes) -> None:
    y, x = positive(rows)[0].astype(float), to_logit(positive(rows)[1])
    intercept, slope = intercept_and_slope(rows)
    if np.isnan(slope):
        return
    left = y - special.expit(intercept + slope * x)
    assert [left.sum(), left @ x] == pytest.approx([0, 0], abs=1e-9)
    large, _ = intercept_and_slope(rows, slope=1)
    assert np.sum(y - special.expit(large + x)) == pytest.approx(0, abs=1e-9)


def test_every_measure_has_an_independent_reference() -> None:
    there, named = {one.name for one in MEASURES}, set(REFERENCES) | BY_EQUATION
    assert there - named == set(), (
        "give these a line in REFERENCES: scikit-learn's function, scipy's, or the formula written out"
    )
    assert named - there == set(), "these are no measures of the catalogue any more"
