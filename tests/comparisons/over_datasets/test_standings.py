"""Models over datasets."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Standings, adjust
from foldwise.errors import UnknownNameError
from foldwise.measures import measure
from tests.reference.make_comparisons import DEMSAR

NAMES = ("c45", "m", "cf", "mcf")
AUC = Standings(DEMSAR, NAMES, measure("auc"))
rng = np.random.default_rng(0)


def test_demsars_table():
    assert AUC.mean_ranks == pytest.approx({"mcf": 1.964, "m": 2.0, "cf": 2.893, "c45": 3.143}, abs=5e-4)
    assert list(AUC.mean_ranks) == ["mcf", "m", "cf", "c45"]
    assert AUC.friedman().f == pytest.approx(3.69, abs=5e-3)
    assert AUC.nemenyi().value == pytest.approx(1.25, abs=5e-3)
    assert AUC.bonferroni_dunn().value == pytest.approx(1.17, abs=5e-3)


def test_pairs_are_wilcoxon_tests_adjusted_together():
    by_name = {(one.a, one.b): one for one in AUC.pairs}
    d = DEMSAR[:, 1] - DEMSAR[:, 0]
    theirs = stats.wilcoxon(d, zero_method="zsplit", method="approx", correction=False)
    assert by_name["m", "c45"].p_value == pytest.approx(theirs.pvalue)
    assert [one.p_adjusted for one in AUC.pairs] == pytest.approx(adjust([one.p_value for one in AUC.pairs]).tolist())
    one = by_name["m", "c45"]
    assert (one.wins, one.ties, one.losses) == (10, 2, 2)
    assert one.low <= one.difference <= one.high


def test_a_measure_to_be_lowered_turns_the_ranks_not_the_differences():
    error = Standings(1 - DEMSAR, NAMES, measure("error"))
    assert error.mean_ranks == pytest.approx(AUC.mean_ranks)
    first, second = error.pairs[0], AUC.pairs[0]
    assert first.difference == pytest.approx(-second.difference)
    assert (first.wins, first.verdict, first.p_value) == (second.wins, second.verdict, pytest.approx(second.p_value))


def test_a_clear_winner():
    values = rng.uniform(0.2, 0.4, (12, 1)) + np.array([0.0, 0.05, 0.1]) + rng.normal(0, 0.005, (12, 3))
    standings = Standings(values, ("a", "b", "c"), measure("error"))
    assert [one.verdict for one in standings.pairs] == ["better", "better", "better"]
    assert standings.cliques() == ()
    assert standings.cliques("nemenyi") == ()
    assert standings.nemenyi().value < 1
    assert standings.pairs[0].record()["verdict"] == "better"


def test_the_better_ranked_may_lose_by_size():
    """Model a wins narrowly on most datasets and loses by far on the others."""
    values = np.full((20, 2), 0.3)
    values[:12, 0] -= 0.0001 * np.arange(1, 13)
    values[12:, 0] += 0.1 + 0.001 * np.arange(8)
    standings = Standings(values, ("a", "b"), measure("error"), level=0.5)
    assert next(iter(standings.mean_ranks)) == "a"
    assert standings.pairs[0].verdict == "worse"


def test_a_failed_cell_takes_its_dataset_out_of_the_ranking_only():
    values = DEMSAR.copy()
    values[0, 0] = np.nan
    standings = Standings(values, NAMES, measure("auc"))
    assert len(standings.complete) == 13
    assert standings.ranks[0].tolist() == pytest.approx([np.nan, 3, 2, 1], nan_ok=True)
    assert standings.differences("m", "cf").size == 14
    assert standings.differences("m", "c45").size == 13


def test_nothing_to_rank():
    values = np.full((3, 2), np.nan)
    standings = Standings(values, ("a", "b"), measure("error"))
    assert (standings.mean_ranks, standings.pairs) == ({}, ())
    assert np.isnan(standings.ranks).all()


def test_nearer_to_the_optimum_is_better_where_neither_end_is():
    """A calibration slope should be 1."""
    slope = measure("calibration-slope")
    values = 1 + np.array([[0.1, -0.5]] * 6)
    assert list(Standings(values, ("b", "a"), slope).mean_ranks) == ["b", "a"]


def test_unknown_names_are_refused():
    with pytest.raises(UnknownNameError, match="no model in this experiment called 'c4'; try 'c45'"):
        AUC.differences("c4", "m")
    with pytest.raises(UnknownNameError, match="no test for the bars of ranks called 'nemenji'; try 'nemenyi'"):
        AUC.cliques("nemenji")
