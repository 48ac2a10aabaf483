"""What was simulated about the tests, and how it is said."""

import pytest

from foldwise.comparisons import COMPARISONS, UNPAIRED_TESTS, Size, false_positives, simulated_size, size_in_brief

DEFAULT = "kfold(10, repeats=3)"
OTHERS = [
    "cochran-q",
    "equivalent",
    "not-inferior",
    "bayes-correlated-t",
    "bonett-price",
    "newcombe",
    "friedman",
    "iman-davenport",
    "nemenyi",
    "bonferroni-dunn",
    "rank-z-holm",
    "wilcoxon-holm",
    "bayes-signed-rank",
    "bayes-sign",
]


def test_a_rate_is_written_with_its_monte_carlo_error():
    assert str(Size("t", DEFAULT, "error", "lda", 2000, 0.05)) == "5.0 % ± 0.5"


def test_no_false_positive_at_all_is_no_certainty():
    assert Size("t", DEFAULT, "error", "lda", 100, 0.0).error > 0


@pytest.mark.parametrize("test", [one.name for one in COMPARISONS])
def test_every_shipped_test_was_simulated_often_enough(test):
    found = simulated_size(test)
    assert found
    assert max(one.simulations for one in found) >= 2000


@pytest.mark.parametrize(
    "test",
    OTHERS,
)
def test_so_was_every_test_that_is_not_for_a_pair_of_resampled_models(test):
    assert min(one.simulations for one in simulated_size(test)) >= 2000


@pytest.mark.parametrize("test", [*(one.name for one in UNPAIRED_TESTS), "one-share", "given-value", "homogeneity"])
def test_tests_without_fits_hold_their_level_in_every_world(test):
    found = simulated_size(test)
    assert max(one.simulations for one in found) >= 2000
    assert {one.study for one in found} == {"different-rows"}
    known = ("rmse", "heavy tails"), ("rmse", "unlike tails")  # squared t3 errors have no variance
    others = [one for one in found if (one.measure, one.world.partition(" n=")[0]) not in known]
    assert [one for one in others if one.rate - 2 * one.error > 0.07] == []


def test_coverage_of_the_interval_that_comes_with_a_test_is_kept():
    assert min(one.coverage for one in simulated_size("two-proportions")) > 0.92
    assert simulated_size("one-share")[0].coverage is None


def test_the_default_stays_at_or_below_seven_percent_on_plain_rows_whether_models_memorise_or_not():
    found = simulated_size("auto", DEFAULT)
    assert {one.world.split()[0] for one in found} >= {"lda", "1-nn"}
    assert max(one.rate for one in found) <= 0.07


def test_a_range_over_models_is_said_in_words():
    assert false_positives("naive-t", "kfold(10, repeats=10)").endswith(" %")
    assert " to " in false_positives("naive-t")


def test_a_setting_that_all_agree_on_is_one_figure():
    rates = {round(100 * one.rate) for one in simulated_size("mcnemar-exact", "2 systems")}
    assert (" to " in false_positives("mcnemar-exact", "2 systems")) == (len(rates) > 1)


def test_kinds_of_models_are_told_apart_in_brief():
    said = size_in_brief("5x2cv-f")
    assert said.startswith("lda ")
    assert ", 1-nn 1" in said


def test_nothing_is_said_of_what_was_not_simulated():
    assert false_positives("no-such-test") == ""
    assert simulated_size("naive-t", "loo") == ()
