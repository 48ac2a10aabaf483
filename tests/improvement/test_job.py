"""From a model to an improvement: what the verb does not show."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.engine import Settings
from foldwise.ensembles import BaggedClassifier
from foldwise.errors import FitError, PlanError
from foldwise.evaluation import FEW_DRAWS
from foldwise.improvement import ImprovementJob, asked_methods
from foldwise.measures import measure
from foldwise.plans import as_plan
from tests.improvement.cases import rows, values


def job(dataset, plan="kfold(4)", variants="super-learner", told=None, **more):
    return ImprovementJob(
        name="mine",
        model=GaussianNB(),
        dataset=dataset,
        plan=as_plan(plan),
        plan_reason="asked for",
        settings=Settings(progress=told, jobs=1),
        asked=asked_methods(variants),
        library="lda",
        **more,
    )


def test_a_model_of_the_name_of_a_variant_stays_the_model():
    tree = BaggedClassifier(n_estimators=5, random_state=0)
    found = replace(job(rows(), variants="bagging, voting"), name="bagging", model=tree).improve()
    assert [one.name for one in found.tried] == ["bagging", "voting"]
    assert found.models["bagging"] is tree
    assert found.variant("bagging").cost is not None
    assert found.cost_ratio("voting") > 0
    assert [(one.name, one.reason) for one in found.left_out] == [("bagging", "the model itself is called bagging")]


def test_what_decides_follows_from_the_rows():
    assert job(rows()).goal.name == "error"
    assert job(rows(costs=np.array([[0.0, 1.0], [2.0, 0.0]]))).goal.name == "cost"
    assert job(values()).goal.name == "rmse"


def test_progress_never_goes_back_and_ends_with_all_fits():
    seen = []
    found = job(rows(), variants="bagging, super-learner", told=lambda *one: seen.append(one)).improve()
    done, total = [one[0] for one in seen], [one[1] for one in seen]
    assert done == sorted(done)
    assert done[-1] == total[-1] == found.fits + FEW_DRAWS  # bagging on samples beside the plan
    assert found.comparison.predictions.bootstrapped is None  # which serve its interval, not the tests of losses


def test_counts_are_tested_with_bootstrap_samples_beside_the_plan(tmp_path):
    seen = []
    found = job(rows(), told=lambda *one: seen.append(one), measures=(measure("recall"),)).improve()
    sampled = found.comparison.predictions.bootstrapped
    assert (sampled.resamples.plan, sampled.models) == ("bootstrap(30)", ("mine", "super-learner"))
    done, total = [one[0] for one in seen], [one[1] for one in seen]
    assert done == sorted(done)
    assert done[-1] == total[-1] == found.fits + 2 * 30
    found.save(tmp_path / "counts.foldwise")
    assert foldwise.load(tmp_path / "counts.foldwise").comparison.judgements == found.comparison.judgements


def test_intervals_of_columns_near_the_rows_are_held_back():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 80))
    found = foldwise.improve(
        "linear", X, X[:, 0] + rng.normal(size=100), variants="bagging", plan="kfold(5, repeats=2)", progress=None
    )
    assert found.comparison.finding("linear", "rmse").reason.startswith("not assessable: with 80 columns")
    assert found.comparison.finding("bagging", "rmse").interval is not None
    assert found.corrected.interval is None or found.chosen != "linear"


def test_a_blend_of_all_rows_holds_out_the_parts_of_the_plan():
    assert job(rows()).improve().models["super-learner"].plan == "kfold(4)"
    grouped = rows(groups=np.repeat(np.arange(12), 5))
    assert job(grouped, "group-kfold(3)").improve().models["super-learner"].plan == "group-kfold(3)"
    assert job(rows(), "holdout(1/3)").improve().models["super-learner"].plan is None


def test_a_plan_that_tests_training_rows_is_refused():
    with pytest.raises(PlanError, match="the variant that memorises them best would look best"):
        job(rows(), "resubstitution").improve()


def test_a_model_that_cannot_be_fitted_is_told_what_can_be_done_here():
    with pytest.raises(
        FitError, match=r"resample 1 of 5: ValueError.*; try a model that can be fitted to every training set"
    ):
        foldwise.improve(
            KNeighborsClassifier(500), np.arange(30.0)[:, None], np.arange(30) % 2, plan="kfold(5)", progress=None
        )


def test_two_groups_leave_no_blend_and_two_rows_no_profile():
    grouped = rows(groups=np.repeat(np.arange(2), 30))
    found = job(grouped, "leave-group-out").improve()
    assert "has 1 group" in next(one.reason for one in found.left_out if one.name == "super-learner")
    two = foldwise.improve("tree", np.arange(2.0)[:, None], [0, 1], variants="bagging", progress=None)
    assert two.profile is None
