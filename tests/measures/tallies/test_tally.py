"""What is read off the sums of the answers is what the answers give one by one."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.errors import MeasureError
from foldwise.evaluation.evaluate import Request, evaluate
from foldwise.measures import (
    CountMeasure,
    ModelScores,
    Needs,
    SumMeasure,
    as_measures,
    default_measures,
    measure,
    model_scores,
)
from foldwise.measures.definitions.scores import SAME_SCORES, constant_scores
from foldwise.measures.tallies.tally import LEAST_PROBABILITY, edges_of, tally_of
from foldwise.plans import CountMatrix, draw, parse
from foldwise.predictions import Outputs, Part, Predictions, ScoreKind
from tests.worlds import outcomes, partition, predictions_of

EVERYTHING = list(Needs)
PLANS = (
    "kfold(5)",
    "kfold(4, repeats=5)",
    "kfold(3, repeats=2, stratify=false)",
    "loo",
    "subsample(20)",
    "bootstrap(250)",
    "bootstrap(210, scheme=stratified)",
    "holdout",
    "two-folds-out(4, repeats=3)",
    "paired-halves(4, splits=3)",
    "lpo(2)",
    "resubstitution",
)
WHOLE = ("two-folds-out", "paired-halves")
"""Plans whose intervals need every fit."""
MORE = as_measures("accuracy, error, f1, balanced-accuracy, mcc, log-loss, auc, recall")


@pytest.fixture(params=["compiled", "numpy"])
def way(request, monkeypatch):
    """With and without the compiled kernels."""
    if request.param == "numpy":
        monkeypatch.setattr(native, "COMPILED", False)
        monkeypatch.setattr(native, "COMPILED", False)


def held_together(one, resamples):
    """Resamples whose matrices or sums are added: those of a repeat, or all of them where each is a repeat."""
    single = resamples.repeats == resamples.count and isinstance(one, CountMeasure | SumMeasure)
    return 0 * resamples.repeat if single else resamples.repeat


def world(seed, plan, *, classes=2, kind=ScoreKind.PROBABILITY, n=24, dtype=np.int64):
    """A model whose answers differ between resamples: some missing, some certain, some fits failed, some constant."""
    rng = np.random.default_rng(seed)
    truth = np.concatenate([np.tile(np.arange(classes), 5), rng.integers(0, classes, max(0, n - 5 * classes))])
    dataset = Dataset(X=np.zeros((truth.size, 1)), target=truth.astype(str), task=Task.CLASSIFICATION, name="w")
    resamples = draw(parse(plan), dataset, seed=int(rng.integers(1000)))
    rows = [resamples.test_rows(r) for r in range(resamples.count)]
    number = np.repeat(np.arange(resamples.count), [part.size for part in rows])
    row = np.concatenate(rows)
    scores = rng.dirichlet(np.full(classes, 0.3), row.size)
    scores[rng.random(row.size) < 0.1] = np.eye(classes)[0]
    for r in np.flatnonzero(rng.random(resamples.count) < 0.2):
        scores[number == r] = scores[number == r][:1]
    if kind is ScoreKind.DECISION:
        scores = np.round(rng.normal(size=scores.shape), 1)
    output = np.where(rng.random(row.size) < 0.1, -1, np.argmax(scores, axis=1)).astype(dtype)
    answers = Outputs(
        number.astype(np.int32 if dtype == np.int8 else np.int64),
        row.astype(np.int32 if dtype == np.int8 else np.int64),
        output,
        None if kind is ScoreKind.NONE else scores,
        kind,
        np.full(row.size, Part.TEST, dtype=np.uint8),
    )
    some = 0 if resamples.kind in WHOLE else rng.choice([0, 0.2])
    failed = np.flatnonzero(rng.random(resamples.count) < some)
    kept = answers.where(~np.isin(number, failed) | (number == 0))
    names = tuple(f"c{c}" for c in range(classes))
    return Predictions(truth.astype(dtype), Task.CLASSIFICATION, {"m": kept}, resamples, names, classes - 1)


def one_by_one(patch):
    """Let every measure look at the answers themselves."""
    patch.setattr(model_scores, "tally_of", lambda *_: None)


def close(a, b):
    """Equal to twelve digits, or to twelve decimals where the numbers are small; NaN equals NaN."""
    return (math.isnan(a) and math.isnan(b)) or a == b or math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)


def same_findings(predictions, measures):
    """Compare all findings with those from the answers one by one."""
    request = Request().sparing(measures)
    found = evaluate(predictions, measures, request)
    with pytest.MonkeyPatch.context() as patch:
        one_by_one(patch)
        expected = evaluate(predictions, measures, request)
    for a, b in zip(found, expected, strict=True):
        assert (a.reason, a.remark, a.estimate.undefined) == (b.reason, b.remark, b.estimate.undefined)
        assert close(a.estimate.value, b.estimate.value), (a, b)
        assert (a.interval is None) == (b.interval is None)
        if a.interval is not None:
            assert (a.interval.method, a.interval.note) == (b.interval.method, b.interval.note)
            assert close(a.interval.low, b.interval.low), (a, b)
            assert close(a.interval.high, b.interval.high), (a, b)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("plan", PLANS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=8, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.sampled_from(ScoreKind), st.sampled_from([np.int64, np.int8]))
def test_findings_do_not_depend_on_the_way_they_were_summed(plan, seed, classes, kind, dtype):
    predictions = world(seed, plan, classes=classes, kind=kind, dtype=dtype)
    same_findings(predictions, default_measures(predictions))


@pytest.mark.usefixtures("way")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(PLANS[:6]))
def test_nor_do_those_of_other_measures(seed, plan):
    same_findings(world(seed, plan), MORE)


@pytest.mark.usefixtures("way")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 4), st.sampled_from(PLANS[:6]))
def test_scores_of_each_resample_are_those_of_the_measure(seed, classes, plan):
    predictions = world(seed, plan, classes=classes)
    for one in default_measures(predictions):
        seen = ModelScores(predictions, "m", one)
        values, value = one.summary(seen.outcomes, seen.resample, held_together(one, seen.resamples))
        np.testing.assert_allclose(seen.scores, values, rtol=1e-12, atol=1e-15)
        assert close(seen.value, value)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("kind", [ScoreKind.PROBABILITY, ScoreKind.DECISION])
def test_many_rows_are_summed_as_few_are(classes, kind):
    predictions = world(classes, "kfold(3, repeats=2)", classes=classes, kind=kind, n=3000)
    same_findings(predictions, default_measures(predictions))


@pytest.mark.usefixtures("way")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 9), max_size=60), st.sampled_from(["int32", "int64", "uint8"]))
def test_edges_part_the_predictions_of_the_resamples(numbers, dtype):
    resample = np.sort(np.array(numbers, dtype=dtype))
    edges = edges_of(resample, 10)
    assert [resample[a:b].tolist() for a, b in pairwise(edges)] == [[r] * numbers.count(r) for r in range(10)]


def test_the_sums_by_hand():
    table = np.array([[0.8, 0.2], [0.5, 0.5], [0.0, 1.0], [1.0, 0.0]])
    predictions = predictions_of([0, 1, 0, 1], [0, -1, 1, 1], partition(n=4, k=1), scores=table)
    found = tally_of(predictions, predictions.of("m"), np.array([0, 4]), EVERYTHING)
    assert found.tables.tolist() == [[[1, 1, 0], [0, 1, 1]]]
    losses = -np.log([0.8, 0.5, LEAST_PROBABILITY, LEAST_PROBABILITY])
    np.testing.assert_allclose(found.surprisal.by_class, [losses[[0, 2]].sum(), losses[[1, 3]].sum()] * np.ones((1, 2)))
    assert found.surprisal.squares == pytest.approx(losses @ losses)
    assert (found.ruled_out, found.pairs.tolist(), found.wrong.squares) == (2, [[1.0], [4.0]], 2.0)


@pytest.mark.usefixtures("way")
def test_probabilities_at_the_floor_of_the_type_are_raised_to_it():
    given = LEAST_PROBABILITY * np.array([0.0, 1e-300, 0.5, 1 - 2**-53, 1.0, 1 + 2**-52, 2.0, 1e3, 1e8])
    table = np.column_stack([1 - given, given])
    predictions = predictions_of(np.ones(9, int), np.zeros(9, int), partition(n=9, k=1), scores=table)
    found = tally_of(predictions, predictions.of("m"), np.array([0, 9]), EVERYTHING)
    assert np.finfo(float).eps == LEAST_PROBABILITY
    assert found.ruled_out == 4
    assert found.surprisal.by_class[0, 1] == pytest.approx(
        -np.log(np.maximum(given, LEAST_PROBABILITY)).sum(), rel=1e-14
    )


def test_only_what_is_asked_for_is_computed():
    predictions = world(0, "kfold(5)")
    found = tally_of(predictions, predictions.of("m"), ModelScores(predictions, "m", MORE[0]).sheet.tested.edges, [])
    assert found.surprisal is None
    assert found.pairs is None


def test_nothing_is_kept_per_prediction_for_the_default_measures():
    predictions = world(3, "kfold(4, repeats=5)")
    for one in ModelScores.together(predictions, "m", default_measures(predictions)):
        assert math.isfinite(one.value)
        assert math.isfinite(one.spread.variance)
        assert not {"losses", "outcomes"} & set(one.__dict__)
        assert "outcomes" not in one.sheet.__dict__


def test_weights_and_single_classes_go_the_other_way():
    predictions = world(4, "kfold(5)", classes=3)
    weighted = replace(predictions, weights=np.linspace(1, 2, predictions.n))
    assert ModelScores(weighted, "m", measure("error")).sheet.tally is None
    assert ModelScores(predictions, "m", measure("recall[c1]")).tally is None
    assert ModelScores(weighted, "m", measure("error")).value != ModelScores(predictions, "m", measure("error")).value


def test_so_do_more_matrices_than_predictions(monkeypatch):
    predictions = world(5, "loo", classes=5)
    monkeypatch.setattr("foldwise.measures.tallies.tally.FEW_CELLS", 10)
    assert ModelScores(predictions, "m", measure("error")).sheet.tally is None


@pytest.mark.parametrize("name", ["log-loss", "auc", "brier"])
def test_a_measure_that_does_not_exist_is_still_refused(name):
    predictions = world(6, "kfold(5)", kind=ScoreKind.NONE)
    with pytest.raises(MeasureError, match=f"{name} needs"):
        _ = ModelScores(predictions, "m", measure(name)).value


def test_a_measure_of_two_classes_refuses_three():
    predictions = world(7, "kfold(5)", classes=3)
    with pytest.raises(MeasureError, match="is about two classes, and there are 3"):
        _ = ModelScores(predictions, "m", measure("lr-positive")).value


def test_logarithms_are_right_to_the_last_digits():
    rng = np.random.default_rng(0)
    given = np.concatenate([10.0 ** rng.uniform(-15, 0, 4000), 1 - 10.0 ** rng.uniform(-16, -1, 4000), [0, 0.5, 1]])
    n = given.size
    resamples = CountMatrix(1 - np.eye(n, dtype=np.uint8), plan="loo")
    predictions = predictions_of(np.zeros(n, int), np.zeros(n, int), resamples, scores=np.stack([given, 1 - given], 1))
    found = ModelScores(predictions, "m", measure("log-loss"))
    expected = measure("log-loss").loss(outcomes(np.zeros(n, int), scores=np.stack([given, 1 - given], 1)))
    np.testing.assert_allclose(found.scores, expected, rtol=5e-16, atol=0)


def test_a_probability_that_is_no_number_gives_no_number():
    table = np.array([[np.nan, 0.5], [0.5, 0.5], [0.4, 0.6]])
    predictions = predictions_of([0, 1, 0], [0, 1, 1], partition(n=3, k=1), scores=table)
    assert math.isnan(ModelScores(predictions, "m", measure("log-loss")).value)


@pytest.mark.parametrize("plan", ["kfold(4, repeats=5)", "bootstrap(60)"])
def test_the_number_of_threads_changes_no_bit(plan, monkeypatch):
    predictions = world(8, plan, n=500)
    monkeypatch.setattr(native, "WORTH_THREADS", 1)
    found = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(native, "cores", lambda threads=threads: threads)
        one = ModelScores.together(predictions, "m", default_measures(predictions))[0].sheet.tally
        by_row = np.zeros(0) if one.surprisal.by_row is None else one.surprisal.by_row
        area = ModelScores.together(predictions, "m", [measure("auc")])[0].influence.steady
        found.append(
            [one.tables, one.surprisal.by_class, one.surprisal.squares, one.pairs, by_row, area.means, area.within]
        )
    for other in found[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(found[0], other, strict=True))


@pytest.mark.parametrize("compiled", [native.COMPILED, False])
def test_places_are_left_out_where_nobody_looks_at_single_rows(compiled, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled)
    predictions = world(8, "kfold(4, repeats=5)")
    sheets = []
    for most in (10**6, 10):
        monkeypatch.setattr("foldwise.measures.tallies.tally.MOST_PLACED", most)
        sheets.append(ModelScores.together(predictions, "m", default_measures(predictions))[0].sheet.tally)
    placed, other = sheets
    assert placed.placed is not None
    assert other.placed is None
    assert np.array_equal(placed.pairs, other.pairs)
    assert np.array_equal(placed.wrong.by_row, other.wrong.by_row)
    assert np.array_equal(placed.surprisal.by_row, other.surprisal.by_row)


@pytest.mark.parametrize("layout", ["columns", "one row for all"])
def test_scores_may_lie_in_memory_as_they_like(layout):
    predictions = world(9, "kfold(5)")
    answers = predictions.of("m")
    scores = {
        "columns": np.asfortranarray(answers.scores),
        "one row for all": np.broadcast_to(np.array([0.25, 0.75]), answers.scores.shape),
    }[layout]
    same_findings(
        replace(predictions, outputs={"m": replace(answers, scores=scores)}), as_measures("error,auc,log-loss")
    )


def test_codes_of_one_byte_are_counted_with_as_whole_numbers():
    predictions = world(10, "kfold(5)", classes=5, n=200, dtype=np.int8)
    wide = world(10, "kfold(5)", classes=5, n=200)
    weights = np.linspace(1, 2, predictions.n)
    for one in as_measures("error, mcc, macro-f1, quadratic-kappa"):
        values = [ModelScores(replace(table, weights=weights), "m", one).value for table in (predictions, wide)]
        assert values[0] == values[1]


def test_a_measure_that_cannot_be_read_off_the_sums_makes_none(monkeypatch):
    monkeypatch.setattr(model_scores, "tally_of", lambda *_: pytest.fail("nobody asked for sums"))
    found = evaluate(world(11, "bootstrap(210)"), as_measures("brier, ece"), Request())
    assert [one.measure.name for one in found] == ["brier", "ece"]


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("plan", ["kfold(4, repeats=5)", "loo", "bootstrap(250)", "holdout"])
def test_scores_that_rows_share_add_up_to_what_repeated_ones_do(plan, classes):
    table = world(3, plan, classes=classes)
    given = table.of("m")
    shares = np.random.default_rng(4).dirichlet(np.ones(classes), table.resamples.count)
    shares[0] = np.eye(classes)[0]
    shared, repeated = given.sharing(shares), replace(given, scores=shares[given.resample])
    edges = edges_of(given.resample, table.resamples.count)
    first, second = (tally_of(table, one, edges, EVERYTHING) for one in (shared, repeated))
    assert (first.ruled_out, constant_scores(first, 0.5)) == (second.ruled_out, constant_scores(second, 0.5))
    for name in ("tables", "mix", "pairs", "placed"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name), err_msg=name)
    for mine, other in ((first.wrong, second.wrong), (first.surprisal, second.surprisal)):
        for name in ("by_class", "by_row", "times"):
            np.testing.assert_array_equal(getattr(mine, name), getattr(other, name), err_msg=name)
    np.testing.assert_array_equal(first.place_squares, second.place_squares)


@pytest.mark.parametrize(("plan", "same"), [("holdout", True), ("kfold(5)", False)])
def test_scores_that_rows_share_rank_something_where_resamples_differ(plan, same):
    table = world(3, plan)
    shares = np.random.default_rng(4).dirichlet(np.ones(2), table.resamples.count)
    answers = table.of("m").sharing(shares)
    found = tally_of(table, answers, edges_of(answers.resample, table.resamples.count), EVERYTHING)
    assert (constant_scores(found, 0.5) == SAME_SCORES) is same
    assert answers.shared is not None or not native.COMPILED
