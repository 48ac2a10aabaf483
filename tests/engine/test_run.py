"""Models x resamples → predictions, through the generic path."""

import os
import sys
from types import ModuleType

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, Store, run
from foldwise.errors import FitError, FoldwiseWarning, InputError, Interrupted
from foldwise.measures import ModelScores, measure
from foldwise.plans import CountMatrix, Partition, RowLists
from foldwise.predictions import Part, ScoreKind
from tests.engine.models import Answers, Crashing, Deadly, Interrupting, NanRegressor, Rules, Weighty
from tests.worlds import classes, partition, values

DATA = classes()
PARTS = partition(n=90, k=5, repeats=2)


def answers(model, dataset=DATA, resamples=PARTS, part=Part.TEST, **settings):
    return run(dataset, {"m": model}, resamples, Settings(**settings)).of("m", part)


def test_the_predictions_are_those_of_scikit_learn():
    splitter = StratifiedKFold(5, shuffle=True, random_state=0)
    parts = np.zeros(90, dtype=int)
    for fold, (_, test) in enumerate(splitter.split(DATA.X, DATA.target)):
        parts[test] = fold
    table = answers(GaussianNB(), resamples=Partition(parts[None, :], 5, plan="kfold(5)"))
    order = np.argsort(table.row)
    labels = cross_val_predict(GaussianNB(), DATA.X, DATA.target, cv=splitter)
    scores = cross_val_predict(GaussianNB(), DATA.X, DATA.target, cv=splitter, method="predict_proba")
    np.testing.assert_array_equal(DATA.labels[table.output[order]], labels)
    np.testing.assert_allclose(table.scores[order], scores, rtol=1e-10)


def test_only_test_rows_are_predicted_unless_training_rows_are_asked_for():
    assert answers(GaussianNB()).size == 180
    assert answers(GaussianNB(), part=Part.TRAIN).size == 0
    assert answers(GaussianNB(), part=Part.TRAIN, train=True).size == 180 * 4


def test_a_memoriser_is_never_wrong_about_its_training_rows():
    """1-NN resubstitution is 100 % right (METHODS L.2)."""
    everything = (np.arange(90),)
    resamples = RowLists(everything, everything, 90, plan="resubstitution", overlap=True)
    predictions = run(DATA, {"m": KNeighborsClassifier(1)}, resamples, Settings())
    assert ModelScores(predictions, "m", measure("accuracy")).value == 1


def test_decision_scores_are_kept_where_there_are_no_probabilities():
    table = answers(RidgeClassifier())
    assert (table.score_kind, table.scores.shape) == (ScoreKind.DECISION, (180, 3))
    np.testing.assert_array_equal(table.scores.argmax(axis=1), table.output)


def test_two_classes_have_one_decision_column_that_becomes_two():
    table = answers(SVC(), classes(n=40, k=2), partition(n=40, k=4))
    np.testing.assert_array_equal(table.scores[:, 0], -table.scores[:, 1])
    np.testing.assert_array_equal((table.scores[:, 1] > 0).astype(int), table.output)


def test_the_same_bits_for_any_number_of_jobs():
    forest = RandomForestClassifier(5)
    one, two = (answers(forest, jobs=jobs, seed=3) for jobs in (1, 2))
    np.testing.assert_array_equal(one.scores, two.scores)
    np.testing.assert_array_equal(one.row, two.row)


def test_the_seed_reaches_the_model_and_other_models_do_not_disturb_it():
    forest = RandomForestClassifier(5)
    one, other = (answers(forest, seed=seed) for seed in (1, 2))
    beside = run(DATA, {"a": GaussianNB(), "m": forest}, PARTS, Settings(seed=1)).of("m")
    assert not np.array_equal(one.scores, other.scores)
    np.testing.assert_array_equal(one.scores, beside.scores)


def test_a_random_state_the_user_chose_is_kept():
    forest = RandomForestClassifier(5, random_state=7)
    one, other = (answers(forest, seed=seed) for seed in (1, 2))
    np.testing.assert_array_equal(one.scores, other.scores)


def test_the_users_estimator_is_never_fitted_nor_changed():
    forest = RandomForestClassifier(5)
    answers(forest)
    assert not hasattr(forest, "classes_")
    assert forest.random_state is None


@pytest.mark.parametrize("kind", ["pandas", "polars", "sparse"])
def test_the_model_sees_the_table_it_expects(kind):
    columns = [f"x{j}" for j in range(4)]
    tables = {
        "pandas": lambda X: pd.DataFrame(X, columns=columns),
        "polars": lambda X: pl.DataFrame(X, schema=columns),
        "sparse": sparse.csr_matrix,
    }
    dataset = Dataset(X=tables[kind](DATA.X), target=DATA.target, task=Task.CLASSIFICATION)
    np.testing.assert_array_equal(
        answers(KNeighborsClassifier(), dataset).output, answers(KNeighborsClassifier()).output
    )


def test_a_pipeline_is_refitted_in_every_resample():
    pipeline = make_pipeline(StandardScaler(), KNeighborsClassifier())
    table = answers(pipeline)
    rows, r = PARTS.test_rows(3), 3
    train = PARTS.train_rows(r)
    expected = make_pipeline(StandardScaler(), KNeighborsClassifier()).fit(DATA.X[train], DATA.target[train])
    np.testing.assert_array_equal(DATA.labels[table.output[table.resample == r]], expected.predict(DATA.X[rows]))


def test_bootstrap_counts_are_repeated_rows():
    rng = np.random.default_rng(0)
    counts = np.stack([np.bincount(rng.integers(0, 90, 90), minlength=90) for _ in range(3)]).astype(np.uint8)
    table = answers(KNeighborsClassifier(), resamples=CountMatrix(counts, plan="bootstrap(3)"))
    assert table.size == (counts == 0).sum()
    train = np.repeat(np.arange(90), counts[1])
    expected = KNeighborsClassifier().fit(DATA.X[train], DATA.target[train]).predict(DATA.X[counts[1] == 0])
    np.testing.assert_array_equal(DATA.labels[table.output[table.resample == 1]], expected)


def test_weights_of_rows_and_of_resamples_are_multiplied_and_routed():
    dataset = Dataset(
        X=DATA.X, target=DATA.target, task=Task.CLASSIFICATION, weights=np.full(90, 2.0), groups=np.arange(90) // 3
    )
    drawn = CountMatrix(np.full((1, 90), 1.5), plan="bootstrap(1, scheme=bayesian)", test_all=True)
    table = answers(Weighty(), dataset, drawn)
    assert table.scores[0].tolist() == [3.0, 30.0, 0.0]


def test_the_last_step_of_a_pipeline_gets_the_weights():
    weights = np.where(DATA.codes == 0, 100.0, 1.0)
    dataset = Dataset(X=DATA.X, target=DATA.target, task=Task.CLASSIFICATION, weights=weights)
    plain, weighted = (answers(make_pipeline(StandardScaler(), GaussianNB()), one) for one in (DATA, dataset))
    assert (weighted.output == 0).sum() > (plain.output == 0).sum()


def test_a_model_that_takes_no_weights_is_refused():
    dataset = Dataset(X=DATA.X, target=DATA.target, task=Task.CLASSIFICATION, weights=np.ones(90))
    with pytest.raises(
        FitError, match=r"rows are weighted, but model 'm' \(KNeighborsClassifier\) takes no sample_weight"
    ):
        answers(KNeighborsClassifier(), dataset)


def test_a_class_absent_from_training_has_probability_zero():
    target = DATA.target.copy()
    train, test = np.flatnonzero(DATA.codes != 2), np.flatnonzero(DATA.codes == 2)
    resamples = RowLists((train,), (test,), 90, plan="holdout(1/3)")
    dataset = Dataset(X=DATA.X, target=target, task=Task.CLASSIFICATION)
    assert np.all(answers(GaussianNB(), dataset, resamples).scores[:, 2] == 0)
    decision = answers(make_pipeline(StandardScaler(), RidgeClassifier()), dataset, resamples).scores
    assert np.all(decision[:, 2] < decision[:, :2].min(axis=1))


def test_a_training_set_of_one_class_leaves_the_others_their_decision_scores():
    some = Dataset(DATA.X[:30], np.repeat(["a", "b"], [1, 29]), Task.CLASSIFICATION)
    table = answers(RidgeClassifier(), some, Partition(np.arange(30)[None] % 3, 3, plan="kfold(3)"))
    assert table.score_kind is ScoreKind.DECISION
    alone = table.scores[table.resample == 0]
    assert (alone[:, 1] > alone[:, 0]).all()


def test_an_unclassified_record_counts_as_an_error():
    predictions = run(DATA, {"m": Rules()}, PARTS, Settings())
    assert np.mean(predictions.of("m").output == -1) == 0.5
    assert ModelScores(predictions, "m", measure("error")).value > 0.5


def test_values_are_predicted_too():
    table = answers(KNeighborsRegressor(), values(), partition(n=80, k=4))
    assert (table.output.dtype, table.score_kind) == (np.float64, ScoreKind.NONE)


def test_progress_is_told_after_every_fit():
    heard = []
    answers(SVC(), progress=lambda done, total, model: heard.append((done, total, model)))
    assert heard == [(done, 10, "m") for done in range(1, 11)]


def test_ctrl_c_keeps_what_is_done():
    Interrupting.fits = 0
    with pytest.raises(Interrupted, match="stopped after 7 of 10 fits") as caught:
        answers(Interrupting(), engine="generic", jobs=1)
    assert np.unique(caught.value.predictions.of("m").resample).tolist() == list(range(7))


def stop_after(count):
    """Press Ctrl-C after so many fits."""

    def progress(done, *_):
        if done == count:
            raise KeyboardInterrupt

    return progress


def test_the_store_continues_where_it_was_stopped(tmp_path):
    store = Store(tmp_path / "deep" / "store.db")
    with pytest.raises(Interrupted):
        answers(SVC(), jobs=1, store=store, progress=stop_after(7))
    heard = []
    resumed = answers(SVC(), jobs=1, store=store, progress=lambda done, *_: heard.append(done))
    assert heard == [8, 9, 10]
    np.testing.assert_array_equal(resumed.scores, answers(SVC(), jobs=1).scores)


def test_a_resumed_run_tells_the_warnings_of_the_fits_it_did_not_do(tmp_path):
    store = Store(tmp_path / "store.db")
    with pytest.raises(Interrupted):
        answers(LogisticRegression(max_iter=1), engine="generic", jobs=1, store=store, progress=stop_after(7))
    with pytest.warns(FoldwiseWarning, match="10 of 10 fits of 'm' warned: .*converge"):
        answers(LogisticRegression(max_iter=1), engine="generic", jobs=1, store=store)


def test_the_store_knows_another_model_and_another_plan(tmp_path):
    store = Store(tmp_path / "store.db")
    one = answers(KNeighborsClassifier(1), store=store)
    five = answers(KNeighborsClassifier(25), store=store)
    assert not np.array_equal(one.output, five.output)
    assert answers(KNeighborsClassifier(1), resamples=partition(n=90, k=3), store=store).size == 90


def test_an_unusable_store_is_refused(tmp_path):
    (tmp_path / "file").write_text("not a database, and long enough to be read as one" * 50)
    with pytest.raises(InputError, match="cannot be used"):
        Store(tmp_path / "file")


def test_a_failing_fit_raises_with_model_resample_and_cause():
    with pytest.raises(FitError) as caught:
        answers(Crashing())
    assert str(caught.value) == (
        "model 'm' failed on resample 1 of 10: LinAlgError: the matrix is singular; "
        "try on_failure='record' to go on without the fits that fail"
    )


def test_a_failing_fit_can_be_recorded():
    first = DATA.X[PARTS.train_rows(0)[0], 0]
    predictions = run(DATA, {"m": Crashing(first=first)}, PARTS, Settings(on_failure="record"))
    failed = {failure.resample for failure in predictions.failures}
    assert failed == {r for r in range(10) if DATA.X[PARTS.train_rows(r)[0], 0] != first}
    assert failed
    assert set(predictions.of("m").resample) == set(range(10)) - failed


def test_a_model_of_which_every_fit_failed_has_no_predictions():
    predictions = run(DATA, {"m": Crashing()}, PARTS, Settings(on_failure="record", jobs=1))
    assert (predictions.of("m").size, len(predictions.failures)) == (0, 10)


@pytest.mark.parametrize(
    ("model", "cause"),
    [
        (Answers("class z"), "it predicted the label 'class z', which is not one of the classes"),
        (Answers(7), "it predicted the label '7', which is not one of the classes"),
        (Answers("class a", short=True), "it gave 17 predictions for 18 rows"),
    ],
)
def test_an_impossible_prediction_is_a_failure(model, cause):
    with pytest.raises(FitError, match=cause):
        answers(model)


def test_a_model_that_predicts_nan_is_a_failure():
    with pytest.raises(FitError, match="it predicted NaN or infinity for 20 of 20 rows"):
        answers(NanRegressor(), values(), partition(n=80, k=4))
    with pytest.raises(FitError, match="it gave 19 predictions for 20 rows"):
        answers(Answers(1.0, short=True), values(), partition(n=80, k=4))


def test_a_model_must_fit_and_predict():
    with pytest.raises(FitError, match="model 'm' is a StandardScaler without predict"):
        answers(StandardScaler())


def test_warnings_of_fits_are_told_once_with_their_number():
    with pytest.warns(FoldwiseWarning, match="10 of 10 fits of 'm' warned: .*converge") as heard:
        answers(LogisticRegression(max_iter=1))
    assert len(heard) == 1


def test_a_worker_that_dies_only_loses_its_own_fit():
    sizes = np.array([20, 10, 20, 20, 20])
    parts = np.repeat(np.arange(5), sizes)[None, :]
    resamples = Partition(parts, 5, plan="kfold(5)")
    deadly = Deadly(main=os.getpid(), size=80)
    settings = Settings(jobs=2, on_failure="record", engine="generic")
    predictions = run(DATA, {"m": deadly}, resamples, settings)
    assert [failure.resample for failure in predictions.failures] == [1]
    assert predictions.failures[0].cause == "the process died, probably for lack of memory"
    assert set(predictions.of("m").resample) == {0, 2, 3, 4}


def test_a_model_that_other_processes_cannot_import_is_fitted_here(monkeypatch):
    home = ModuleType("known_here_only")
    home.Local = type("Local", (GaussianNB,), {"__module__": home.__name__})
    monkeypatch.setitem(sys.modules, home.__name__, home)
    local = answers(home.Local(), jobs=2, engine="generic")
    assert np.array_equal(local.scores, answers(GaussianNB(), engine="generic").scores)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"on_failure": "ignore"}, "on_failure is 'raise' or 'record', not 'ignore'"),
        ({"jobs": 0}, "not 0; try jobs=1"),
    ],
)
def test_settings_are_checked(settings, message):
    with pytest.raises(InputError, match=message):
        Settings(**settings)


def test_an_unknown_engine_is_refused():
    with pytest.raises(InputError, match="the engine is 'auto' or 'generic', not 'fast'"):
        answers(GaussianNB(), engine="fast")


def test_an_empty_training_set_is_a_failure():
    resamples = RowLists((np.zeros(0, dtype=int),), (np.arange(90),), 90, plan="predefined")
    with pytest.raises(FitError, match="resample 0 has 0 training rows and 90 test rows"):
        answers(GaussianNB(), resamples=resamples)


def looks(models, data, plan, **settings):
    """What somebody who looks is told: repeats that are complete, and the resamples there are of each model."""
    found = []

    def look(so_far, repeats):
        outputs = so_far().outputs
        found.append((repeats, {name: np.unique(one.resample).tolist() for name, one in outputs.items()}))

    run(data, models, plan, Settings(jobs=1, **settings), look=look)
    return found


def test_all_models_are_fitted_on_a_repeat_before_any_is_on_the_next():
    parts = partition(n=90, k=3, repeats=3)
    found = looks({"a": DummyClassifier(), "b": DummyClassifier()}, classes(), parts, engine="generic")
    assert found == [(1, {"a": [0, 1, 2], "b": [0, 1, 2]}), (2, {"a": list(range(6)), "b": list(range(6))})]


def test_slow_families_are_fitted_repeat_by_repeat_with_the_same_bits(monkeypatch):
    monkeypatch.setattr(sys.modules["foldwise.engine.run"], "SHORT_STAGE", 0.0)
    data, parts = classes(), partition(n=90, k=3, repeats=4)
    models = {"forest": RandomForestClassifier(3), "lda": LinearDiscriminantAnalysis(), "none": DummyClassifier()}
    found = looks(models, data, parts)
    assert [(repeats, there["forest"]) for repeats, there in found] == [(1, [0, 1, 2]), (2, list(range(6)))]
    staged = run(data, models, parts, Settings(), look=lambda *_: None)
    whole = run(data, models, parts, Settings())
    for name in models:
        np.testing.assert_array_equal(staged.of(name).resample, whole.of(name).resample)
        np.testing.assert_array_equal(staged.of(name).scores, whole.of(name).scores)
        assert staged.of(name).engine == whole.of(name).engine


def test_ctrl_c_tells_how_many_repeats_are_complete():
    Interrupting.fits = 0
    with pytest.raises(Interrupted) as caught:
        run(
            classes(),
            {"m": Interrupting()},
            partition(n=90, k=3, repeats=3),
            Settings(engine="generic", jobs=1),
            look=lambda *_: None,
        )
    assert (caught.value.repeats, caught.value.done) == (2, 7)
