from __future__ import annotations

import numpy as np
import pytest

from foldwise.data import Dataset, Task
from foldwise.errors import PlanError
from foldwise.plans import Bootstrap, draw
from tests.plans.rows import in_groups, of_classes, of_values


@pytest.mark.parametrize(("n", "printed"), [(10, 0.6513), (20, 0.6415), (50, 0.6358), (100, 0.6340)])
def test_the_share_of_distinct_rows(n: int, printed: float) -> None:
    """1 - (1 - 1/n)^n, METHODS A.8; the tolerance is four standard errors of the mean."""
    exact = 1 - (1 - 1 / n) ** n
    resamples = draw(Bootstrap(4000), of_values(np.zeros(n)), seed=0)
    shares = 1 - resamples.test_sizes / n
    assert exact == pytest.approx(printed, abs=5e-5)
    assert shares.mean() == pytest.approx(exact, abs=4 * shares.std(ddof=1) / np.sqrt(4000))


def test_what_was_not_drawn_is_tested() -> None:
    resamples = draw(Bootstrap(20), of_classes(20, 20), seed=0)
    counts = resamples.train_counts(0, 20)
    assert (counts.sum(axis=1) == 40).all()
    assert np.array_equal(resamples.test_mask(0, 20), counts == 0)
    assert counts.dtype == np.uint8


def test_every_row_can_be_tested_instead() -> None:
    resamples = draw(Bootstrap(5, test="all"), of_classes(20, 20), seed=0)
    assert resamples.overlapping
    assert resamples.test_size == 40


def test_a_stratified_draw_keeps_the_classes() -> None:
    rows = of_classes(30, 7, 3)
    resamples = draw(Bootstrap(30, scheme="stratified"), rows, seed=0)
    for r in range(30):
        assert np.bincount(rows.codes[resamples.train_rows(r)]).tolist() == [30, 7, 3]


def test_a_balanced_bootstrap_draws_every_row_equally_often() -> None:
    resamples = draw(Bootstrap(50, scheme="balanced"), of_classes(20, 13), seed=0)
    counts = resamples.train_counts(0, 50)
    assert (counts.sum(axis=0) == 50).all()
    assert (counts.sum(axis=1) == 33).all()


def test_a_cluster_bootstrap_draws_whole_groups() -> None:
    rows = in_groups([3, 5, 2, 4, 6])
    resamples = draw(Bootstrap(20, scheme="cluster"), rows, seed=0)
    assert resamples.unit == "group"
    for counts in resamples.train_counts(0, 20):
        drawn = [np.unique(counts[rows.group_codes == group]) for group in range(5)]
        assert all(times.size == 1 for times in drawn)
        assert sum(int(times[0]) for times in drawn) == 5


def test_a_poisson_bootstrap_has_counts_of_mean_one() -> None:
    counts = draw(Bootstrap(400, scheme="poisson"), of_values(np.zeros(100)), seed=0).train_counts(0, 400)
    assert counts.mean() == pytest.approx(1, abs=4 / np.sqrt(40_000))
    assert counts.var() == pytest.approx(1, abs=0.05)
    assert np.ptp(counts.sum(axis=1)) > 0


def test_a_bayesian_bootstrap_weights_every_row() -> None:
    resamples = draw(Bootstrap(50, scheme="bayesian", test="all"), of_classes(20, 20), seed=0)
    weights = resamples.train_weights(0)
    assert weights is not None
    assert weights.size == 40
    assert weights.min() > 0
    assert resamples.train_sizes == pytest.approx(40)
    assert resamples.train_counts(0, 50).var() == pytest.approx(39 / 41, rel=0.15)


def test_a_draw_without_a_class_is_thrown_away_and_counted() -> None:
    """A class of one row is missing from (1 - 1/n)^n of the draws: one in e."""
    rows = of_classes(20, 1)
    resamples = draw(Bootstrap(300), rows, seed=0)
    assert all((rows.codes[resamples.train_rows(r)] == 1).any() for r in range(300))
    missing = (1 - 1 / 21) ** 21
    assert resamples.redraws / 300 == pytest.approx(missing / (1 - missing), abs=0.2)


def test_a_balanced_draw_without_a_class_is_mended_and_counted() -> None:
    rows = of_classes(20, 1)
    resamples = draw(Bootstrap(30, scheme="balanced"), rows, seed=0)
    counts = resamples.train_counts(0, 30)
    assert (counts[:, rows.codes == 1] == 1).all()
    assert (counts.sum(axis=0) == 30).all()
    assert resamples.redraws > 0


def test_common_classes_need_no_redraw() -> None:
    assert draw(Bootstrap(50), of_classes(100, 100), seed=0).redraws == 0


def test_something_is_always_left_to_test() -> None:
    """Of two rows, half of the draws hold both."""
    resamples = draw(Bootstrap(50), of_values([1.0, 2.0]), seed=0)
    assert (resamples.test_sizes == 1).all()


def test_more_draws_keep_the_first_ones() -> None:
    few, many = (draw(Bootstrap(draws), of_classes(10, 10), seed=4) for draws in (5, 50))
    assert np.array_equal(few.train_counts(0, 5), many.train_counts(0, 5))


def test_a_bayesian_bootstrap_has_nothing_out_of_bag() -> None:
    with pytest.raises(PlanError, match=r"no row is out of bag; try bootstrap\(9, scheme=bayesian, test=all\)"):
        Bootstrap(9, scheme="bayesian")


def test_a_stratified_bootstrap_needs_classes() -> None:
    with pytest.raises(PlanError, match="needs classes, and the target is numeric"):
        draw(Bootstrap(5, scheme="stratified"), of_values([1, 2, 3]), seed=0)


def test_groups_are_missing() -> None:
    with pytest.raises(PlanError, match="groups missing"):
        draw(Bootstrap(5, scheme="cluster"), of_classes(5, 5), seed=0)


def test_groups_that_are_all_needed_for_the_classes_leave_nothing_to_test() -> None:
    """Each of two groups is the only one of its class; drawing rows by class would tear groups apart."""
    rows = Dataset(np.zeros((6, 1)), np.repeat([0, 1], 3), Task.CLASSIFICATION, groups=np.repeat([0, 1], 3))
    with pytest.raises(PlanError, match="left nothing to test; try leave-group-out"):
        draw(Bootstrap(3, scheme="cluster"), rows, seed=0).train_counts(0, 3)
