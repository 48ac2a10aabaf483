"""PRISM, against Cendrowska's lenses."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from foldwise.errors import InputError
from foldwise.learners import Prism
from tests.learners.checks import complaints
from tests.learners.golf import LABELS, TABLE

LENSES = pd.DataFrame(
    list(product(["young", "pre", "old"], ["myope", "hyper"], ["no", "yes"], ["reduced", "normal"])),
    columns=["age", "prescription", "astigmatism", "tears"],
)
ADVICE = np.array(
    [
        "none",
        "soft",
        "none",
        "hard",
        "none",
        "soft",
        "none",
        "hard",
        "none",
        "soft",
        "none",
        "hard",
        "none",
        "soft",
        "none",
        "none",
        "none",
        "none",
        "none",
        "hard",
        "none",
        "soft",
        "none",
        "none",
    ]
)


def test_scikit_learn_accepts_it():
    assert complaints(Prism()) == []


def test_the_rules_of_the_lenses():
    """The rules for hard lenses in Witten and Frank's book; all 24 cases are covered without error."""
    model = Prism(1, default_class=False).fit(LENSES, ADVICE)
    lines = {line.partition(" (")[0] for line in model.to_text().splitlines()}
    assert "if astigmatism = yes and tears = normal and prescription = myope then hard" in lines
    assert "if tears = reduced then none" in lines
    report = model.report(LENSES, ADVICE)
    assert (report.covered, report.error) == (1.0, 0.0)


def test_numbers_are_cut_between_values():
    X = np.array([[1.0], [2.0], [4.0], [5.0]])
    assert Prism().fit(X, [0, 0, 1, 1]).to_text() == "if x0 <= 3 then 0 (2.0)\nif x0 > 3 then 1 (2.0)\notherwise 0"


def test_a_missing_value_fulfils_no_condition():
    model = Prism(1, default_class=False).fit(TABLE, LABELS)
    assert model.predict(TABLE).tolist() == LABELS.tolist()
    nothing = TABLE.head(1).assign(outlook=None, humidity=np.nan, temperature=np.nan, windy=None)
    assert model.covered(nothing).tolist() == [False]


def test_rules_that_would_cover_too_few_rows_leave_them_unclassified():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 3)), rng.integers(0, 2, 100)
    coarse, fine = Prism(20, default_class=False).fit(X, y), Prism(1, default_class=False).fit(X, y)
    assert coarse.report(X, y).covered < fine.report(X, y).covered == 1
    assert len(coarse.rules_) < len(fine.rules_)
    assert coarse.score(X, y) == pytest.approx(1 - coarse.report(X, y).error)


def test_weights_are_repeated_rows():
    X, y = np.random.default_rng(1).normal(size=(40, 2)), np.arange(40) % 2
    counts = np.random.default_rng(2).integers(0, 3, 40)
    weighted = Prism(3).fit(X, y, sample_weight=counts)
    assert weighted.to_text() == Prism(3).fit(X.repeat(counts, axis=0), y.repeat(counts)).to_text()


def test_a_size_of_zero_is_refused():
    with pytest.raises(InputError, match="min_cases is a number above 0, not 0"):
        Prism(0).fit(LENSES, ADVICE)
