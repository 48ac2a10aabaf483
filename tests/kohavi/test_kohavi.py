"""The study of accuracy estimation, on a tiny table of its own."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.estimates import Kohavi632, LooBootstrap, Plus632, Trimmed
from foldwise.learners import C45Tree
from foldwise.measures import ModelScores, measure
from foldwise.plans import CountMatrix, as_plan, draw
from foldwise.predictions import Part
from studies.kohavi import __main__ as study
from studies.kohavi import weka
from studies.kohavi.estimates import Method, bootstraps, extrapolated, out_of_bag, plus632, repeated, trimmed
from studies.kohavi.groups import GROUPS
from studies.kohavi.page import page_text
from studies.kohavi.problems import BALANCED, MAJORITY, Problem, make_learner, random_problems, read_problem
from studies.kohavi.runs import Cost, Sets, bootstrap_counts, fit_samples
from studies.kohavi.store import RUNS, TRUTH, Key, Results
from studies.kohavi.summary import Chosen, Figure, clearly, coverages, figures, pooled, runs
from studies.kohavi.weka import REPEATS, WARM

HERE = Path(study.__file__).parent


@pytest.fixture(scope="module")
def problem():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"x": rng.normal(size=120).round(2), "c": rng.choice(["a", "b", None], 120)})
    table["Class"] = np.where(table["x"] + rng.normal(size=120) > 0, "yes", "no")
    return read_problem("tiny", table, 40)


@pytest.fixture(scope="module")
def sample(problem):
    return problem.dataset.subset(problem.draw(problem.generator("once", 0)))


@pytest.fixture(scope="module")
def drawn(sample):
    """Runs of a bootstrap of the sample: as the study has them, as foldwise has them, and the fit to the whole sample."""
    sets = Sets(sample.n)
    sets.add("bootstrap", bootstrap_counts(sample.n, 60, np.random.default_rng(1)))
    hits = sets.fit(sample, "C4.5", Cost())["bootstrap"]
    predictions = run(sample, {"m": C45Tree()}, CountMatrix(sets.counts[0], plan="bootstrap(60)"), Settings())
    whole = run(sample, {"m": C45Tree()}, draw(as_plan("resubstitution"), sample, 0), Settings()).outputs["m"]
    seen = replace(predictions, apparent={"m": whole.of_part(Part.TEST)})
    return hits, ModelScores(seen, "m", measure("accuracy")), whole.output


def test_a_sample_and_its_truth(problem):
    rows = problem.draw(problem.generator("once", 3))
    assert rows.size == 40
    assert np.array_equal(rows, problem.draw(problem.generator("once", 3)))
    new, old = fit_samples(problem, [rows], "C4.5", Cost())
    model = C45Tree().fit(problem.dataset.rows(rows), problem.dataset.codes[rows])
    rest = np.setdiff1d(np.arange(120), rows)
    assert new.accuracies()[0] == (model.predict(problem.dataset.rows(rest)) == problem.dataset.codes[rest]).mean()
    assert old.accuracies()[0] == (model.predict(problem.dataset.rows(rows)) == problem.dataset.codes[rows]).mean()


def test_estimates_of_the_bootstrap_are_those_of_foldwise(sample, drawn):
    hits, scored, said = drawn
    apparent = float((said == sample.codes).mean())
    (found,) = dict(bootstraps(hits, apparent, (60,))).values()
    assert found == pytest.approx(Kohavi632().estimate(scored).value)
    unseen = out_of_bag(hits, sample.n)
    assert unseen == pytest.approx(LooBootstrap().estimate(scored).value)
    assert plus632(apparent, unseen, sample.codes, said) == pytest.approx(Plus632().estimate(scored).value)


def test_estimates_of_folds_are_those_of_foldwise(sample):
    folds = draw(as_plan("kfold(10, repeats=3)"), sample, 0)
    sets = Sets(sample.n)
    sets.add_plan("ten", "kfold(10, repeats=3)", sample, 0)
    accuracies = sets.fit(sample, "C4.5", Cost())["ten"].accuracies()
    scored = ModelScores(run(sample, {"m": C45Tree()}, folds, Settings()), "m", measure("accuracy"))
    np.testing.assert_allclose(accuracies, scored.scores)
    values = dict(repeated(accuracies, 10, (1, 3), stratified=True))
    assert values[Method("k-fold", 10, 3, stratified=True)] == pytest.approx(scored.value)
    assert values[Method("trimmed k-fold", 10, 3, stratified=True)] == pytest.approx(Trimmed().estimate(scored).value)
    assert trimmed(accuracies) == pytest.approx(Trimmed().estimate(scored).value)


def test_folds_are_followed_along_a_power_law():
    by_folds = {k: 0.9 - 2 / (100 * (1 - 1 / k)) for k in (2, 3, 5, 10)}
    assert extrapolated(by_folds, 100, 10) == pytest.approx(0.88, abs=1e-4)
    assert extrapolated(dict.fromkeys((2, 3, 5, 10), 0.7), 100, 10) == pytest.approx(0.7)


@pytest.mark.parametrize(
    "group", [one for one in GROUPS if one.name not in ("repeats", "peer")], ids=lambda one: one.name
)
def test_every_group_says_the_same_again(problem, group):
    costs = {name: Cost() for name in problem.learners}
    first, again = (list(group.work(problem, range(1, 2), costs)) for _ in range(2))
    assert first == again
    assert [one.learner for one in first] == ["C4.5", "naive Bayes"]
    assert costs["C4.5"].runs == costs["naive Bayes"].runs > 0
    for one in first:
        assert all(0 <= value <= 1 for value in one.values.values())


def test_leave_one_out_is_never_right_where_classes_are_balanced():
    balanced = next(one for one in random_problems() if one.name == BALANCED)
    small = Problem("small", balanced.dataset, 20, balanced=True)
    group = next(one for one in GROUPS if one.name == "leave out")
    costs = {name: Cost() for name in small.learners}
    found = {one.learner: one for one in group.work(small, range(1), costs)}
    assert found[MAJORITY].values[Method("leave-k-out", 1)] == 0.0
    assert found[MAJORITY].truth == 0.5
    assert np.bincount(small.dataset.codes[small.draw(small.generator("once", 0))]).tolist() == [10, 10]


def test_a_run_is_continued_where_it_ended(problem, tmp_path):
    work = [(problem, one) for one in GROUPS if one.name in ("leave out", "curve")]
    path = tmp_path / "results.parquet"
    whole, halves = Results(), Results()
    for _, group in work:
        costs = {name: Cost() for name in problem.learners}
        first = study.add_samples(problem, group, 0, found=whole, costs=costs)
        study.add_samples(problem, group, first, found=whole, costs=costs)
    for start in (0, 1):
        for _, group in work:
            done = halves.done("tiny", group.name)
            assert (done > 0) == (start > 0)
            study.add_samples(problem, group, done, found=halves, costs=costs)
        halves.write(path)
        halves = Results.read(path)
    assert set(whole.sums) == set(halves.sums)
    for key, sums in whole.sums.items():
        if key.method != RUNS:
            np.testing.assert_allclose(halves.sums[key], sums)
    assert runs(halves)["C4.5"][0] == runs(whole)["C4.5"][0] > 0


def test_figures_are_moments_of_the_estimates():
    rng = np.random.default_rng(0)
    estimates, truths = rng.beta(8, 2, 500), rng.beta(9, 2, 500)
    errors = estimates - truths
    sums = [[500, *(np.sum(estimates**power) for power in (1, 2, 3, 4)), errors.sum(), (errors**2).sum(), 0, 0, 0]]
    one = Figure.of(Key("p", "l", "once", TRUTH), np.array(sums[0]))
    assert one.mean == pytest.approx(estimates.mean())
    assert one.spread == pytest.approx(estimates.std(ddof=1))
    assert one.bias == pytest.approx(errors.mean())
    assert one.rmse == pytest.approx(np.sqrt((errors**2).mean()))
    draws = [rng.choice(estimates, 500).std() for _ in range(400)]
    assert one.errors == pytest.approx(
        (estimates.std(ddof=1) / 500**0.5, np.std(draws), errors.std() / 500**0.5), rel=0.15
    )
    assert clearly(one.bias, one.errors[2]) == -1


def test_the_page_is_that_of_the_kept_results():
    results = Results.read(HERE / "results.parquet")
    assert (HERE / "results.parquet").stat().st_size < 1_000_000
    page = HERE.parents[1] / "docs" / "studies" / "kohavi.md"
    assert page_text(results) == page.read_text(encoding="utf-8")
    chosen = Chosen(figures(results))
    loo = chosen.get(BALANCED, MAJORITY, Method("leave-k-out", 1), "leave out")
    assert loo is not None
    assert loo.mean == 0.0
    assert all(0 <= one.share <= 1 for one in pooled(coverages(results)))


def test_without_data_the_command_says_what_is_missing(tmp_path):
    done = CliRunner().invoke(study.main, ["--results", str(tmp_path / "none.parquet")])
    assert done.exit_code == 2
    assert "--data FOLDER says where the tables are" in done.output


def test_another_tree_is_timed_on_numbers(problem):
    group = GROUPS[-1]
    numbers = Problem("vehicle", as_dataset(np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 2), 30)
    assert group.suits(numbers)
    assert not group.suits(problem)
    costs = {}
    (found,) = group.work(numbers, range(1), costs)
    assert costs[found.learner].runs == 10
    assert 0 <= found.values[Method("k-fold", 10, stratified=True)] <= 1


def test_learners_by_name():
    assert [type(make_learner(name)).__name__ for name in ("C4.5", "naive Bayes", MAJORITY)] == [
        "C45Tree",
        "MixedNB",
        "DummyClassifier",
    ]


def test_weka_is_measured_without_what_java_needs_to_start_and_again_in_place_of_the_first(monkeypatch):
    numbers = read_problem("vehicle", pd.DataFrame({"x": np.arange(60.0) % 7, "class": ["a", "b"] * 30}), 40)
    seconds = iter([9.0, 0.5, 9.0, 0.25])
    monkeypatch.setattr(
        weka, "weka_seconds", lambda *given: np.where(np.arange(len(given[-1])) < WARM, 99, next(seconds))
    )
    found = Results()
    for _ in range(2):
        study.add_weka([numbers], "weka.jar", found)
    counted = REPEATS - WARM
    assert runs(found) == {
        "Weka's J48": (10 * counted, 0.0, 9.0 * counted),
        "Weka's naive Bayes": (10 * counted, 0.0, 0.25 * counted),
    }
    assert f"| Weka's J48 | vehicle | {10 * counted:,} |  | 1 |" in page_text(found)
