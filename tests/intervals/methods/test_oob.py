"""The leave-one-out-bootstrap interval against the formulas written as loops, and its Monte-Carlo correction."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from foldwise import native
from foldwise.errors import ValidityError
from foldwise.estimates import make_estimate
from foldwise.intervals import make_interval, oob_error
from foldwise.measures import ModelScores, measure
from foldwise.plans import CountMatrix
from tests.worlds import bootstrap_of, losses_of, memoriser

rng = np.random.default_rng(5)
N, DRAWS = 25, 200
LOSSES = rng.exponential(size=N)[None, :] + rng.normal(size=(DRAWS, N)) * 0.1


def scored(resamples=None, losses=LOSSES, **more):
    drawn = bootstrap_of(N, DRAWS) if resamples is None else resamples
    return ModelScores(losses_of(drawn, lambda r, rows: np.abs(losses[r, rows]), **more), "m", measure("mae"))


def by_definition(counts, losses):
    """Efron & Tibshirani 1997, eq. 35-40, and the correction of METHODS C.9, row by row."""
    draws, n = counts.shape
    out = counts == 0
    e = np.array([losses[out[:, i], i].mean() for i in range(n)])
    err = e.mean()
    q = np.array([losses[b, out[b]].sum() / n for b in range(draws)])
    d = np.array(
        [
            (2 + 1 / (n - 1)) * (e[i] - err) / n + ((counts[:, i] - counts[:, i].mean()) * q).sum() / out[:, i].sum()
            for i in range(n)
        ]
    )
    raw = (d**2).sum()
    return err, np.sqrt(raw), np.sqrt(max(raw - n * np.exp(2) * q.var() / draws, ((e - err) ** 2).sum() / n**2))


def test_it_is_the_published_formula_less_the_monte_carlo_noise():
    one = scored()
    counts = one.resamples.train_counts(0, DRAWS).astype(float)
    value, raw, error = by_definition(counts, np.abs(LOSSES))
    found = oob_error(one)
    assert (found.value, found.raw, found.error) == pytest.approx((value, raw, error))
    half = stats.norm.ppf(0.95) * error
    interval = make_interval(one, level=0.9)
    assert interval.method == "oob"
    rows = make_interval(one, "influence", level=0.9)
    assert interval.low == pytest.approx(min(value - half, rows.low))
    assert interval.high == pytest.approx(max(value + half, rows.high))
    assert make_estimate(one).value == pytest.approx(value)


def test_fits_that_differ_as_a_whole_make_the_interval_longer():
    """Each fit is right or wrong about all rows alike, whatever it was drawn from: the published error has nothing of it."""
    good = rng.permuted(np.repeat([0.1, 0.5], DRAWS // 2))
    table = losses_of(bootstrap_of(N, DRAWS), lambda r, rows: good[r] + 0.01 * (rows % 3))
    one = ModelScores(table, "m", measure("mae"))
    interval = make_interval(one)
    assert interval.method == "oob"
    assert interval.width > 4 * stats.norm.ppf(0.975) * oob_error(one).error
    assert interval.high - interval.low > 3.92 * good.std()


def test_the_raw_error_needs_many_draws_and_the_corrected_one_does_not():
    """Losses that depend on nothing but the row: the error is that of their mean, for any number of draws."""
    losses = np.tile(rng.exponential(size=100), (2000, 1))
    few, many = (
        oob_error(
            ModelScores(losses_of(bootstrap_of(100, draws), lambda r, rows: losses[r, rows]), "m", measure("mae"))
        )
        for draws in (200, 2000)
    )
    honest = losses[0].std(ddof=1) / 10
    assert few.raw > 1.3 * many.raw
    assert few.error == pytest.approx(honest, rel=0.15)
    assert many.error == pytest.approx(honest, rel=0.15)


def test_groups_of_one_row_change_nothing():
    plain, grouped = oob_error(scored()), oob_error(scored(groups=np.arange(N)))
    assert (plain.value, plain.error) == pytest.approx((grouped.value, grouped.error))


def test_groups_of_copies_are_one_unit_each():
    counts = bootstrap_of(N, DRAWS).train_counts(0, DRAWS)
    single = oob_error(scored())
    doubled = CountMatrix(np.repeat(counts, 2, axis=1), plan="bootstrap(200, scheme=cluster)", unit="group")
    copies = scored(doubled, np.repeat(LOSSES, 2, axis=1), groups=np.repeat(np.arange(N), 2))
    assert (oob_error(copies).value, oob_error(copies).error) == pytest.approx((single.value, single.error))


def test_equal_weights_change_nothing():
    plain, weighed = oob_error(scored()), oob_error(scored(weights=np.full(N, 3.0)))
    assert (plain.value, plain.error) == pytest.approx((weighed.value, weighed.error))


def test_counts_are_looked_at_in_blocks(monkeypatch):
    whole = oob_error(scored())
    monkeypatch.setattr("foldwise.intervals.methods.oob.COUNTS_IN_CACHE", 3 * N)
    assert oob_error(scored()).error == pytest.approx(whole.error)


@pytest.mark.parametrize(
    ("resamples", "message"),
    [
        (bootstrap_of(N, 199), "needs 200 resamples with a score, and there are 199"),
        (bootstrap_of(500, 200), "200 draws are fewer than half of the 500 units"),
        (replace(bootstrap_of(N, DRAWS), plan="bootstrap(200, scheme=stratified)"), "not for stratified"),
        (replace(bootstrap_of(N, DRAWS), test_all=True), "tests rows that were trained on"),
    ],
)
def test_too_few_or_other_draws_are_refused(resamples, message):
    one = ModelScores(losses_of(resamples, lambda _, rows: rows % 7), "m", measure("mae"))
    with pytest.raises(ValidityError, match=message):
        make_interval(one, "oob")


@pytest.mark.parametrize("draws", [260, 600])
def test_the_compiled_sums_over_draws_are_those_of_the_matrix(draws, monkeypatch):
    table = memoriser(n=80, draws=draws)
    answers = table.outputs["m"]
    table = replace(table, outputs={"m": answers.where(~np.isin(answers.resample, [3, 77]))})
    found = oob_error(ModelScores(table, "m", measure("error")))
    monkeypatch.setattr(native, "COMPILED", False)
    plain = oob_error(ModelScores(table, "m", measure("error")))
    assert (found.value, found.error, found.raw) == pytest.approx((plain.value, plain.error, plain.raw), rel=1e-12)
