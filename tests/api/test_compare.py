"""`compare`, end to end."""

import json

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import foldwise
from foldwise.errors import InputError, PlanError, UnknownNameError, ValidityError
from foldwise.reports.comparison.wording import cautions
from tests.engine.models import Crashing

IRIS = foldwise.sample("iris")
CANCER = foldwise.sample("breast-cancer")
rng = np.random.default_rng(3)


def noisy(n=200, shift=1.0):
    """Two classes; the first column tells them apart, the second does not."""
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 2))
    X[:, 0] += shift * (2 * y - 1)
    return X, y


X, Y = noisy()


def one_column(column):
    """A discriminant that sees a single column."""
    return make_pipeline(ColumnTransformer([("one", "passthrough", [column])]), LinearDiscriminantAnalysis())


GOOD, BAD = one_column(0), one_column(1)


def test_a_better_model_is_found():
    result = foldwise.compare({"good": GOOD, "bad": BAD}, X, Y, measures="error")
    row = result.pairs().iloc[0]
    assert row[["a", "b", "measure", "verdict", "method"]].tolist() == ["good", "bad", "error", "better", "influence"]
    assert row["low"] < row["difference"] < row["high"] < 0
    assert row["p_value"] < 0.01  # fits of the bad one differ, which a test of learners counts twice
    assert result.unbeaten() == ("good",)


def test_the_difference_is_the_corrected_t_on_the_same_resamples():
    result = foldwise.compare({"nb": GaussianNB(), "bad": BAD}, X, Y, measures="error", test="corrected-t")
    alone = [foldwise.assess(model, X, Y, measures="error", baseline=False) for model in (GaussianNB(), BAD)]
    scores = [one.predictions.to_frame().assign(wrong=lambda t: t.truth != t.predicted) for one in alone]
    d = scores[0].groupby("resample").wrong.mean() - scores[1].groupby("resample").wrong.mean()
    one = result.judgement("nb", "bad", "error").comparison
    assert one.difference == pytest.approx(d.mean())
    assert one.statistic == pytest.approx(d.mean() / np.sqrt((d.var() + one_hidden(result)) * (1 / 30 + 1 / 9)))


def one_hidden(result):
    from foldwise.comparisons import Pair
    from foldwise.measures import measure

    return Pair.of(result.predictions, "nb", "bad", measure("error")).hidden_variance


def test_all_pairs_are_compared_and_the_baseline_is_a_family_of_its_own():
    result = foldwise.compare("lda, gaussian-nb, qda", IRIS, measures="error")
    table = result.pairs()
    assert table[["a", "b"]].to_numpy().tolist() == [
        ["lda", "qda"],
        ["lda", "gaussian-nb"],
        ["qda", "gaussian-nb"],
        ["lda", "baseline"],
        ["qda", "baseline"],
        ["gaussian-nb", "baseline"],
    ]
    assert (table["verdict"][3:] == "better").all()
    assert table["p_adjusted"][:3].tolist() == pytest.approx(
        foldwise.comparisons.adjust(table["p_value"][:3].tolist()).tolist()
    )


def test_models_fitted_in_batches_are_compared_on_bootstrap_samples_too():
    batched = {"nb": GaussianNB(), "ridge": RidgeClassifier()}
    result = foldwise.compare(batched, X, Y, measures="error,mcc")
    pairs = result.pairs()
    methods = pairs[pairs["b"] != "baseline"].groupby("measure")["method"].unique()
    assert (methods["error"].tolist(), methods["mcc"].tolist()) == (["loo-bootstrap"], ["influence"])
    assert "models of bootstrap samples, which hold 63 % of the rows" in " ".join(str(result).split())
    with_tree = foldwise.compare({**batched, "tree": DecisionTreeClassifier(random_state=0)}, X, Y, measures="error")
    pairs = with_tree.pairs().set_index(["a", "b"])["method"]
    assert {method for pair, method in pairs.items() if "tree" in pair} == {"influence"}
    assert {method for pair, method in pairs.items() if set(pair) == {"nb", "ridge"}} == {"loo-bootstrap"}
    assert "tree: also fitted to 15 bootstrap samples" in " ".join(str(with_tree).split())


def test_regressors_fitted_in_batches_are_compared_on_bootstrap_samples_too():
    y = X[:, 0] + rng.normal(size=len(X))
    batched = foldwise.compare({"linear": LinearRegression(), "ridge": Ridge(50)}, X, y, measures="mse")
    assert set(batched.pairs()["method"]) == {"loo-bootstrap"}
    models = {"tree": DecisionTreeRegressor(random_state=0), "linear": LinearRegression()}
    pairs = foldwise.compare(models, X, y, measures="mse").pairs().set_index(["a", "b"])["method"]
    assert pairs.to_dict() == {
        ("linear", "tree"): "influence",
        ("linear", "baseline"): "loo-bootstrap",
        ("tree", "baseline"): "influence",
    }


def test_one_repeat_is_enough_for_the_test_by_rows():
    heard = []
    result = foldwise.compare(
        {"tree": DecisionTreeClassifier(), "nb": GaussianNB()},
        X,
        Y,
        plan="kfold(10)",
        measures="error",
        progress=lambda *told: heard.append(told),
    )
    assert {one.comparison.method for one in result.judgements if "tree" in (one.comparison.a, one.comparison.b)} == {
        "influence"
    }
    assert [told[:2] for told in heard if told[0] == told[1]] == [
        (30, 30),
        (15, 15),
    ]  # and 15 samples of the tree beside


def test_equivalent_models_within_a_wide_rope():
    result = foldwise.compare(
        {"a": GaussianNB(), "b": GaussianNB(var_smoothing=1e-8)}, X, Y, measures="error", rope=0.1
    )
    assert result.judgement("a", "b").verdict == "equivalent"
    assert "a and b are equivalent: they differ by less than 0.1" in result.verdict()


def test_an_open_question_comes_with_what_would_close_it():
    result = foldwise.compare("lda, qda", IRIS, measures="error")
    one = result.judgement("lda", "qda")
    assert one.verdict == "undecided"
    assert one.needed.rows > 150
    assert f"about {foldwise.reports.comparison.wording.rounded_up(one.needed.rows):,} rows" in result.verdict()


@pytest.mark.parametrize(("rope", "expected"), [(None, 0.01), (0.05, 0.05), ({"error": 0.02}, 0.02)])
def test_the_region_of_practical_equivalence_is_stated(rope, expected):
    result = foldwise.compare("lda, gaussian-nb", IRIS, measures="error,log-loss", rope=rope)
    table = result.pairs().groupby("measure")["rope"].first()
    assert table["error"] == expected
    assert table["log-loss"] == pytest.approx(np.log(3) / 100, rel=0.01)


def test_a_reference_is_compared_with_all_others():
    result = foldwise.compare("lda, gaussian-nb, qda", IRIS, measures="error", reference="lda")
    assert result.pairs()[["a", "b"]].to_numpy().tolist() == [
        ["qda", "lda"],
        ["gaussian-nb", "lda"],
        ["baseline", "lda"],
    ]
    assert "reference" in str(result)
    assert result.anchor("error") == "lda"


def test_the_frame_has_ranks_and_ties():
    frame = foldwise.compare("lda, qda", IRIS, measures="error").to_frame()
    assert list(frame.columns[:9]) == ["model", "measure", "value", "low", "high", "level", "method", "plan", "fits"]
    assert frame["rank"].tolist()[:2] == [1, 2]
    assert frame["unbeaten"].tolist() == [True, True, False]
    assert frame["rank"].isna().tolist() == [False, False, True]


def test_the_json_has_rows_pairs_and_the_verdict():
    result = foldwise.compare("lda, gaussian-nb", IRIS)
    told = json.loads(result.to_json())
    assert (told["schema_version"], told["verb"], told["adjustment"]) == (1, "compare", "holm")
    assert [row["model"] for row in told["rows"]] == result.to_frame()["model"].tolist()
    assert len(told["pairs"]) == len(result.pairs())
    assert told["verdict"] == result.verdict()
    assert told["winner"]["model"] == result.ranking()[0]


def test_the_winner_is_corrected_for_being_picked():
    guesses = {f"m{i}": KNeighborsClassifier(i) for i in (1, 3, 5, 7, 9, 11)}
    labels = rng.integers(0, 2, 100)
    result = foldwise.compare(guesses, rng.normal(size=(100, 3)), labels, measures="error")
    best = result.finding(result.ranking()[0], "error").estimate.value
    assert result.winner.value > best
    assert result.winner.low < result.winner.value < result.winner.high


@pytest.mark.parametrize(
    ("method", "plan"),
    [("5x2cv-f", "kfold(2, repeats=5)"), ("wald-cv", "kfold(10)"), ("wilcoxon", "holdout(1/3)")],
)
def test_a_test_brings_the_plan_it_is_made_for(method, plan):
    result = foldwise.compare("lda, gaussian-nb", CANCER, measures="error", test=method)
    assert (result.plan, set(result.pairs()["method"])) == (plan, {method})


def test_a_measure_the_test_is_not_for_goes_without():
    result = foldwise.compare("lda, gaussian-nb", CANCER, measures="error,auc", test="wald-cv")
    assert set(result.pairs()["measure"]) == {"error"}
    assert result.missing == {"auc": "wald-cv is not valid for it"}
    assert "no comparison by auc" in str(result)


def test_a_measure_of_which_no_value_is_better_is_not_compared():
    result = foldwise.compare("lda, gaussian-nb", CANCER, measures="error,prevalence", plan="kfold(5)")
    assert result.missing == {"prevalence": "no value of it is better than another"}


def test_groups_and_time_get_their_own_tests():
    groups, asked = np.repeat(np.arange(20), 10), {"measures": "error"}
    by_group = foldwise.compare("lda, gaussian-nb", X, Y, groups=groups, **asked)
    by_time = foldwise.compare("lda, gaussian-nb", X, Y, order=np.arange(200), **asked)
    assert set(by_group.pairs()["method"]) == set(by_time.pairs()["method"]) == {"influence"}
    by_group = foldwise.compare("lda, gaussian-nb", X, Y, groups=groups, test="cluster-t", **asked)
    assert set(by_group.pairs()["method"]) == {"cluster-t"}
    by_time = foldwise.compare("lda, gaussian-nb", X, Y, order=np.arange(200), test="block-t", **asked)
    assert set(by_time.pairs()["method"]) == {"block-t"}


def test_a_plan_without_a_valid_test_still_gives_the_leaderboard():
    result = foldwise.compare("lda, gaussian-nb", IRIS, measures="error", plan="resubstitution")
    assert result.pairs().empty
    assert list(result.pairs().columns)[:3] == ["a", "b", "measure"]
    assert "could not be compared by error: no test is valid for the plan resubstitution" in result.verdict()
    assert result.to_frame()["unbeaten"].tolist() == [True, False, False]


def test_without_a_baseline_there_is_no_baseline_row():
    result = foldwise.compare(
        {"linear": LinearRegression(), "none": LinearRegression(fit_intercept=False)},
        X,
        5 + X[:, 0] + rng.normal(size=len(X)),
        measures="rmse",
        baseline=False,
    )
    assert result.models == ("linear", "none")
    assert result.pairs()["rope"].iloc[0] == pytest.approx(result.to_frame()["value"].max() / 100)


def test_recorded_failures_do_not_stop_the_comparison():
    first = IRIS.X.to_numpy()[0, 0]
    models = {"lda": LinearDiscriminantAnalysis(), "weak": Crashing(first)}
    result = foldwise.compare(models, IRIS.X.to_numpy(), IRIS.target, on_failure="record", measures="error", jobs=1)
    assert result.failures
    assert len(result.pairs()) == 3
    assert "failed" in str(result)


def test_a_winner_is_corrected_among_the_models_that_did_not_fail():
    models = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB(), "broken": Crashing()}
    result = foldwise.compare(models, IRIS.X.to_numpy(), IRIS.target, on_failure="record", measures="error", jobs=1)
    assert result.ranking() == ("lda", "nb")
    assert result.winner.model == "lda"


def test_the_order_of_the_models_does_not_change_the_result():
    one, other = (foldwise.compare(names, IRIS, measures="error") for names in ("lda, gaussian-nb", "gaussian-nb, lda"))
    assert one.pairs().equals(other.pairs())


def test_the_same_seed_gives_the_same_bits_for_any_number_of_jobs():
    one, two = (foldwise.compare("tree, knn", IRIS, measures="error", jobs=jobs) for jobs in (1, 2))
    told, again = one.to_dict(), two.to_dict()
    assert told.pop("times").keys() == again.pop("times").keys()
    assert json.dumps(told) == json.dumps(again)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"adjust": "holms"}, UnknownNameError, "no adjustment called 'holms'; try 'holm'"),
        ({"test": "corected-t"}, UnknownNameError, "try 'corrected-t'"),
        ({"test": "naive-t"}, ValidityError, "share their training rows .* try test='corrected-t'"),
        ({"test": "wald-cv", "plan": "kfold(10, repeats=3)"}, ValidityError, "1 repeat of the plan, and there are 3"),
        ({"reference": "ldb"}, UnknownNameError, "no model to take as reference called 'ldb'; try 'lda'"),
        ({"rope": -1}, InputError, "a number from 0, not -1"),
        ({"rope": "small"}, InputError, "rope is a number, or a dictionary of measures and numbers, not 'small'"),
        ({"rope": {"auc": 0.1}}, UnknownNameError, "no measure in this comparison called 'auc'"),
        ({"level": 95}, InputError, "try 0.95"),
        ({"plan": "kfold(2000)"}, PlanError, "150"),
    ],
)
def test_bad_requests_get_one_clear_sentence(settings, error, message):
    with pytest.raises(error, match=message):
        foldwise.compare("lda, gaussian-nb", IRIS, measures="error", **settings)


def test_one_model_is_not_a_comparison():
    with pytest.raises(InputError, match=r"a comparison needs 2 models, .*'lda'; try assess"):
        foldwise.compare("lda", IRIS, baseline=False)


def test_the_naive_test_comes_with_the_damage_it_does():
    result = foldwise.compare("lda, gaussian-nb", IRIS, measures="error", test="naive-t", allow_invalid=True)
    assert "calls equal models different" in str(result)


def test_careful_brings_its_plan_and_its_test():
    result = foldwise.compare("lda, gaussian-nb", IRIS, measures="error,log-loss", test="careful")
    assert result.plan == "two-folds-out(5)"
    assert set(result.pairs()["method"]) == {"nested-cv"}
    assert set(result.to_frame()["method"]) == {"nested-cv"}
    one = result.judgement("lda", "gaussian-nb").comparison
    values = [result.finding(name, "error").estimate.value for name in ("lda", "gaussian-nb")]
    assert one.difference == pytest.approx(values[0] - values[1])


def test_careful_takes_halves_for_measures_that_are_no_mean_loss():
    result = foldwise.compare("lda, gaussian-nb", X, Y, measures="auc", test="careful")
    assert result.plan == "paired-halves(10)"
    assert set(result.pairs()["method"]) == {"conservative-z"}


def test_careful_leaves_out_what_nobody_asked_for():
    result = foldwise.compare("lda, gaussian-nb", X, Y, test="careful")
    assert set(result.pairs()["measure"]) == {"error", "log-loss"}
    assert result.missing["auc"].startswith("nested-cv: it is valid for means of one loss per row")


def test_careful_needs_its_plan():
    with pytest.raises(ValidityError, match=r"kfold\(10\); try plan='two-folds-out"):
        foldwise.compare("lda, gaussian-nb", X, Y, plan="kfold(10)", measures="error", test="careful")
    with pytest.raises(ValidityError, match="rows in groups"):
        foldwise.compare("lda, gaussian-nb", X, Y, groups=np.arange(200) // 5, test="careful")


def test_p_values_are_adjusted_across_measures_on_demand():
    asked = {"measures": "error,log-loss,balanced-error", "adjust": "bonferroni"}
    apart = foldwise.compare("lda, gaussian-nb, qda", IRIS, **asked)
    together = foldwise.compare("lda, gaussian-nb, qda", IRIS, adjust_measures=True, **asked)
    one, other = apart.pairs(), together.pairs()
    assert one[["a", "b", "measure", "p_value"]].equals(other[["a", "b", "measure", "p_value"]])
    assert one["p_adjusted"].tolist() == pytest.approx(np.minimum(1, 3 * one["p_value"]).tolist())
    assert other["p_adjusted"].tolist() == pytest.approx(np.minimum(1, 9 * one["p_value"]).tolist())
    assert not apart.to_dict()["across_measures"]
    assert together.to_dict()["across_measures"]
    assert "adjusted by bonferroni over pairs and measures" in " ".join(str(together).split())


def test_the_family_across_measures_is_adjusted_by_the_method_asked_for():
    result = foldwise.compare("lda, gaussian-nb", IRIS, measures="error,log-loss", adjust_measures=True)
    table = result.pairs()
    models, baseline = table[table["b"] != "baseline"], table[table["b"] == "baseline"]
    for family in (models, baseline):
        expected = foldwise.comparisons.adjust(family["p_value"].tolist(), "holm")
        assert family["p_adjusted"].tolist() == pytest.approx(expected.tolist())


def test_the_positive_class_is_named_in_pairs_and_tables():
    result = foldwise.compare(
        "lda, gaussian-nb", foldwise.sample("breast-cancer"), measures="recall, error", plan="kfold(5, repeats=2)"
    )
    assert set(result.pairs("recall")["positive"]) == {"malignant"}
    assert set(result.pairs("error")["positive"]) == {""}
    assert "recall of 'malignant'" in str(result)
    assert result.to_frame()["against_best"].isin(["", "better", "worse", "equivalent", "undecided"]).all()


def test_a_model_that_is_worse_than_the_baseline_is_said_to_be():
    """A coin errs on half of the rows, the baseline on a fifth; the paired test shows it."""
    rng = np.random.default_rng(0)
    y = (rng.random(400) < 0.2).astype(int)
    result = foldwise.compare(
        {"coin": DummyClassifier(strategy="uniform", random_state=0)}, rng.normal(size=(400, 2)), y, measures="error"
    )
    assert result.verdict() == "coin is worse than the baseline."


def test_a_rare_class_is_told_once_for_all_measures():
    rng = np.random.default_rng(0)
    y = np.r_[np.tile([0, 1], 60), np.full(3, 2)]
    features, asked = rng.normal(size=(123, 2)) + y[:, None], {"plan": "kfold(5)", "baseline": False}
    result = foldwise.compare("lda, gaussian-nb", features, y, measures="error,recall,precision,auc", **asked)
    told = [note for note in cautions(result) if note.startswith("no comparison")]
    assert told == [
        "no comparison by recall, precision and auc: class '2' has 3 rows, and 5 are the least that a measure can rest on"
    ]


def test_models_without_a_value_are_not_compared():
    y = np.repeat(list("abcdefghij"), 5)
    features = np.random.default_rng(0).normal(size=(50, 2))
    result = foldwise.compare("lda, gaussian-nb", features, y, measures="auc,ovr-auc,error", plan="kfold(10)")
    assert result.missing == {"auc": "no model has a value", "ovr-auc": "no model has a value"}
    assert "The models could not be compared by auc: no model has a value." in " ".join(str(result).split())
    assert result.unbeaten("auc") == ()
