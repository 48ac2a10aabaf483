"""An assessment runs the engine once for all that is asked, before anything is looked at."""

import numpy as np
import pytest

import foldwise
from foldwise.engine import Settings
from foldwise.errors import Interrupted
from foldwise.evaluation import AssessmentRequest, assess_rows, assessing, runner, samples
from foldwise.measures import as_measures
from foldwise.model_comparison import samples_beside
from tests.engine.models import Interrupting

RNG = np.random.default_rng(0)
Y = np.arange(120) % 2
X = RNG.normal(size=(120, 3)) + 0.8 * Y[:, None]
MODELS = "lda, gaussian-nb"


@pytest.fixture
def steps(monkeypatch):
    """What happened, in its order: the plan and models of each run of the engine, and when rows were evaluated."""
    seen = []

    def run(dataset, models, resamples, *rest, **options):
        seen.append((resamples.kind, tuple(models)))
        return engine_run(dataset, models, resamples, *rest, **options)

    def evaluate(*arguments):
        seen.append("evaluated")
        return looked(*arguments)

    engine_run, looked = runner.run, assessing.evaluate
    monkeypatch.setattr(runner, "run", run)
    monkeypatch.setattr(samples, "run", run)
    monkeypatch.setattr(assessing, "evaluate", evaluate)
    return seen


def test_a_request_gives_what_the_verb_gives():
    asked = AssessmentRequest(named=as_measures("error"), plan="kfold(5)", baseline=False)
    found = assess_rows("lda", foldwise.sample("iris"), asked, Settings(seed=3))
    other = foldwise.assess("lda", foldwise.sample("iris"), measures="error", plan="kfold(5)", baseline=False, seed=3)
    assert found.findings == other.findings
    assert found.seed == 3


def test_assess_runs_the_engine_once(steps):
    foldwise.assess(MODELS, X, Y)
    assert steps == [("kfold", ("lda", "gaussian-nb", "baseline")), "evaluated"]


def test_compare_fits_plan_and_samples_once_before_it_looks(steps):
    foldwise.compare("ridge, gaussian-nb", X, Y)
    every = ("ridge", "gaussian-nb", "baseline")
    assert steps == [("kfold", every), ("bootstrap", every), "evaluated"]


@pytest.mark.parametrize("asked", [{"test": "corrected-t"}, {"order": np.arange(len(Y)), "plan": "forward(5)"}])
def test_samples_that_no_test_looks_at_are_not_fitted(steps, asked):
    foldwise.compare(MODELS, X, Y, **asked)
    assert [step[0] for step in steps if step != "evaluated"] in (
        ["kfold"],
        ["forward"],
    )  # a slow run is looked at after each repeat


def test_samples_are_beside_plans_that_partition_or_draw_rows():
    rows = foldwise.sample("iris")
    assert str(samples_beside(rows, "subsample", {}).many) == "bootstrap(500)"
    assert samples_beside(rows, "holdout", {}) is None


def test_counts_need_more_samples():
    rows = foldwise.sample("iris")
    assert str(samples_beside(rows, "kfold", {}, as_measures("error, auc")).few) == "bootstrap(15)"
    assert str(samples_beside(rows, "kfold", {}, as_measures("error, mcc")).few) == "bootstrap(30)"
    assert str(samples_beside(foldwise.sample("auto-mpg"), "kfold", {}).few) == "bootstrap(15)"


def test_of_groups_a_few_samples_of_whole_ones_are_drawn():
    rows = foldwise.read(X, Y, groups=np.arange(len(Y)) // 3)
    beside = samples_beside(rows, "group-kfold", {})
    assert (beside.many, str(beside.few)) == (None, "bootstrap(30, scheme=cluster)")


class Watching:
    """Keeps the figures it is shown."""

    def __init__(self):
        self.results = []

    def __call__(self, done, total, model):
        pass

    def look(self, result):
        self.results.append(result)


def test_figures_stand_after_each_repeat(monkeypatch):
    monkeypatch.setattr("foldwise.evaluation.assessing.QUIET_SECONDS", 0.0)
    rows, watching = foldwise.sample("iris"), Watching()
    settings = Settings(progress=watching, engine="generic", jobs=1)
    whole = assess_rows("lda", rows, AssessmentRequest(plan="kfold(5, repeats=3)"), settings)
    assert [found.predictions.resamples.repeats for found in watching.results] == [1, 2]
    for found in watching.results:
        plan = f"kfold(5, repeats={found.predictions.resamples.repeats})"
        alone = assess_rows("lda", rows, AssessmentRequest(plan=plan), Settings(engine="generic", jobs=1))
        assert found.finding("lda", "error") == alone.finding("lda", "error")
    assert "lda" in watching.results[0].first_figures()
    assert whole.predictions.resamples.repeats == 3


def test_a_method_that_needs_more_repeats_is_not_looked_at_before_it_has_them(monkeypatch):
    monkeypatch.setattr("foldwise.evaluation.assessing.QUIET_SECONDS", 0.0)
    watching = Watching()
    settings = Settings(progress=watching, engine="generic", jobs=1)
    request = AssessmentRequest(plan="two-folds-out(3, repeats=4)", method="nested-cv", named=as_measures("error"))
    whole = assess_rows("gaussian-nb", foldwise.sample("iris"), request, settings)
    assert whole.finding("gaussian-nb", "error").interval.method == "nested-cv"
    assert [found.predictions.resamples.repeats for found in watching.results] == [3]


def test_ctrl_c_leaves_the_result_of_the_repeats_that_are_complete():
    Interrupting.fits = 0
    with pytest.raises(Interrupted) as caught:
        foldwise.assess(Interrupting(), foldwise.sample("iris"), plan="kfold(3, repeats=3)", engine="generic", jobs=1)
    result = caught.value.result
    assert result.plan.startswith("kfold(3, repeats=2)")
    assert "stopped after 2 of 3 repeats" in result.notes
    Interrupting.fits = 0
    with pytest.raises(Interrupted) as caught:
        foldwise.assess(Interrupting(), foldwise.sample("iris"), plan="kfold(10)", engine="generic", jobs=1)
    assert caught.value.result is None


def test_the_backend_that_did_the_fits_is_named():
    named, usual, batched = (
        foldwise.assess(model, foldwise.sample("iris"), plan="kfold(3)", baseline=False, **more)
        for model, more in (
            ("svm", {"backend": "threads", "jobs": 2}),
            ("svm", {}),
            ("gaussian-nb", {"backend": "threads"}),
        )
    )
    note = "fits without a batched kernel were done by the backend 'threads'"
    assert [note in one.notes for one in (named, usual, batched)] == [True, False, False]
    assert note in named.to_dict()["notes"]
    assert "backend 'threads'" in str(named)
