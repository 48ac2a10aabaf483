"""Which test is taken, and for whom."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge

import foldwise
from foldwise.comparisons import CAREFUL_TESTS, careful_method, choose_comparison, compare_pair
from foldwise.comparisons.simulations import simulated
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.intervals import CoverageGate, without_gates
from foldwise.plans import PairedHalves, PairsOut, draw
from foldwise.predictions import Outputs, ScoreKind
from tests.comparisons.pairs import error_pair, of_errors, of_losses
from tests.worlds import bootstrap_of, classes, partition

rng = np.random.default_rng(0)
A, B = rng.random(100) < 0.3, rng.random(100) < 0.2


def with_apparent(predictions, wrong):
    rows = np.arange(predictions.n)
    own = Outputs(
        0 * rows, rows, predictions.truth ^ wrong.astype(int), None, ScoreKind.NONE, np.zeros(rows.size, dtype=np.uint8)
    )
    return replace(predictions, apparent={"a": own})


def with_samples(a=A, b=B, draws=200):
    """The models on ten parts, and beside them models of bootstrap samples that are wrong on the rows of `a` and `b`."""
    samples = of_errors(a, b, bootstrap_of(100, draws))
    return replace(of_errors(A, B, partition(n=100, k=10)), bootstrapped=samples)


@pytest.mark.parametrize(
    ("resamples", "method"),
    [
        (partition(n=100, k=10), "influence"),
        (partition(n=100, k=10, repeats=3), "influence"),
        (partition(n=100, k=3), "influence"),
        (bootstrap_of(100, 200), "loo-bootstrap"),
        (bootstrap_of(100, 20), "influence"),
    ],
)
def test_the_default_follows_the_plan(resamples, method):
    assert compare_pair(error_pair(of_errors(A, B, resamples))).method == method


def test_models_of_bootstrap_samples_beside_the_plan_are_used_for_mean_losses_only():
    assert compare_pair(error_pair(with_samples())).method == "loo-bootstrap"
    assert compare_pair(error_pair(with_samples(), "f1")).method == "influence"
    assert compare_pair(error_pair(with_samples(draws=20))).method == "influence"


@pytest.mark.parametrize(("heavy", "method"), [(2.0, "loo-bootstrap"), (20.0, "influence")])
def test_nor_are_they_where_few_rows_hold_much_of_the_weight(heavy, method):
    """Of five rows in a hundred that weigh 20, equal models were called different in .09 to .10 of the samples."""
    weights = np.where(np.arange(100) < 5, heavy, 1.0)
    table = with_samples()
    weighed = replace(table, weights=weights, bootstrapped=replace(table.bootstrapped, weights=weights))
    assert choose_comparison(error_pair(weighed)).method.name == method


def test_models_of_fewer_rows_that_stand_the_other_way_round_are_not_asked():
    pair = error_pair(with_samples(B, A))
    assert choose_comparison(pair).method.name == "influence"
    assert compare_pair(pair).difference == pytest.approx(pair.difference)


def test_a_measure_without_a_derivative_has_no_test_and_says_so():
    losses = 10 + rng.normal(size=100)
    pair = error_pair(of_losses(partition(n=100, k=10), losses, 10.0), "median-error")
    assert compare_pair(pair) is None
    assert "influence: median-absolute-error has no derivative" in choose_comparison(pair).reason


def test_a_test_that_was_too_liberal_in_simulations_is_not_given(monkeypatch):
    rows = {"structure": "rows", "weighted": False, "most_rows": 100, "most_rarest": None, "most_groups": None}
    gate = CoverageGate(
        "error", "kfold", "two", **rows, trait="", coverage=0.82, simulations=1000, cell="balanced, lda, n = 100"
    )
    monkeypatch.setattr(simulated, "size_gates", lambda: (gate,))
    pair = error_pair(of_errors(A, B, partition(n=100, k=10)))
    assert compare_pair(pair) is None
    reason = "not assessable: 95 % intervals for a difference in error covered 82.0 % ± 1.2 in simulations"
    assert choose_comparison(pair).reason == f"{reason} with at most 100 rows"
    assert compare_pair(error_pair(of_errors(A, B, partition(n=100, k=10)), "f1")) is not None
    with without_gates():
        assert compare_pair(pair).method == "influence"


def test_a_model_that_memorises_needs_no_test_of_its_own():
    """How much repeats disagree tells it from others, not its errors on the rows it was trained on."""
    plain = of_errors(A, B, partition(n=100, k=10, repeats=3))
    perfect = error_pair(with_apparent(plain, np.zeros(100)))
    assert choose_comparison(perfect).method.name == "influence"
    assert compare_pair(perfect).p_value == compare_pair(error_pair(plain)).p_value


def test_predictions_that_change_between_repeats_widen_the_interval():
    resamples = partition(n=100, k=10, repeats=3)
    settled = 10 + rng.normal(size=100)
    restless = settled + rng.normal(size=(30, 100))
    still, moving = (error_pair(of_losses(resamples, loss, 10.0), "mae") for loss in (settled, restless))
    still, moving = compare_pair(still), compare_pair(moving)
    assert moving.high - moving.low > 1.2 * (still.high - still.low)


def test_where_no_test_is_valid_there_is_none():
    other = bootstrap_of(100, 20)
    object.__setattr__(other, "plan", "bootstrap-case(20)")
    pair = error_pair(of_errors(A, B, other))
    assert compare_pair(pair) is None
    assert choose_comparison(pair).reason == "no test is valid for the plan bootstrap-case(20)"
    few = error_pair(of_errors(A[:12], B[:12], partition(n=12, k=3)))
    assert choose_comparison(few).method is None
    assert "there are 12 rows, and 20 are the least" in choose_comparison(few).reason


def test_an_unknown_test_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="no test for the same rows called 'corected-t'; try 'corrected-t'"):
        compare_pair(error_pair(of_errors(A, B)), "corected-t")
    with pytest.raises(InputError, match=r"try 0.95"):
        compare_pair(error_pair(of_errors(A, B)), level=95)


def test_concordance_has_no_test_on_several_test_sets():
    """Its size was 14 % of equal linear models: the spread of predictions changes with the training rows to first order."""
    drawn = np.random.default_rng(1)
    X = drawn.normal(size=(40, 4))
    y = X.sum(axis=1) + drawn.normal(size=40)
    models = {"a": LinearRegression(), "b": Ridge(30.0)}
    settings = {"measures": ["ccc", "r2"], "plan": "kfold(5, repeats=2)", "baseline": False}
    found = foldwise.compare(models, X, y, **settings)
    assert set(found.pairs()["measure"]) == {"r2"}


@pytest.mark.parametrize("rows", [{"weights": np.tile([1.0, 20.0], 40)}, {"groups": np.arange(80) // 10}])
def test_medians_of_rows_with_weights_or_in_groups_are_not_tested(rows):
    rng = np.random.default_rng(3)
    truth = rng.normal(size=80)
    systems = {name: truth + rng.normal(size=80) for name in "ab"}
    judged = foldwise.score(truth, systems, measures="median-absolute-error", **rows)
    assert judged.judgements == ()
    assert any("equal systems different by median-absolute-error in 10 to 22 %" in note for note in judged.notes)
    assert not any("heavy tail" in note for note in judged.notes)  # a median does not depend on them
    assert foldwise.score(truth, systems, measures="median-absolute-error").judgements


CAREFUL_PLANS = (
    PairsOut(partition(n=100, k=5, repeats=3).parts, 5, plan="two-folds-out(5, repeats=3)"),
    draw(PairedHalves(4, splits=3), classes(n=100, k=2), seed=0),
)


@pytest.mark.parametrize(("resamples", "name"), list(zip(CAREFUL_PLANS, CAREFUL_TESTS.values(), strict=True)))
def test_the_plan_decides_on_the_careful_test(resamples, name):
    pair = error_pair(of_errors(A, ~A, resamples))
    assert careful_method(pair).name == name
    assert compare_pair(pair, "careful").method == name


@pytest.mark.parametrize(("name", "plan"), [("error", "two-folds-out"), ("f1", "paired-halves")])
def test_a_plan_without_a_careful_test_is_refused_with_the_plan_to_take(name, plan):
    with pytest.raises(ValidityError, match=f"no careful comparison can be made from kfold.* try plan='{plan}"):
        compare_pair(error_pair(of_errors(A, ~A), name), "careful")
