"""The driver: blocks, trust, repair and hand-over, with a family made for the purpose."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.ensemble import (
    AdaBoostClassifier,
    AdaBoostRegressor,
    BaggingClassifier,
    GradientBoostingRegressor,
    RandomForestRegressor,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.engine import Settings, choose, run
from foldwise.engine.driver import left_to_generic, predict
from foldwise.engine.families.gaussian_nb import GaussianBayes, NormalFit
from foldwise.engine.family import BlockFit, Family, Resampled
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.ensembles import AdaBoostM1, AdaBoostSAMME
from foldwise.learners import C45Tree
from foldwise.predictions import ScoreKind
from tests.engine.same import KINDS, resamples
from tests.worlds import classes
from tests.worlds import values as numbers

GROWN = [
    AdaBoostClassifier(n_estimators=5),
    AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=5),
    AdaBoostRegressor(n_estimators=5),
    AdaBoostM1(n_estimators=5),
    AdaBoostSAMME(n_estimators=5),
    BaggingClassifier(n_estimators=5),
    C45Tree(),
    DecisionTreeClassifier(),
    GradientBoostingRegressor(n_estimators=5),
    RandomForestRegressor(n_estimators=5),
]


class Numbers(Family):
    """Predicts the number of the resample and the row, which shows what the driver did to them."""

    name = "numbers"
    models = ()

    def __init__(self, together=0, trusted=None, own_threads=False):
        self.together, self.trusted, self.own_threads = together, trusted, own_threads

    def refusal(self, model, dataset, resamples):
        return None

    def prepare(self, models, data):
        fit = NumbersFit(self.together, self.trusted, len(models))
        fit.own_threads = self.own_threads
        return fit


class NumbersFit(BlockFit):
    kind = ScoreKind.NONE

    def __init__(self, together, trusted, models):
        self.together, self.trusted, self.models = together, trusted, models

    def scores(self, test):
        resample = test.resample + test.first
        scores = np.stack([1000.0 * resample + test.row + at / 8 for at in range(self.models)])[..., None]
        trusted = np.ones(test.count, dtype=bool) if self.trusted is None else self.trusted[test.first : test.last]
        return scores, trusted


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("together", [0, 1, 3])
@pytest.mark.parametrize("own_threads", [False, True])
def test_blocks_of_resamples_are_put_end_to_end(kind, together, own_threads):
    data = Resampled.of(classes(n=40), resamples(kind, 40))
    (found,) = predict(Numbers(together, own_threads=own_threads), ["model"], data)
    np.testing.assert_array_equal(found.output, 1000 * data.test.resample + data.test.row)
    assert found.resample is data.test.resample


@pytest.mark.parametrize("model", GROWN, ids=lambda model: type(model).__name__)
def test_trees_of_blocks_of_resamples_are_those_of_all_at_once(model):
    values = type(model).__name__.endswith("Regressor")
    data = Resampled.of(numbers(n=60) if values else classes(n=60), resamples("parts", 60))
    route = choose(model, data.dataset, data.training.resamples)
    fit = route.family.prepare([route.model], data)
    blocks = [
        fit.scores(data.test.block(start, min(start + 3, data.test.count))) for start in range(0, data.test.count, 3)
    ]
    whole, done = fit.scores(data.test)
    np.testing.assert_array_equal(np.concatenate([scores for scores, _ in blocks], axis=-2), whole)
    np.testing.assert_array_equal(np.concatenate([done for _, done in blocks]), done)
    assert done.any()


def test_resamples_that_are_not_trusted_are_left_out_as_a_whole():
    data = Resampled.of(classes(n=40), resamples("parts", 40))
    trusted = np.arange(8) % 3 != 1
    (found,) = predict(Numbers(2, trusted), ["model"], data)
    assert np.unique(found.resample).tolist() == np.flatnonzero(trusted).tolist()
    assert left_to_generic(found, 8, data.test).tolist() == [1, 4, 7]


def test_several_models_are_fitted_together():
    data = Resampled.of(classes(n=40), resamples("loo", 40))
    first, second = predict(Numbers(7), ["a", "b"], data)
    np.testing.assert_array_equal(second.output - first.output, 0.125)


@pytest.mark.parametrize("kind", KINDS)
def test_the_size_of_the_blocks_changes_no_bit(kind, monkeypatch):
    monkeypatch.setattr(NormalFit, "compiled", lambda *_: None)
    data = Resampled.of(replace(classes(n=60), weights=np.linspace(1, 2, 60)), resamples(kind, 60))
    (whole,) = predict(GaussianBayes(), [GaussianNB()], data)
    monkeypatch.setattr("foldwise.engine.driver.PARAMETERS_IN_CACHE", 1)
    (single,) = predict(GaussianBayes(), [GaussianNB()], data)
    np.testing.assert_array_equal(whole.resample, single.resample)
    np.testing.assert_allclose(whole.scores, single.scores, rtol=1e-12)


def test_sums_that_a_subtraction_has_spoilt_are_added_up_again():
    """Without the far row the others are close together: what is left of the whole are its last digits."""
    dataset = classes(n=60)
    dataset.X[7] += 1e9
    drawn = resamples("parts", 60)
    mine, theirs = (
        run(dataset, {"m": GaussianNB()}, drawn, Settings(engine=way)).of("m") for way in ("auto", "generic")
    )
    assert mine.engine == "gaussian-nb"
    np.testing.assert_allclose(mine.scores, theirs.scores, rtol=1e-7, atol=1e-12)


def test_a_family_that_cannot_fit_at_all_leaves_every_resample(monkeypatch):
    monkeypatch.setattr(NormalFit, "possible", property(lambda _: False), raising=False)
    monkeypatch.setattr(NormalFit, "compiled", lambda *_: None)
    data = Resampled.of(classes(n=40), resamples("parts", 40))
    assert predict(GaussianBayes(), [GaussianNB()], data)[0].size == 0
    assert NormalFit(GaussianNB(), ClassRows.of(data.dataset)).possible is False
