"""`select`: the choice, and what it is really worth."""

import json
from dataclasses import replace

import numpy as np
import optuna
import pytest
from scipy import stats
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.errors import InputError, MeasureError, PlanError, UnknownNameError
from foldwise.reports import ComplexityCurve

IRIS = foldwise.sample("iris")
rng = np.random.default_rng(12)
NOISE_X, NOISE_Y = rng.normal(size=(80, 5)), rng.permutation(np.tile([0, 1], 40))


def test_the_best_of_a_grid_is_chosen_and_fitted_to_all_rows():
    found = foldwise.select(
        DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3]}, IRIS, plan="kfold(5, repeats=2)"
    )
    own = {one.model: one.estimate.value for one in found.findings}
    assert found.chosen == min(own, key=own.get)
    assert found.best_settings == {"max_depth": int(found.chosen[-1])}
    assert found.model.get_depth() <= found.best_settings["max_depth"]
    assert found.fits == 30


def test_the_winner_of_noise_is_worth_a_coin():
    """With 60 settings on random labels the winner looks good; corrected it does not."""
    space = {"n_neighbors": list(range(1, 41)), "weights": ["uniform", "distance"]}
    found = foldwise.select(KNeighborsClassifier(), space, NOISE_X, NOISE_Y, plan="kfold(5)", refit=False)
    assert found.naive.estimate.value < 0.45
    assert found.corrected.estimate.value > found.naive.estimate.value + 0.02
    assert found.corrected.interval.low < 0.5 < found.corrected.interval.high


def test_both_figures_are_in_the_frame():
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS, plan="kfold(5)")
    frame = found.to_frame()
    assert list(frame.columns[:9]) == ["model", "measure", "value", "low", "high", "level", "method", "plan", "fits"]
    assert frame["what"].tolist() == ["selected, corrected", "winner, not corrected"]
    assert json.loads(found.to_json())["chosen"] == found.chosen


def test_a_heavy_tail_is_told_of_the_selected_model_as_of_any():
    """Three errors in a hundred are twelve times as large: 72 % of these intervals held the risk, without a word."""
    X = np.random.default_rng(0).normal(size=(100, 3))
    y = X.sum(axis=1) + np.random.default_rng(1).standard_t(1.5, 100)
    found = foldwise.select(Ridge(), {"alpha": [0.1, 1.0]}, X, y, measure="rmse", plan="kfold(5)", refit=False)
    assert any("heavy tail" in note for note in found.notes)
    own = foldwise.assess(
        Ridge(**found.best_settings), X, y, measures="rmse", plan="kfold(5)", baseline=False
    ).findings[0]
    assert (
        found.corrected.interval.high - found.corrected.estimate.value >= own.interval.high - own.estimate.value - 1e-9
    )


def test_one_standard_error_takes_the_first_that_is_close():
    space = {"n_neighbors": [15, 9, 5, 3]}
    best, close = (foldwise.select("knn", space, IRIS, rule=rule, refit=False) for rule in ("best", "one-se"))
    order = list(best.settings)
    assert order.index(close.chosen) <= order.index(best.chosen)


def test_models_can_be_selected_too():
    found = foldwise.select(["lda", "tree", "knn"], None, IRIS, measure="auc", plan="kfold(5, repeats=2)")
    assert found.chosen == "lda"
    assert found.corrected.interval.method == "bbc-f"


def test_parameters_of_the_last_step_need_no_prefix():
    pipeline = make_pipeline(StandardScaler(), KNeighborsClassifier())
    found = foldwise.select(pipeline, {"n_neighbors": [1, 9]}, IRIS, plan="kfold(5)")
    assert found.model[-1].n_neighbors == found.best_settings["n_neighbors"]


def test_random_settings_come_from_lists_and_distributions():
    space = {"alpha": stats.loguniform(1e-3, 1e3), "fit_intercept": [True, False]}
    X = rng.normal(size=(60, 3))
    runs = [
        foldwise.select(Ridge(), space, X, X.sum(axis=1), search="random", draws=6, plan="kfold(5)", seed=seed)
        for seed in (1, 1, 2)
    ]
    assert len(runs[0].findings) == 6
    assert runs[0].settings == runs[1].settings != runs[2].settings


def test_halving_keeps_the_better_third_after_each_repeat():
    space = {"max_depth": [1, 2, 3, 4, 5, 6, 7, 8, 9]}
    found = foldwise.select(DecisionTreeClassifier(), space, IRIS, search="halving", plan="kfold(5, repeats=3)")
    assert (len(found.dropped), found.fits) == (8, 5 * (9 + 3 + 1))
    assert "dropped early" in found.notes[0]


def test_hopeless_candidates_are_dropped_and_the_rest_is_tried_to_the_end():
    space = {"max_depth": [1, 2, 3, 4]}
    found = foldwise.select(
        DecisionTreeClassifier(random_state=0), space, IRIS, eliminate=True, plan="kfold(5, repeats=3)"
    )
    assert found.dropped == ("max_depth=1",)
    assert {one.estimate.fits for one in found.findings} == {15}
    plain = foldwise.select(DecisionTreeClassifier(random_state=0), space, IRIS, plan="kfold(5, repeats=3)")
    kept = {one.model: one.estimate.value for one in found.findings}
    assert kept == {one.model: one.estimate.value for one in plain.findings if one.model in kept}


@pytest.mark.parametrize("positive", ["rare", "usual"])
def test_nesting_searches_for_the_class_that_was_named(positive):
    # Inside it was about the last of the two classes whatever was named, and recall came out as 0.
    X, y, space = lopsided()
    settings = {"measure": "recall", "positive": positive, "plan": "kfold(5)", "outer": "kfold(5)"}
    found = foldwise.select(LogisticRegression(), space, X, y, correction="nested", **settings)
    assert found.corrected.estimate.value == pytest.approx(found.naive.estimate.value, abs=0.05)
    assert found.corrected.estimate.value > 0.9


def test_nesting_searches_for_what_costs_least():
    X, y, space = lopsided()
    settings = {"measure": "cost", "costs": "fn=1,fp=20", "plan": "kfold(5)", "outer": "kfold(5)"}
    found = foldwise.select(LogisticRegression(), space, X, y, correction="nested", **settings)
    assert found.corrected.estimate.value == pytest.approx(found.naive.estimate.value, abs=0.05)


def lopsided():
    """Rows of two classes, and settings that put nearly all rows into the one or the other."""
    draw = np.random.default_rng(0)
    X = draw.normal(size=(300, 3))
    y = np.where(X[:, 0] + 1.5 * draw.normal(size=300) > 1, "rare", "usual")
    return X, y, {"class_weight": [{"rare": 1, "usual": 50}, {"rare": 50, "usual": 1}]}


def test_a_choice_without_an_error_is_not_certain_to_make_none():
    # The corrected interval was 0 to 0, narrower than the one it corrects.
    y = np.tile([0, 1], 40)
    X = np.random.default_rng(0).normal(size=(80, 2)) + 20 * y[:, None]
    found = foldwise.select("knn", {"n_neighbors": [1, 3]}, X, y)
    assert found.corrected.interval.high == found.naive.interval.high > 0.03
    compared = foldwise.compare("lda, knn", X, y, measures="error")
    assert compared.winner.high == compared.finding("lda", "error").interval.high > 0.03


def test_one_candidate_that_is_left_is_said_to_be_uncorrected():
    found = foldwise.select("knn", {"n_neighbors": [1, 5, 9]}, IRIS, search="halving", plan="kfold(5, repeats=2)")
    assert found.notes == (
        "2 candidates were dropped early and one is left, so bbc corrects nothing: correction='nested' does",
    )


def test_nesting_repeats_the_search_inside_every_training_set():
    found = foldwise.select(
        "knn", {"n_neighbors": [1, 5]}, IRIS, plan="kfold(3)", correction="nested", outer="kfold(5, repeats=2)"
    )
    assert found.corrected.model == "selected"
    assert found.corrected.interval.method == "influence"
    assert 0 <= found.corrected.estimate.value < 0.15
    assert found.notes == ("nested: the search was repeated in 10 training sets, beside the fits above",)
    assert "corrected for the selection (nested, influence)" in " ".join(str(found).split())


def test_the_nested_correction_runs_as_the_search_does(tmp_path):
    """It left out no candidate that fails, kept no fits, and chose the engine by itself."""
    heard = []
    asked = {"plan": "kfold(3)", "correction": "nested", "outer": "kfold(4)", "store": tmp_path / "fits.db"}
    how = {"on_failure": "record", "engine": "generic", "progress": lambda *told: heard.append(told)}
    found = foldwise.select("knn", {"n_neighbors": [5, 90]}, IRIS, **asked, **how)
    assert "n_neighbors=90" in found.settings  # fails in the smaller training sets of the nested searches only
    nested = [told for told in heard if told[2] == "selected"]
    assert nested
    heard.clear()
    again = foldwise.select("knn", {"n_neighbors": [5, 90]}, IRIS, **asked, **how)
    assert again.corrected.estimate.value == found.corrected.estimate.value
    assert [told for told in heard if told[2] == "selected" and told[0] < told[1]] == []  # all four were in the store


def test_a_nested_plan_is_the_nested_correction():
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS, plan="nested(kfold(4), kfold(3))")
    assert found.corrected.model == "selected"
    assert found.plan == "kfold(3)"
    assert "repeated in 4 training sets" in found.notes[0]


def test_nesting_keeps_groups_together_and_refuses_time():
    groups = np.arange(150) % 25
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS.X, IRIS.target, groups=groups, correction="nested")
    assert found.corrected.interval.method == "influence"
    assert max(map(len, str(found).splitlines())) <= 80
    with pytest.raises(PlanError, match=r"in the order of time; try correction='bbc'"):
        foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS.X, IRIS.target, order=np.arange(150), correction="nested")


def test_training_rows_cannot_choose():
    with pytest.raises(PlanError, match=r"the model that memorises them best would be chosen; try plan='kfold"):
        foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS, plan="resubstitution")


def test_what_is_corrected_is_what_was_seen_also_where_rows_are_tested_unequally_often():
    found = foldwise.select("knn", {"n_neighbors": [5, 145]}, IRIS, plan="subsample(15, test=0.1)", on_failure="record")
    assert found.corrected.estimate.value == pytest.approx(found.naive.estimate.value)


def test_too_few_rows_are_said_to_be_too_few():
    found = foldwise.select("knn", {"n_neighbors": [1, 3]}, NOISE_X[:16], NOISE_Y[:16])
    assert "too few rows" in found.notes[0]


@pytest.mark.parametrize("plan", ["kfold(10, repeats=3)", "three-way"])
def test_columns_near_the_rows_leave_the_winner_without_an_interval(plan, tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 90))
    y = X[:, :5].sum(axis=1) + rng.normal(size=100)
    model = make_pipeline(SelectKBest(f_regression), LinearRegression())
    found = foldwise.select(model, {"selectkbest__k": [75]}, X, y, plan=plan, progress=None)
    assert found.corrected.interval is None
    assert found.corrected.reason.startswith("not assessable: with 75 columns")
    assert "there is no interval: with 75 columns" in " ".join(str(found).split())
    found.save(tmp_path / "wide.foldwise")
    assert foldwise.load(tmp_path / "wide.foldwise").corrected == found.corrected
    few = foldwise.select(model, {"selectkbest__k": [5, 8]}, X, y, plan=plan, progress=None)
    assert few.corrected.interval is not None


def test_a_three_way_plan_tells_by_rows_that_the_choice_never_saw():
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS, plan="three-way")
    assert "corrected for the selection (test rows, wilson)" in " ".join(str(found).split())


def test_a_three_way_plan_chooses_on_validation_rows_and_reports_on_test_rows():
    found = foldwise.select(
        "tree", {"max_depth": [1, 2, 4]}, foldwise.sample("breast-cancer"), plan="three-way(0.2, validation=0.2)"
    )
    assert found.corrected.interval.method == "wilson"
    assert found.naive.interval is None
    assert found.naive.estimate.value != found.corrected.estimate.value


def test_the_complexity_curve_marks_where_overfitting_starts():
    X = rng.normal(size=(150, 4))
    y = (X[:, 0] + rng.normal(size=150) > 0).astype(int)
    found = foldwise.select(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 4, 8, 16]}, X, y, train=True)
    curve = found.complexity_curve("max_depth")
    assert curve.training[-1] < curve.training[0]
    assert curve.validation[-1] > min(curve.validation)
    assert curve.overfits_from == curve.values[curve.values.index(curve.best) + 1]
    assert curve.to_frame()["best"].sum() == 1
    assert curve.plot().to_dict()["title"]["text"] == "error against max_depth"


@pytest.mark.parametrize("search", ["grid", "halving"])
def test_a_candidate_that_fails_is_left_out_where_asked(search):
    space = {"n_neighbors": [1, 5, 9, 140]}
    found = foldwise.select("knn", space, IRIS, plan="kfold(5, repeats=2)", search=search, on_failure="record")
    assert "n_neighbors=140" not in {one.model for one in found.findings}
    assert any(note.startswith("n_neighbors=140 is left out, since its fits failed") for note in found.notes)


def test_where_all_fail_there_is_nothing_to_select():
    with pytest.raises(InputError, match=r"fits of every candidate failed; the first, 'n_neighbors=140'"):
        foldwise.select("knn", {"n_neighbors": [140, 141]}, IRIS, plan="kfold(5)", on_failure="record")


def test_a_study_is_told_of_failures_and_never_of_test_rows():
    study = optuna.create_study(direction="minimize")
    for k in (1, 9, 120):
        study.enqueue_trial({"k": k})
    found = foldwise.select(
        "knn",
        lambda trial: {"n_neighbors": trial.suggest_int("k", 1, 120)},
        IRIS,
        plan="three-way(0.2)",
        search=study,
        draws=3,
        on_failure="record",
    )
    states = {trial.params["k"]: trial.state.name for trial in study.trials}
    assert states == {1: "COMPLETE", 9: "COMPLETE", 120: "FAIL"}
    own = {one.model: one.estimate.value for one in found.findings}
    told = {f"n_neighbors={trial.params['k']}": trial.value for trial in study.trials if trial.value is not None}
    assert told == pytest.approx(own)


def curve_of(training, validation, values=(1, 2, 3, 4), measure="error"):
    best = values[int(np.argmin(validation) if measure == "error" else np.argmax(validation))]
    return ComplexityCurve("p", values, training, validation, best, measure)


def test_overfitting_is_on_the_side_where_training_gets_better():
    """Neighbours and penalties make models simpler, degrees and depths more complex."""
    neighbours = curve_of((0.0, 0.2, 0.3, 0.4), (0.5, 0.4, 0.3, 0.45), (1, 3, 9, 27))
    assert neighbours.overfits_from == 3
    assert "overfitting from 3 down" in neighbours.plot().to_dict()["title"]["subtitle"]
    degrees = curve_of((0.4, 0.3, 0.2, 0.1), (0.5, 0.3, 0.4, 0.6))
    assert degrees.overfits_from == 3
    assert "overfitting from 3 on" in degrees.plot().to_dict()["title"]["subtitle"]
    areas = curve_of((0.6, 0.7, 0.8, 0.9), (0.6, 0.7, 0.65, 0.6), measure="auc")
    assert areas.overfits_from == 3


def test_a_model_that_only_underfits_does_not_overfit():
    curve = curve_of((0.1, 0.1, 0.2, 0.5), (0.2, 0.2, 0.3, 0.5))
    assert curve.overfits_from is None
    assert "overfitting" not in curve.plot().to_dict()["title"]["subtitle"]


def test_the_curve_of_a_three_way_plan_does_not_look_at_the_test_rows():
    found = foldwise.select(
        "tree", {"max_depth": [1, 2, 4]}, foldwise.sample("breast-cancer"), plan="three-way(0.2)", train=True
    )
    own = {one.model: one.estimate.value for one in found.findings}
    assert found.complexity_curve("max_depth").validation == pytest.approx(tuple(own.values()))


def test_the_curve_needs_the_training_rows():
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS, plan="kfold(5)")
    with pytest.raises(InputError, match="were not kept; try train=True"):
        found.complexity_curve("n_neighbors")
    with pytest.raises(UnknownNameError, match="no parameter in this selection called 'k'"):
        found.complexity_curve("k")


def test_the_candidates_are_listed_best_first():
    found = foldwise.select("knn", {"n_neighbors": [1, 50]}, IRIS, measure="accuracy", plan="kfold(5)")
    frame = found.candidates()
    assert frame["value"].is_monotonic_decreasing
    assert frame.loc[0, "model"] == found.chosen


def test_the_text_is_80_columns_wide_and_says_what_is_too_good():
    found = foldwise.select("knn", {"n_neighbors": list(range(1, 30, 2))}, IRIS, plan="kfold(5)")
    text = str(found)
    assert max(map(len, text.splitlines())) <= 80
    assert "by the winner's own resamples: optimistic" in text
    assert "and 7 more" in text
    assert "corrected for the selection" in found._repr_html_()


@pytest.mark.parametrize(
    ("measure", "own", "corrected", "said"),
    [
        (
            "error",
            (0.10, 0.05, 0.15),
            (0.12, 0.06, 0.18),
            "error 0.100 [0.050, 0.150] by the winner's own resamples: optimistic",
        ),
        ("error", (0.10, 0.01, 0.30), (0.12, 0.06, 0.18), "error 0.100 by the winner's own resamples: optimistic"),
        (
            "error",
            (0.12, 0.01, 0.30),
            (0.1203, 0.06, 0.18),
            "error 0.120 [0.010, 0.300] by the winner's own resamples, not",
        ),
        (
            "error",
            (0.13, 0.08, 0.18),
            (0.12, 0.06, 0.18),
            "error 0.130 [0.080, 0.180] by the winner's own resamples, not",
        ),
        (
            "accuracy",
            (0.9, 0.85, 0.95),
            (0.88, 0.8, 0.96),
            "0.900 [0.850, 0.950] by the winner's own resamples: optimistic",
        ),
        ("accuracy", (0.87, 0.85, 0.95), (0.88, 0.8, 0.96), "0.870 [0.850, 0.950] by the winner's own resamples, not"),
    ],
)
def test_the_winners_own_figure_is_too_good_only_where_it_is_better(measure, own, corrected, said):
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS, measure=measure, plan="kfold(5)")

    def moved(finding, value, low, high):
        interval = replace(finding.interval, low=low, high=high)
        return replace(finding, estimate=replace(finding.estimate, value=value), interval=interval)

    told = replace(found, naive=moved(found.naive, *own), corrected=moved(found.corrected, *corrected))
    assert said in " ".join(str(told).split())


class Study:
    """As much of an Optuna study as `select` needs."""

    def __init__(self, direction="MINIMIZE"):
        self.direction = type("Direction", (), {"name": direction})
        self.told = []

    def ask(self):
        return len(self.told) + 1

    def tell(self, trial, value):
        self.told.append((trial, value))


def test_a_study_can_propose_the_settings():
    study = Study()
    found = foldwise.select(
        "knn", lambda trial: {"n_neighbors": min(trial, 3)}, IRIS, search=study, draws=5, plan="kfold(5)"
    )
    assert [trial for trial, _ in study.told] == [1, 2, 3, 4, 5]
    assert list(found.settings) == ["n_neighbors=1", "n_neighbors=2", "n_neighbors=3"]
    assert found.corrected.interval.method == "bbc"


def test_optuna_itself():
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    found = foldwise.select(
        "tree",
        lambda trial: {"max_depth": trial.suggest_int("max_depth", 1, 4)},
        IRIS,
        search=study,
        draws=4,
        plan="kfold(5)",
    )
    assert study.best_value == pytest.approx(found.naive.estimate.value)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        (
            {"space": {"depth": [1]}},
            UnknownNameError,
            "no parameter of DecisionTreeClassifier called 'depth'; try 'max_depth'",
        ),
        ({"space": {"max_depth": 3}}, InputError, "the values of 'max_depth' must be a list, not 3"),
        ({"space": {"max_depth": []}}, InputError, "the list of values of 'max_depth' is empty"),
        ({"space": None}, InputError, "nothing to select"),
        ({"model": ["tree", "lda"]}, InputError, "one model at a time, and 2 were given"),
        ({"rule": "bst"}, UnknownNameError, "try 'best'"),
        ({"correction": "bcc"}, UnknownNameError, "try 'bbc'"),
        ({"search": "gird"}, UnknownNameError, "try 'grid'"),
        (
            {"search": "halving", "plan": "kfold(5)"},
            PlanError,
            r"kfold\(5\) has one; try plan='kfold\(10, repeats=3\)'",
        ),
        (
            {"measure": "auc", "eliminate": True, "plan": "kfold(5, repeats=2)"},
            MeasureError,
            "auc is not such a sum; try search='halving'",
        ),
        ({"search": Study(), "eliminate": True}, InputError, "a study tries them one after the other"),
        ({"outer": "kfold(5)"}, PlanError, "outer= is the plan of the nested correction, and correction is 'bbc'"),
        ({"measure": "rmse"}, MeasureError, "rmse is a regression measure"),
        (
            {"search": Study("MAXIMIZE"), "space": lambda _: {"max_depth": 1}},
            InputError,
            "wants to maximize, and for error lower",
        ),
        ({"search": Study()}, InputError, "needs a function of a trial"),
        ({"search": Study(), "space": lambda _: {"max_depth": 1}, "draws": 0}, InputError, "was given 0 trials"),
    ],
)
def test_bad_requests_get_one_clear_sentence(settings, error, message):
    given = {"model": "tree", "space": {"max_depth": [1, 2]}, **settings}
    with pytest.raises(error, match=message):
        foldwise.select(given.pop("model"), given.pop("space"), IRIS, **given)


def test_the_sealed_rows_cannot_be_used(tmp_path):
    _, sealed = foldwise.seal(foldwise.sample("iris"), ledger=tmp_path / "ledger.jsonl")
    with pytest.raises(foldwise.errors.SealError, match=r"is sealed: its 30 rows are for one final look"):
        foldwise.select("knn", {"n_neighbors": [1, 5]}, sealed)


def test_the_class_that_is_looked_for_is_named():
    found = foldwise.select(
        "knn", {"n_neighbors": [1, 5]}, foldwise.sample("breast-cancer"), measure="recall", plan="kfold(5)"
    )
    assert found.to_frame()["positive"].tolist() == ["malignant", "malignant"]
    assert "by recall of 'malignant'" in str(found)
    assert found.to_dict()["dataset"]["positive"] == "malignant"


def test_a_class_too_rare_for_the_measure_leaves_it_without_an_interval():
    rare = np.r_[np.zeros(60, int), np.ones(60, int), np.full(3, 2)]
    X = np.random.default_rng(0).normal(size=(123, 2)) + rare[:, None]
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, X, rare, measure="macro-recall", plan="kfold(5)")
    assert found.corrected.interval is None
    assert found.notes[0].endswith("class '2' has 3 rows, and 5 are the least that a measure can rest on")
    assert foldwise.select("knn", {"n_neighbors": [1, 5]}, X, rare, plan="kfold(5)").corrected.interval is not None


def test_a_winner_that_nothing_sets_apart_is_said_to_be_luck():
    coins = DecisionTreeClassifier(splitter="random", max_features=1)
    found = foldwise.select(coins, {"random_state": list(range(12))}, NOISE_X, NOISE_Y, plan="kfold(5)")
    assert str(found.corrected.estimate.bias) == "unknown"
    assert any("of the draws choose the same" in note for note in found.notes)


def test_a_list_of_grids_is_searched_as_in_scikit_learn():
    grids = [{"C": [0.1, 1.0]}, {"C": [1.0], "fit_intercept": [False]}, {"C": [1.0]}]
    found = foldwise.select(LogisticRegression(), grids, IRIS, plan="kfold(3)")
    assert sorted(one.model for one in found.findings) == ["C=0.1", "C=1", "C=1, fit_intercept=False"]
    drawn = foldwise.select(LogisticRegression(), grids, IRIS, plan="kfold(3)", search="random", draws=30)
    assert {one.model for one in drawn.findings} == {one.model for one in found.findings}


def test_values_may_come_from_a_generator():
    found = foldwise.select("knn", {"n_neighbors": (k for k in (1, 3))}, IRIS, plan="kfold(3)")
    assert len(found.findings) == 2


@pytest.mark.parametrize(
    ("space", "given", "message"),
    [
        (3, {}, "space is a dictionary of lists, or a list of such dictionaries, not 3"),
        ("C", {}, "space is a dictionary of lists"),
        ([3], {}, "space is a dictionary of lists"),
        ({3: [1]}, {}, "a parameter is called by its name, not 3"),
        ([{}], {}, "there is one model and no space of parameters"),
        ({f"p{at}": range(100) for at in range(9)}, {}, "the grid has 1,000,000,000,000,000,000 settings, more than"),
        ({"C": [1, 2]}, {"search": "random", "draws": 0}, "draws is a number of settings from 1 to 1,000,000, not 0"),
        (
            {"C": [1, 2]},
            {"search": "random", "draws": "a"},
            "draws is a number of settings from 1 to 1,000,000, not 'a'",
        ),
    ],
)
def test_what_is_no_space_is_refused_in_one_sentence(space, given, message):
    with pytest.raises(InputError) as caught:
        foldwise.select("logistic", space, IRIS, plan="kfold(3)", **given)
    assert str(caught.value).startswith(message)
