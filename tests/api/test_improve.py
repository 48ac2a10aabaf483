"""`improve`: variants of a model, and whether one of them is significantly better."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.errors import FitError, InputError, MeasureError, PlanError, UnknownNameError

rng = np.random.default_rng(3)
X = rng.normal(size=(240, 6))
Y = np.where(X @ [1, 1, 1, -1, -1, 0.5] + 0.5 * rng.normal(size=240) > 0, "yes", "no")
QUICK = {"plan": "kfold(4)", "progress": False, "jobs": 1}


@pytest.fixture(scope="module")
def found():
    """A tree on classes that a line tells apart: the blends with a line are significantly better, bumping is not."""
    return foldwise.improve(
        DecisionTreeClassifier(), X, Y, variants="bumping, super-learner, voting, best-single", library="lda", **QUICK
    )


def test_what_is_truly_better_is_chosen_corrected_and_fitted_to_all_rows(found):
    assert found.standing("super-learner") == "better"
    assert found.standing("bumping") in ("undecided", "equivalent")
    assert found.chosen in found.better()
    assert found.improved
    assert found.corrected.estimate.method == "bbc"
    assert np.mean(found.model.predict(X) == Y) > 0.85


def test_blends_show_their_nested_figures_and_the_gap(found):
    blend = found.variant("super-learner")
    assert blend.is_blend
    assert blend.nested == pytest.approx(found.finding("super-learner").estimate.value)
    assert blend.gap == pytest.approx(blend.naive - blend.nested)
    assert not found.variant("voting").is_blend
    assert not found.variant("bumping").is_blend


def test_all_variants_are_tested_on_the_same_resamples(found):
    own = {name: (one.resample.tolist(), one.row.tolist()) for name, one in found.predictions.outputs.items()}
    assert len({str(one) for one in own.values()}) == 1
    assert found.fits == 4 * 3 + 10 * 2  # the model, the baseline and bumping; pairs of parts of two base models


def test_the_figures_of_a_fitted_variant_are_those_of_assess(found):
    """Bumping alone, assessed as any estimator."""
    alone = foldwise.assess({"bumping": found.models["bumping"]}, X, Y, measures="error", **QUICK)
    assert alone.finding("bumping", "error").estimate.value == found.finding("bumping").estimate.value


def test_costs_are_told_for_every_variant(found):
    frame = found.costs()
    assert frame["model"].tolist() == ["tree", "bumping", "super-learner", "voting", "best-single"]
    assert (frame[["fit_seconds", "predict_seconds", "size"]] > 0).all(axis=None)
    assert frame["times_the_fit"].iloc[0] == 1


def test_records_hold_the_columns_of_every_verb(found):
    frame = found.to_frame()
    assert {"model", "measure", "value", "low", "high", "level", "method", "plan", "fits"} <= set(frame.columns)
    assert frame.loc[frame["chosen"], "model"].tolist() == [found.chosen]
    assert set(found.pairs()["b"]) == {"tree"}
    told = json.loads(found.to_json())
    assert (told["verb"], told["chosen"], told["schema_version"]) == ("improve", found.chosen, 1)
    assert [one["name"] for one in told["variants"]] == [one.name for one in found.tried]


def test_one_seed_gives_the_same_figures_whatever_else_is_tried(found):
    again = foldwise.improve(DecisionTreeClassifier(), X, Y, variants="bumping, super-learner", library="lda", **QUICK)
    assert again.finding("bumping").estimate.value == found.finding("bumping").estimate.value
    assert again.finding("super-learner").estimate.value == found.finding("super-learner").estimate.value


def test_what_does_not_make_sense_is_left_out_with_the_reason():
    stable = foldwise.improve(GaussianNB(), X[:100], Y[:100], library="lda", **QUICK)
    left = {one.name: one.reason for one in stable.left_out}
    assert "random-forest" in left
    assert "calibration" in left
    assert left["cost-threshold"].startswith("no costs were given")
    assert all(one.reason for one in stable.tried[1:])
    assert stable.profile.draws == 30


def test_costs_of_mistakes_bring_the_threshold_and_decide():
    found = foldwise.improve(
        LogisticRegression(), X, Y, costs="fn=20,fp=1", positive="yes", variants="cost-threshold, calibration", **QUICK
    )
    assert found.measures[0].name == "cost"
    own, decided = found.finding("logistic"), found.finding("cost-threshold")
    assert decided.estimate.value < own.estimate.value
    direct = foldwise.assess(
        LogisticRegression(), X, Y, costs="fn=20,fp=1", positive="yes", decide="cost", measures="cost", **QUICK
    )
    assert decided.estimate.value == pytest.approx(direct.finding("logistic", "cost").estimate.value)


def test_probabilities_bring_calibration():
    found = foldwise.improve(GaussianNB(), X, Y, measures="log-loss", variants=["calibration"], **QUICK)
    assert found.tried[1].name == "calibration"
    assert found.tried[1].is_blend


def test_tables_with_texts_and_gaps_groups_weights_and_time():
    table = pd.DataFrame(X[:80], columns=list("abcdef")).assign(text=np.resize(["u", "v", "w"], 80))
    table.loc[3, "a"] = np.nan
    groups, order = np.repeat(np.arange(20), 4), np.arange(80)
    for plan, facts in (("kfold(3)", {}), ("group-kfold(3)", {"groups": groups}), ("forward(3)", {"order": order})):
        asked = {"variants": "stacking", "library": "lda", "plan": plan, "progress": False, "jobs": 1}
        found = foldwise.improve("gaussian-nb", table, Y[:80], **asked, **facts)
        assert found.failed == ()
        assert np.isfinite(found.variant("stacking").gap)
    weighted = foldwise.improve("tree", X, Y, weights=rng.random(240) + 0.5, variants="voting, bumping", **QUICK)
    assert [one.reason for one in weighted.left_out] == ["rows are weighted, and it takes no weights"]


def test_the_chosen_model_is_saved_with_its_card_and_read_again(found, tmp_path):
    saved = foldwise.save_model(found, tmp_path / "model.skops")
    assert saved.card.name == found.chosen
    assert saved.card.figures[0]["value"] == found.corrected.estimate.value
    again = foldwise.load_model(tmp_path / "model.skops")
    assert np.array_equal(again.model.predict(X), found.model.predict(X))
    with pytest.raises(InputError, match=f"an improvement keeps the chosen model, '{found.chosen}'"):
        foldwise.save_model(found, tmp_path / "model.skops", model="tree")


class Brittle(ClassifierMixin, BaseEstimator):
    """Cannot be fitted to rows that are there twice, as those of bootstrap samples are."""

    def fit(self, X, y):
        if len(np.unique(X, axis=0)) < len(X):
            raise RuntimeError("a row is there twice")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.repeat(self.classes_[:1], len(X))


def test_a_variant_whose_fits_fail_is_left_out_and_counted():
    found = foldwise.improve(Brittle(), X, Y, variants="bagging, voting", library="lda", **QUICK)
    assert found.failed == ("bagging",)
    assert "a row is there twice" in found.left_out[0].reason
    assert [one.name for one in found.tried] == ["Brittle", "voting"]


class Broken(Brittle):
    """Cannot be fitted at all."""

    def fit(self, X, y):
        raise RuntimeError("never")


def test_a_model_that_cannot_be_fitted_is_an_error():
    with pytest.raises(FitError, match="model 'Broken' failed on resample 1 of 4: RuntimeError: never"):
        foldwise.improve(Broken(), X, Y, **QUICK)
    with pytest.raises(FitError, match="never"):
        foldwise.improve(Broken(), X, Y, on_failure="record", **QUICK)


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        ({"variants": "baging"}, UnknownNameError, "there is no improvement called 'baging'; try 'bagging'"),
        ({"model": "lda, tree"}, InputError, "takes one model, and 2 were given"),
        ({"plan": "resubstitution"}, PlanError, "tests rows it trains on"),
        ({"measures": "rmse"}, MeasureError, "rmse is a regression measure"),
        ({"adjust": "bonferoni"}, UnknownNameError, "there is no adjustment called 'bonferoni'; try 'bonferroni'"),
        ({"level": 2}, InputError, "level"),
        ({"model": "baseline"}, InputError, "'baseline' is the model that ignores the features"),
        ({"plan": "nested(kfold(3), kfold(3))"}, PlanError, "inner resamples"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(call, error, said):
    model = call.pop("model", "lda")
    with pytest.raises(error, match=said):
        foldwise.improve(model, X, Y, progress=False, **call)


def test_without_refit_no_model_is_kept():
    found = foldwise.improve("lda", X, Y, variants="voting", refit=False, **QUICK)
    assert found.model is None
    with pytest.raises(InputError, match="the improvement has no fitted"):
        foldwise.save_model(found, "model.skops")
