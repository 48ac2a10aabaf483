"""Make ``comparisons.json``: what other tools say about the inputs of tests/comparisons/test_reference.py.

Run with ``python tests/reference/make_comparisons.py`` in an environment of its own that has mlxtend 0.25.0, baycomp 1.0.3,
autorank 1.3.0 and statsmodels 0.15.0. The hierarchical posterior is integrated numerically here, since baycomp needs Stan
for it: the spreads of the datasets in closed form, their differences on a fine grid, the rest on a grid of three.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

DEMSAR = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.97501, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ]
)
"""AUC of C4.5 with m, with cf and with both on 14 datasets (Demšar 2006, table 6; row 13 as its ranks need it)."""
P_VALUES = [0.001, 0.2, 0.013, 0.041, 0.9, 0.012, 0.04]
HALVES = [[0.05, 0.03], [0.02, 0.04], [0.01, 0.05], [0.04, 0.00], [0.03, 0.02]]


def fold_scores() -> tuple[np.ndarray, np.ndarray]:
    """Scores of two models in three times ten parts."""
    rng = np.random.default_rng(5)
    first = rng.normal(0.80, 0.04, 30)
    return first, first + rng.normal(0.015, 0.03, 30)


def dataset_differences() -> np.ndarray:
    """Differences on 12 datasets in 30 resamples each (12, 30)."""
    rng = np.random.default_rng(0)
    centres = 0.02 + 0.03 * rng.standard_t(4, 12)
    return rng.normal(centres[:, None], 0.05, (12, 30))


def statsmodels_numbers() -> dict[str, list[float]]:
    """Adjusted p-values."""
    from statsmodels.stats.multitest import multipletests

    names = {"holm": "holm", "hochberg": "simes-hochberg", "bonferroni": "bonferroni", "bh": "fdr_bh", "by": "fdr_by"}
    return {ours: multipletests(P_VALUES, method=theirs)[1].tolist() for ours, theirs in names.items()}


def mlxtend_numbers() -> dict[str, tuple[float, float]]:
    """5x2cv t and combined F, fed with the halves through a scorer that reads them out."""
    from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv
    from sklearn.dummy import DummyClassifier

    found = {}
    X, y = np.zeros((8, 1)), np.tile([0, 1], 4)
    for name, test in {"t": paired_ttest_5x2cv, "f": combined_ftest_5x2cv}.items():
        scores = iter([score for pair in HALVES for difference in pair for score in (0.5 + difference, 0.5)])
        found[name] = test(DummyClassifier(), DummyClassifier(), X, y, scoring=lambda *_, s=scores: next(s))
    return {name: tuple(float(one) for one in pair) for name, pair in found.items()}


def answers() -> tuple[np.ndarray, np.ndarray]:
    """Truth and the answers of three systems on 60 rows (60,), (3, 60)."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 60)
    return truth, np.stack([np.where(rng.random(60) < error, 1 - truth, truth) for error in (0.2, 0.35, 0.3)])


def mlxtend_systems() -> dict[str, float]:
    """P-values of McNemar's test in three forms, and of Cochran's Q."""
    from mlxtend.evaluate import cochrans_q, mcnemar, mcnemar_table

    truth, said = answers()
    counts = mcnemar_table(truth, said[0], said[1])
    return {
        "exact": float(mcnemar(counts, exact=True)[1]),
        "continuity": float(mcnemar(counts, corrected=True)[1]),
        "chi2": float(mcnemar(counts, corrected=False)[1]),
        "cochran_q": float(cochrans_q(truth, *said)[1]),
    }


def baycomp_numbers() -> dict[str, list[float]]:
    """Probabilities left of, in and right of the ROPE."""
    import baycomp

    first, second = fold_scores()
    means = dataset_differences().mean(axis=1)
    many = {"nsamples": 200_000, "random_state": 0}
    return {
        "correlated_t": list(baycomp.CorrelatedTTest.probs(first, second, rope=0.01, runs=3)),
        "correlated_t_no_rope": list(baycomp.CorrelatedTTest.probs(first, second, rope=0, runs=3)),
        "sign": list(baycomp.SignTest.probs(0 * means, means, rope=0.01, **many)),
        "signed_rank": list(baycomp.SignedRankTest.probs(0 * means, means, rope=0.01, **many)),
    }


def autorank_numbers() -> dict[str, object]:
    """Friedman's p-value, mean ranks and Nemenyi's critical difference."""
    import pandas as pd
    from autorank import autorank

    frame = pd.DataFrame(DEMSAR, columns=["c45", "m", "cf", "mcf"])
    result = autorank(frame, alpha=0.05, order="descending", force_mode="nonparametric")
    return {"p_value": float(result.pvalue), "cd": float(result.cd), "ranks": result.rankdf["meanrank"].to_dict()}


def hierarchical_numbers() -> dict[str, object]:
    """Posterior of the hierarchical model by numerical integration."""
    from scipy import stats

    x = dataset_differences()
    runs, rho = x.shape[1], 0.1
    unit = x.std(axis=1, ddof=1).mean()
    x = x / unit
    mean, spread = x.mean(axis=1), x.std(axis=1, ddof=1)
    factor = (1 + (runs - 1) * rho) / runs
    # With the spread of a dataset integrated out, its difference has a t-shaped likelihood.
    room = factor * (runs - 1) * spread**2 / (1 - rho)
    nodes = np.linspace(-10, 10, 201)
    width = np.sqrt(room / (runs - 2))
    weight = np.exp(-(runs - 1) / 2 * np.log1p(nodes**2 * (width**2 / room)[:, None]))
    weight /= weight.sum(axis=1, keepdims=True)
    delta = mean[:, None] + width[:, None] * nodes
    apart = mean.std(ddof=1)
    centre = mean.mean() + np.linspace(-4, 4, 121) * apart * 0.6
    log_scale = np.linspace(np.log(apart) - 7, np.log(apart) + 2.5, 110)
    log_more = np.linspace(-7, 7.5, 70)
    alpha, beta = np.meshgrid(np.linspace(1, 2, 41), np.linspace(0.01, 0.1, 41))
    posterior = np.empty((centre.size, log_scale.size, log_more.size))
    for k, more in enumerate(np.exp(log_more)):
        prior = np.log(np.mean(stats.gamma.pdf(more, alpha, scale=1 / beta)) * more + 1e-300)
        for j, scale in enumerate(np.exp(log_scale)):
            z = (delta[None] - centre[:, None, None]) / scale
            density = np.exp(stats.t.logpdf(0, 1 + more) - (2 + more) / 2 * np.log1p(z**2 / (1 + more))) / scale
            inner = np.log((density * weight).sum(axis=-1) + 1e-300).sum(axis=-1)
            posterior[:, j, k] = inner + log_scale[j] + prior
    posterior = np.exp(posterior - posterior.max())
    posterior /= posterior.sum()
    where, scale, df = np.meshgrid(centre * unit, np.exp(log_scale) * unit, 1 + np.exp(log_more), indexing="ij")
    left, right = stats.t.cdf((-0.01 - where) / scale, df), stats.t.cdf((where - 0.01) / scale, df)
    masses = np.stack([left, 1 - left - right, right])
    largest = masses.argmax(axis=0)
    middle = float((posterior * where).sum())
    return {
        "centre": middle,
        "centre_sd": float(np.sqrt((posterior * (where - middle) ** 2).sum())),
        "scale": float((posterior * scale).sum()),
        "mean": [float((posterior * mass).sum()) for mass in masses],
        "shares": [float(posterior[largest == region].sum()) for region in range(3)],
    }


def main() -> None:
    """Write the numbers beside this file."""
    numbers = {
        "statsmodels": statsmodels_numbers(),
        "mlxtend": mlxtend_numbers(),
        "mlxtend_systems": mlxtend_systems(),
        "baycomp": baycomp_numbers(),
        "autorank": autorank_numbers(),
        "hierarchical": hierarchical_numbers(),
    }
    path = Path(__file__).with_name("comparisons.json")
    path.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
