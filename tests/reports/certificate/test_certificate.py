"""The result of `certify` in words."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

import foldwise
from foldwise.intervals import Coverage
from foldwise.reports import Certificate
from foldwise.reports.certificate import render
from foldwise.reports.certificate.certificate import CoverageVerdict


def certificate(share, simulations=400, **more):
    risk, expected = (
        Coverage("corrected-t", "mine.csv", "lda", 100, "kfold(10, repeats=3)", target, simulations, share, 0.19)
        for target in ("risk", "expected risk")
    )
    settings = {"population": "rows like these", "asked": simulations, "truth": 0.2, "bias": 0.001, "fits": 30}
    return Certificate("mine.csv", "error", 0.95, risk, expected, **settings | more)


@pytest.mark.parametrize(
    ("share", "verdict"),
    [
        (0.95, CoverageVerdict.HOLDS),
        (0.94, CoverageVerdict.HOLDS),
        (0.9, CoverageVerdict.SHORT),
        (0.995, CoverageVerdict.WIDE),
    ],
)
def test_the_verdict_is_by_an_exact_interval_of_the_coverage(share, verdict):
    assert certificate(share).verdict is verdict


@pytest.mark.parametrize(
    ("simulations", "verdict"), [(40, CoverageVerdict.HOLDS), (71, CoverageVerdict.HOLDS), (72, CoverageVerdict.WIDE)]
)
def test_all_of_few_simulations_do_not_contradict_the_level(simulations, verdict):
    """0.95^40 = .13; 72 are the fewest with 0.95^n < .025."""
    assert (0.95**simulations < 0.025) == (verdict is CoverageVerdict.WIDE)
    assert certificate(1.0, simulations).verdict is verdict


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
def test_the_verdict_is_that_of_the_binomial_tails(level):
    for inside in range(61):
        short, wide = binom.cdf(inside, 60, level) < 0.025, binom.sf(inside - 1, 60, level) < 0.025
        expected = CoverageVerdict.SHORT if short else CoverageVerdict.WIDE if wide else CoverageVerdict.HOLDS
        assert replace(certificate(inside / 60, 60), level=level).verdict is expected


def test_the_sentence_counts():
    assert certificate(0.95).sentence == (
        "In 400 simulated datasets like mine.csv the 95 % interval contained the true error of lda 380 times: "
        "95.0 % ± 1.1. It holds its level here."
    )


def test_few_simulations_are_said_to_be_few():
    assert certificate(0.95, simulations=20).sentence.endswith("here, as far as so few simulations can tell.")


def test_refusals_and_early_stops_are_shown():
    text = str(certificate(0.95, asked=1000, stopped="time limit reached", refused=7))
    assert "400 of 1000: time limit reached" in text
    assert "refused         7" in text


def test_nothing_is_assured_where_many_datasets_got_no_interval():
    assert certificate(0.95, refused=100).verdict is CoverageVerdict.HOLDS
    found = certificate(0.95, refused=101)
    assert found.verdict is CoverageVerdict.VOID
    assert found.sentence.endswith(
        "It is not assured here: 101 of 501 simulated datasets got no interval, and the others are a selection."
    )


def test_the_coverage_in_the_frame_has_a_wilson_interval():
    row = certificate(0.95).to_frame().iloc[0]
    assert row["low"] == pytest.approx(0.9241, abs=1e-4)
    assert row["high"] == pytest.approx(0.9675, abs=1e-4)


def test_times_and_rows_that_were_left_out_are_told():
    X, y = np.arange(80.0).reshape(40, 2) % 7, [None if at % 10 == 0 else at % 2 for at in range(40)]
    found = foldwise.certify("lda", X, y, simulations=3, plan="kfold(5)", drop_missing_target=True)
    document = found.to_dict()
    assert (document["n"], document["dropped_rows"]) == (36, 4)
    assert "left out        4 rows without a target" in str(found)
    assert document["times"]["lda"]["fits"] > 0
    assert "time per fit" not in str(found)
    assert "time per fit" in render(found, times=True)


def test_too_few_simulations_assure_nothing():
    """One dataset whose interval held the truth was said to hold its level."""
    for simulations in (1, 7, 19):
        found = certificate(1.0, simulations)
        assert found.verdict is CoverageVerdict.VOID
        assert found.sentence.endswith("It is not assured here: fewer than 20 simulated datasets do not tell.")
    assert certificate(0.0, 7).verdict is CoverageVerdict.SHORT


def test_the_class_a_measure_is_about_is_named():
    found = replace(certificate(0.95), measure="recall", positive="yes")
    assert str(found).startswith("mine.csv  lda, recall of 'yes'\n")
    assert "the true recall of 'yes' of lda" in found.sentence
    assert {row["positive"] for row in found.records()} == {"yes"}
    assert "recall of 'yes'" in found.report().to_markdown()


def test_arrays_without_a_name_are_these_rows():
    assert "like these rows the 95 % interval" in replace(certificate(0.95), dataset="data").sentence
