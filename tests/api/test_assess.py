"""`assess`, end to end."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse, stats
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.compose import ColumnTransformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier, StackingClassifier, StackingRegressor
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold, TimeSeriesSplit, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import foldwise
from foldwise.errors import (
    FitError,
    FoldwiseError,
    InputError,
    MeasureError,
    PlanError,
    UnknownNameError,
    ValidityError,
)
from tests.engine.models import Crashing

IRIS = foldwise.sample("iris")
rng = np.random.default_rng(11)


def value(result, model, measure):
    return result.finding(model, measure).estimate.value


def test_the_default_is_ten_stratified_parts_three_times_and_the_influence_of_the_rows():
    result = foldwise.assess("lda", IRIS)
    row = result.to_frame().iloc[0]
    assert row[["model", "measure", "level", "method", "plan", "fits"]].tolist() == [
        "lda",
        "error",
        0.95,
        "influence",
        "kfold(10, repeats=3)",
        30,
    ]
    assert row["low"] <= row["value"] <= row["high"]
    assert result.models == ("lda", "baseline")


def test_the_interval_is_the_formula_on_the_scores():
    X, y = rng.normal(size=(200, 3)), np.tile([0, 1], 100)
    X[:, 0] += 2 * y
    settings = {"measures": "accuracy", "plan": "kfold(10, repeats=2)", "interval": "corrected-t"}
    result = foldwise.assess(GaussianNB(), X, y, **settings)
    predictions = result.predictions
    scores = [
        np.mean(table.predicted == table.truth)
        for _, table in predictions.to_frame().query("model == 'gaussian-nb'").groupby("resample")
    ]
    half = stats.t.ppf(0.975, 19) * np.std(scores, ddof=1) * np.sqrt(1 / 20 + 1 / 9)
    finding = result.finding("gaussian-nb", "accuracy")
    assert finding.estimate.value == pytest.approx(np.mean(scores))
    assert finding.interval.width == pytest.approx(2 * half, rel=0.05)


def test_scores_agree_with_cross_val_score():
    X, y = IRIS.X.to_numpy(), IRIS.codes
    splitter = StratifiedKFold(5, shuffle=True, random_state=1)
    result = foldwise.assess(SVC(), X, y, plan=splitter, measures="accuracy", baseline=False)
    theirs = cross_val_score(SVC(), X, y, cv=splitter)
    assert value(result, "svm", "accuracy") == pytest.approx(theirs.mean())


@pytest.mark.parametrize("plan", ["loo", KFold(150)])
def test_leave_one_out_of_the_majority_on_balanced_classes_is_always_wrong(plan):
    """METHODS L.1."""
    assert value(foldwise.assess("baseline", IRIS, plan=plan), "baseline", "error") == 1


def test_holdout_of_the_majority_learner_on_iris():
    """27.7132 % with a standard error of .1403 % for 500 runs (METHODS L.1, Kohavi's 27.68 %)."""
    result = foldwise.assess("baseline", IRIS, plan="subsample(500, test=1/3, stratify=false)", measures="accuracy")
    assert value(result, "baseline", "accuracy") == pytest.approx(0.277132, abs=4 * 0.001403)


def test_the_majority_learner_on_stratified_parts_is_a_third_right():
    assert value(foldwise.assess("baseline", IRIS, plan="kfold(5)"), "baseline", "error") == pytest.approx(2 / 3)


def test_a_memoriser_is_never_wrong_about_what_it_has_seen():
    X, y = rng.normal(size=(60, 2)), np.tile([0, 1], 30)
    result = foldwise.assess(KNeighborsClassifier(1), X, y, plan="resubstitution", measures="accuracy")
    finding = result.finding("knn", "accuracy")
    assert (finding.estimate.value, str(finding.estimate.bias), finding.interval) == (1, "optimistic", None)
    assert "no interval is valid" in finding.reason


@pytest.mark.parametrize("kind", ["numpy", "pandas", "polars", "sparse"])
def test_any_table_will_do(kind):
    X, y = IRIS.X.to_numpy(), IRIS.target
    tables = {"numpy": X, "pandas": pd.DataFrame(X), "polars": pl.DataFrame(X), "sparse": sparse.csr_matrix(X)}
    if kind == "pandas":
        tables["pandas"].columns = [f"x{j}" for j in range(4)]
    result = foldwise.assess(KNeighborsClassifier(), tables[kind], y, plan="kfold(5)", measures="error")
    assert value(result, "knn", "error") < 0.1


def test_a_frame_with_the_name_of_the_target():
    frame = IRIS.X.assign(species=IRIS.target)
    assert foldwise.assess("tree", frame, "species").dataset.classes == ("setosa", "versicolor", "virginica")


def test_a_path_with_the_name_of_the_target(tmp_path):
    IRIS.X.assign(species=IRIS.target).to_csv(tmp_path / "flowers.csv", index=False)
    result = foldwise.assess("gaussian-nb", tmp_path / "flowers.csv", "species")
    assert result.dataset.name == "flowers.csv"
    assert value(result, "gaussian-nb", "error") == value(foldwise.assess("gaussian-nb", IRIS), "gaussian-nb", "error")


def test_several_models_share_their_resamples():
    result = foldwise.assess({"nb": GaussianNB(), "forest": RandomForestClassifier(10)}, IRIS, plan="kfold(5)")
    assert result.models == ("nb", "forest", "baseline")
    nb, forest = (result.predictions.of(name) for name in ("nb", "forest"))
    np.testing.assert_array_equal(nb.row, forest.row)


def test_one_seed_the_same_bits_for_any_number_of_jobs():
    runs = [foldwise.assess(RandomForestClassifier(5), IRIS, seed=4, jobs=jobs).to_dict() for jobs in (1, 2)]
    assert runs[0].pop("times").keys() == runs[1].pop("times").keys()
    assert json.dumps(runs[0]) == json.dumps(runs[1])


def test_a_regression():
    X = rng.normal(size=(120, 3))
    result = foldwise.assess(LinearRegression(), X, X.sum(axis=1) + rng.normal(size=120))
    assert [measure.name for measure in result.measures] == ["rmse", "mae", "r2"]
    assert value(result, "linear", "rmse") == pytest.approx(1, abs=0.2)
    assert value(result, "baseline", "r2") == pytest.approx(0, abs=1e-9)


def test_groups_are_never_cut_and_are_the_unit_of_the_interval():
    groups = np.repeat(np.arange(20), 6)
    # All rows of a group are alike, so that 120 rows are 20.
    X = rng.normal(size=(20, 2))[groups]
    labels = rng.integers(0, 2, size=20)[groups]
    result = foldwise.assess(GaussianNB(), X, labels, groups=groups, measures="error")
    resamples = result.predictions.resamples
    for r in range(resamples.count):
        assert not set(groups[resamples.train_rows(r)]) & set(groups[resamples.test_rows(r)])
    finding = result.finding("gaussian-nb", "error")
    assert finding.interval.method == "influence"
    share = finding.estimate.value
    assert finding.interval.width > 2 * stats.norm.ppf(0.975) * np.sqrt(share * (1 - share) / 20)


def test_time_goes_forward():
    result = foldwise.assess(LinearRegression(), rng.normal(size=(100, 2)), rng.normal(size=100), order=np.arange(100))
    resamples = result.predictions.resamples
    assert all(resamples.train_rows(r).max() < resamples.test_rows(r).min() for r in range(resamples.count))


@pytest.mark.parametrize(
    ("settings", "alternative"),
    [({"groups": np.arange(150) // 3}, "group-kfold"), ({"order": np.arange(150)}, "forward")],
)
def test_random_parts_are_refused_where_the_rows_have_structure(settings, alternative):
    X, y = IRIS.X.to_numpy(), IRIS.target
    with pytest.raises(PlanError, match=alternative):
        foldwise.assess(GaussianNB(), X, y, plan="kfold(10)", **settings)


def test_a_time_series_splitter_is_accepted():
    X, y = rng.normal(size=(60, 2)), rng.normal(size=60)
    result = foldwise.assess(LinearRegression(), X, y, plan=TimeSeriesSplit(4), measures="mae")
    assert result.predictions.resamples.count == 4


def test_a_holdout_gets_wilson_and_t():
    result = foldwise.assess("lda", IRIS, plan="holdout(1/3)", measures=["error", "log-loss"])
    methods = [result.finding("lda", name).interval.method for name in ("error", "log-loss")]
    assert methods == ["wilson", "holdout-t"]


def test_too_few_rows_are_not_assessable():
    X, y = rng.normal(size=(14, 2)), np.tile([0, 1], 7)
    result = foldwise.assess(GaussianNB(), X, y, measures="error")
    interval = result.finding("gaussian-nb", "error").interval
    assert (interval.method, interval.note) == ("clopper-pearson", "too few rows: not assessable")
    assert "too few rows to assess a model" in result.notes[0]


def test_training_rows_are_kept_on_request():
    result = foldwise.assess("lda", IRIS, plan="kfold(5)", train=True)
    assert set(result.predictions.to_frame()["part"]) == {"test", "train"}


def test_the_confusion_matrix_counts_every_row_once():
    result = foldwise.assess("lda", IRIS)
    table = result.confusion("lda")
    assert table.to_numpy().sum() == pytest.approx(150)
    assert table.index.tolist() == ["setosa", "versicolor", "virginica"]
    report = result.per_class("lda")
    assert report["rows"].tolist() == [50, 50, 50]
    assert report.loc["setosa", ["precision", "recall", "f1"]].tolist() == [1, 1, 1]


def test_a_regression_has_no_confusion_matrix():
    result = foldwise.assess(LinearRegression(), rng.normal(size=(40, 2)), rng.normal(size=40))
    with pytest.raises(foldwise.errors.MeasureError, match="for classes only"):
        result.confusion("linear")


def test_the_json_has_the_rows_of_the_frame():
    result = foldwise.assess("lda", IRIS, plan="loo")
    told = json.loads(result.to_json())
    assert (told["schema_version"], told["verb"], told["plan"]) == (1, "assess", "loo")
    assert [row["value"] for row in told["rows"]] == pytest.approx(result.to_frame()["value"].tolist(), nan_ok=True)
    assert told["dataset"]["fingerprint"] == IRIS.fingerprint


def test_a_measure_that_was_not_asked_for_can_still_be_computed():
    result = foldwise.assess("lda", IRIS, measures="error")
    with pytest.raises(UnknownNameError, match="no measure in this assessment called 'auc'"):
        result.finding("lda", "auc")
    with pytest.raises(UnknownNameError, match="no model in this assessment called 'ldb'; try 'lda'"):
        result.finding("ldb", "error")


def test_recorded_failures_are_shown():
    first = IRIS.X.to_numpy()[0, 0]
    plan = KFold(5)
    result = foldwise.assess(Crashing(first), IRIS.X.to_numpy(), IRIS.target, plan=plan, on_failure="record", jobs=1)
    assert len(result.failures) == 1
    assert "1 fit failed and is left out" in result.notes


def test_when_every_fit_fails_there_is_nothing_to_say():
    with pytest.raises(InputError, match=r"every fit failed; the first, 'Crashing' on resample 1: LinAlgError"):
        foldwise.assess(Crashing(), IRIS.X.to_numpy(), IRIS.target, on_failure="record", baseline=False, jobs=1)


def test_a_failing_fit_raises_by_default():
    with pytest.raises(FitError, match="model 'Crashing' failed on resample 1"):
        foldwise.assess(Crashing(), IRIS.X.to_numpy(), IRIS.target)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"plan": "kfold(200)"}, PlanError, "150"),
        ({"plan": "kfolds(10)"}, UnknownNameError, "try 'kfold'"),
        ({"measures": "acuracy"}, UnknownNameError, "try 'accuracy'"),
        ({"measures": "rmse"}, foldwise.errors.MeasureError, "rmse is a regression measure"),
        ({"interval": "corected-t"}, UnknownNameError, "try 'corrected-t'"),
        ({"level": 95}, InputError, "try 0.95"),
        ({"plan": "nested(kfold(5), kfold(5))"}, PlanError, "a model that is only assessed tunes nothing"),
        ({"plan": "loo", "interval": "corrected-t"}, ValidityError, r"plan loo; try plan='kfold\(10, repeats=3\)'"),
        ({"plan": "kfold(10, repeats=3)", "interval": "wilson"}, ValidityError, "not valid for the plan kfold"),
    ],
)
def test_bad_requests_get_one_clear_sentence(settings, error, message):
    with pytest.raises(error, match=message):
        foldwise.assess("lda", IRIS, **settings)


def test_an_unknown_model_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="try 'random-forest'"):
        foldwise.assess("random-forrest", IRIS)


def test_explain_engine_says_why():
    assert foldwise.explain_engine(DummyClassifier(), IRIS).startswith("dummy: DummyClassifier has a batched kernel (")
    pipeline = make_pipeline(StandardScaler(), SVC())
    assert foldwise.explain_engine(pipeline, IRIS).startswith("generic: ")
    assert foldwise.explain_engine(pipeline, IRIS, backend="ray").endswith("; backend 'ray': a Ray cluster")
    assert "not by backend 'dask'" in foldwise.explain_engine("gaussian-nb", IRIS, backend="tcp://10.0.0.5:8786")
    assert "backend 'dask': a Dask cluster, in blocks" in foldwise.explain_engine("random-forest", IRIS, backend="dask")
    with pytest.raises(InputError, match="no backend called 'nowhere'"):
        foldwise.explain_engine(pipeline, IRIS, backend="nowhere")


def test_features_of_half_precision_are_left_to_scikit_learn():
    X = np.asarray(IRIS.X, dtype=np.float16)
    assert foldwise.explain_engine("gaussian-nb", X, IRIS.codes).startswith("generic: the features are float16")
    result = foldwise.assess("gaussian-nb", X, IRIS.codes, plan="kfold(5)", measures="log-loss")
    again = foldwise.assess("gaussian-nb", X, IRIS.codes, plan="kfold(5)", measures="log-loss", engine="generic")
    assert value(result, "gaussian-nb", "log-loss") == value(again, "gaussian-nb", "log-loss")


def test_a_time_limit_reaches_the_fits():
    with pytest.raises(InputError, match=r"timeout is a number of seconds above 0, not 0; try timeout=60"):
        foldwise.assess(SVC(), IRIS, timeout=0)
    for verb in (foldwise.compare, foldwise.experiment):
        with pytest.raises(InputError, match=r"timeout is a number of seconds above 0"):
            verb([SVC(), "lda"], IRIS if verb is foldwise.compare else [IRIS], timeout=0)


def test_a_store_makes_the_second_call_cheap(tmp_path):
    heard = []
    for _ in range(2):
        foldwise.assess(
            SVC(), IRIS, store=tmp_path / "store.db", progress=lambda done, *_: heard.append(done), baseline=False
        )
    assert heard == list(range(1, 31))


CANCER = foldwise.sample("breast-cancer")


def costly(text="fn=10,fp=1", **more):
    """Breast cancer with costs."""
    return foldwise.read(foldwise.data.sample_path("breast-cancer"), "class", costs=text, positive="malignant", **more)


def test_a_rate_brings_the_one_it_must_be_read_with():
    result = foldwise.assess("gaussian-nb", CANCER, plan="kfold(5)", measures="sensitivity,miss-rate,auc")
    assert [one.name for one in result.measures] == ["recall", "precision", "fnr", "fpr", "auc"]
    assert result.finding("gaussian-nb", "tpr") is result.finding("gaussian-nb", "recall")


def test_a_pair_that_was_not_asked_for_is_spared_where_its_interval_is_not_valid():
    result = foldwise.assess("gaussian-nb", CANCER, plan="kfold(10)", measures="coverage", interval="wald-cv")
    assert [one.measure.name for one in result.findings if one.interval is None] == ["selective-error"] * 2


def test_costs_are_shown_with_an_interval_when_they_are_given():
    row = foldwise.assess("gaussian-nb", costly(), plan="kfold(10)").finding("gaussian-nb", "cost")
    assert row.interval.low < row.estimate.value < row.interval.high


def test_labels_chosen_by_cost_cost_less():
    own, chosen = (
        value(foldwise.assess("logistic", costly(), plan="kfold(5)", decide=how, jobs=1), "logistic", "cost")
        for how in (None, "cost")
    )
    assert chosen < own


def test_the_baseline_of_costs_is_the_cheapest_constant_label():
    result = foldwise.assess("gaussian-nb", costly(), plan="kfold(5)", decide="cost")
    share = np.mean(result.dataset.target == "benign")
    assert value(result, "baseline", "cost") == pytest.approx(share)  # calling everything malignant


def test_thresholds_are_chosen_on_training_rows_inside_every_resample():
    complete = costly(drop=["bare_nuclei"])
    result, plain = (
        foldwise.assess(SVC(), complete, plan="kfold(5)", decide=how, jobs=1) for how in ("training", None)
    )
    assert value(result, "svm", "cost") < value(plain, "svm", "cost")


def test_rows_stay_unclassified_where_that_is_cheapest():
    result = foldwise.assess(
        "gaussian-nb", costly("fn=10,fp=1,reject=0.1"), plan="kfold(5)", decide="cost", measures="cost,coverage"
    )
    assert 0.5 < value(result, "gaussian-nb", "coverage") < 1
    assert "unclassified" in result.confusion("gaussian-nb").columns


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"decide": "cost"},
            MeasureError,
            "decide='cost' chooses the cheapest labels, and no costs were given; try costs=",
        ),
        ({"decide": "guess"}, UnknownNameError, "there is no way to decide called 'guess'"),
    ],
)
def test_a_decision_that_cannot_be_made_is_refused_before_any_fit(options, error, message):
    with pytest.raises(error, match=message):
        foldwise.assess(Crashing(), CANCER, **options)


def test_a_threshold_that_leaves_rows_unclassified_is_refused_before_any_fit():
    with pytest.raises(
        MeasureError, match=r"finds a threshold between two classes, and costs have shape \(2, 3\); try decide='cost'"
    ):
        foldwise.assess(Crashing(), costly("fn=1,fp=1,reject=0.1"), decide="training")


def test_probabilities_are_needed_to_decide_by_cost():
    with pytest.raises(MeasureError, match=r"needs probabilities, and 'svm' gives none; .* decide='training'"):
        foldwise.assess(SVC(), costly(drop=["bare_nuclei"]), plan="kfold(5)", decide="cost", jobs=1)


def test_a_result_gives_curves_and_charts_of_them():
    result = foldwise.assess(["gaussian-nb", "lda"], CANCER, plan="kfold(5)", measures="auc")
    assert result.curve("roc", "lda").area == pytest.approx(value(result, "lda", "auc"))
    assert '"gaussian-nb"' in result.plot_curve("roc").to_json()
    assert '"baseline"' not in result.plot_curve("roc").to_json()


def test_what_a_measure_has_to_say_is_noted_once():
    result = foldwise.assess("tree", CANCER, plan="kfold(5)", measures="log-loss")
    (note,) = [note for note in result.notes if note.startswith("log-loss")]
    assert "gave the true class a probability below 2.2e-16" in note


def test_a_users_pipeline_sees_every_column_as_it_is():
    """Texts that all differ and dates are left out for named models, but they may be just what a pipeline wants."""
    words = np.array(["good", "bad"])
    y = np.tile([0, 1], 40)
    frame = pd.DataFrame(
        {
            "text": [f"row {i} is {words[label]}" for i, label in enumerate(y)],
            "day": pd.date_range("2026-01-01", periods=80),
            "y": y,
        }
    )
    columns = ColumnTransformer([("text", TfidfVectorizer(), "text")])
    result = foldwise.assess(make_pipeline(columns, LogisticRegression()), frame, "y", measures="error")
    assert value(result, "columns+logistic", "error") < 0.1
    assert list(result.dataset.X.columns) == ["text", "day"]
    with pytest.raises(InputError, match="no column is left to predict from"):
        foldwise.assess("logistic", frame, "y")


def test_a_class_of_three_rows_takes_nothing_from_the_error():
    """Finding 11: three rows of a third class among many neither shrink the plan nor take the intervals of all measures."""
    rng = np.random.default_rng(0)
    y = np.r_[rng.integers(0, 2, 1997), np.full(3, 2)]
    result = foldwise.assess("lda", rng.normal(size=(2000, 2)) + y[:, None], y)
    assert result.plan == "kfold(10, repeats=3)"
    assert {one.measure.name for one in result.findings if one.interval is None} == {"balanced-error", "auc"}
    assert "some of the 10 parts test no row of class '2' (3 rows)" in result.notes
    assert "no interval for balanced-error and auc: class '2' has 3 rows, and 5 are the least" in " ".join(
        str(result).split()
    )


def test_the_positive_class_is_in_every_record_it_matters_for():
    result = foldwise.assess("lda", foldwise.sample("breast-cancer"), measures="recall, error", plan="kfold(5)")
    told = result.to_frame().set_index(["model", "measure"])["positive"]
    assert (told["lda", "recall"], told["lda", "precision"], told["lda", "error"]) == ("malignant", "malignant", "")
    assert result.to_dict()["dataset"]["positive"] == "malignant"
    assert "recall of 'malignant'" in str(result)
    assert "recall (sensitivity) of &#x27;malignant&#x27;" in result._repr_html_()


@pytest.mark.parametrize("regression", [False, True])
def test_a_stack_whose_last_model_is_left_open_has_its_methods_when_it_is_fitted(regression):
    X = rng.normal(size=(60, 2))
    y = X[:, 0] if regression else (X[:, 0] > 0).astype(int)
    stack = StackingRegressor([("a", LinearRegression())]) if regression else StackingClassifier([("a", GaussianNB())])
    result = foldwise.assess(stack, X, y, plan=KFold(3), measures="mae" if regression else "accuracy", jobs=1)
    scores = cross_val_score(stack, X, y, cv=KFold(3), scoring="neg_mean_absolute_error" if regression else "accuracy")
    assert result.findings[0].estimate.value == pytest.approx(abs(scores.mean()), rel=1e-9)


def test_a_pipeline_that_ends_in_a_transformer_is_still_refused():
    with pytest.raises(FitError, match="without predict"):
        foldwise.assess(make_pipeline(StandardScaler()), IRIS)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"level": "0.95"}, "the level of an interval is a number between 0 and 1, not '0.95'; try 0.95"),
        ({"level": None}, "the level of an interval is a number between 0 and 1, not None"),
        ({"jobs": "all"}, "jobs must be a number of processes, or -1 for all cores, not 'all'; try jobs=-1"),
        ({"jobs": 2.5}, "jobs must be a number of processes"),
        ({"progress": "bar"}, "progress is True, False or a function that is called as progress"),
        ({"interval": 3}, "interval is the name of a method, not 3; try interval='auto'"),
        ({"estimate": 3}, "estimate is the name of a method, not 3; try estimate='auto'"),
        ({"until": True}, "until is a half-width above 0, in units of the first measure, not True"),
        ({"time_limit": 5}, "assess has no argument time_limit; try timeout=5"),
        ({"until": "a"}, "until is a half-width above 0, in units of the first measure, not 'a'"),
        ({"until": 0.1, "budget": "x"}, "the budget is a number of fits from 1, not 'x'"),
        ({"store": 3}, "store is the path of a file, not 3; try store='fits.db'"),
        ({"decide": 3}, "decide is a text, not 3; try the call without decide="),
        ({"plan": "kfold(10, repeats=1000000000)"}, "kfold needs repeats to be a whole number up to 1,000,000"),
        ({"plan": "bootstrap(1000000000)"}, "bootstrap needs draws to be a whole number up to 1,000,000"),
    ],
)
def test_an_argument_of_the_wrong_kind_is_refused_in_one_sentence(given, message):
    with pytest.raises(FoldwiseError) as caught:
        foldwise.assess("lda", IRIS, **{"plan": "kfold(3)", **given})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("scale", [1e-320, 1e-100, 1e-31, 1e31, 1e80, 1e300])
def test_a_target_whose_squares_are_no_numbers_is_refused(scale):
    X = rng.normal(size=(40, 2))
    told = r"the target 'y' is too (large|small) for variances of squared errors to be computed: \S+, not "
    with pytest.raises(InputError, match=told):
        foldwise.assess("ridge", X, X[:, 0] * scale)


@pytest.mark.parametrize("model", ["ridge", "linear"])
@pytest.mark.parametrize("scale", [1e-29, 1e-20, 1e20, 1e29])
def test_least_squares_are_the_same_on_every_scale(model, scale):
    X, noise = rng.normal(size=(60, 2)), rng.normal(size=60)
    plain, scaled = (
        foldwise.assess(model, X, (X[:, 0] + noise) * by, plan="kfold(3)", baseline=False) for by in (1.0, scale)
    )
    for a, b in zip(plain.findings, scaled.findings, strict=True):
        unit = 1.0 if a.measure.name == "r2" else scale
        assert b.estimate.value == pytest.approx(a.estimate.value * unit, rel=1e-9)
        assert (b.interval.low, b.interval.high) == pytest.approx(
            (a.interval.low * unit, a.interval.high * unit), rel=1e-6
        )


def test_a_model_that_runs_away_is_compared_as_long_as_squares_are_numbers():
    X = rng.normal(size=(40, 2))
    found = foldwise.compare([Runaway(1e29), "ridge"], X, X[:, 0] + X[:, 1], plan="kfold(3)", jobs=1)
    assert found.assessment.finding("Runaway", "rmse").estimate.value > 1e27
    with pytest.raises(
        FitError, match=r"it predicted \S+, whose square has no variance that can be written as a number"
    ):
        foldwise.assess(Runaway(1e100), X, X[:, 0] + X[:, 1], plan="kfold(3)", jobs=1)


class Runaway(RegressorMixin, BaseEstimator):
    """Predicts numbers without bound."""

    def __init__(self, size=1.0):
        self.size = size

    def fit(self, X, y):
        return self

    def predict(self, X):
        return X[:, 0] * self.size


def test_an_arrow_table_is_read_as_a_frame():
    frame = pd.DataFrame(rng.normal(size=(60, 2)), columns=["a", "b"]).assign(y=["u", "v"] * 30)
    table = pa.Table.from_pandas(frame)
    expected = foldwise.assess("lda", frame, "y", plan="kfold(3)").findings
    for given in (table, table.to_batches()[0]):
        assert foldwise.assess("lda", given, "y", plan="kfold(3)").findings == expected


def test_a_model_that_fails_on_one_class_says_so():
    X = rng.normal(size=(40, 2))
    with pytest.raises(FitError, match="its 20 training rows are all of class 'v'"):
        foldwise.assess("lda", X, ["u"] * 20 + ["v"] * 20, plan=KFold(2))
