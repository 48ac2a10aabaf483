"""Seeds of models whose `random_state` was left open."""

import random

import numpy as np
from sklearn.model_selection import GridSearchCV, ShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise.engine.execution.execute import fit_one
from foldwise.engine.family import Resampled
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.single_fits.seeds import SHARED_DRAWS, global_seeds, random_states, seed_number, seeded, state_of
from tests.engine.models import Drawing
from tests.engine.same import resamples
from tests.worlds import classes


def test_a_family_has_the_seeds_of_the_generic_path():
    dataset, drawn = classes(), resamples("parts", 90)
    model = make_pipeline(StandardScaler(), DecisionTreeClassifier())
    fitting = prepare_fitting("model", model, dataset, drawn, seed=0)
    found = random_states(model, Resampled.of(dataset, drawn), 1, 3)
    assert found.tolist() == [fitting.fitted(r)[-1].random_state for r in (1, 2)]


def test_a_given_seed_is_that_of_every_resample():
    data = Resampled.of(classes(), resamples("parts", 90))
    assert random_states(DecisionTreeClassifier(random_state=7), data, 0, 2).tolist() == [7, 7]


def test_fits_of_leave_one_out_share_one_seed():
    dataset, drawn = classes(), resamples("loo", 90)
    data, model = Resampled.of(dataset, drawn), DecisionTreeClassifier()
    fitting = prepare_fitting("model", model, dataset, drawn, seed=0)
    assert set(random_states(model, data, 0, 90).tolist()) == {fitting.fitted(r).random_state for r in (0, 5)}
    assert seed_number(data.training, 5) == 0
    assert seed_number(Resampled.of(dataset, resamples("parts", 90)).training, 5) == 5


def test_several_open_seeds_differ():
    state = state_of(0, "m", 0)
    assert seeded(["a", "b"], 2**31 - 1) == {"a": 2**31 - 1, "b": 0}
    assert state != state_of(0, "m", 1) != state_of(1, "m", 1)
    assert np.iinfo(np.int32).max >= state >= 0


def test_the_generators_that_all_code_shares_are_seeded_for_each_fit_and_given_back():
    fitting = prepare_fitting("model", Drawing(), classes(), resamples("parts", 90), seed=0)
    found = []
    for seed, order in ((1, (0, 1, 2)), (2, (2, 1, 0))):  # as in another process, which has done other fits before
        np.random.seed(seed)  # noqa: NPY002
        random.seed(seed)
        results = {r: fit_one(fitting, r, checked=False).outputs.scores for r in order}
        found.append(np.concatenate([results[r] for r in range(3)]))
        left = np.random.random(), random.random()  # noqa: NPY002
        assert left == (np.random.RandomState(seed).random(), random.Random(seed).random())
    np.testing.assert_array_equal(*found)
    assert not np.array_equal(found[0][:9], found[0][30:39])


def test_splits_without_a_seed_inside_a_search_are_seeded():
    search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=ShuffleSplit(1))
    fitting = prepare_fitting("model", search, classes(), resamples("parts", 90), seed=0)
    scores = [fitting.fitted(1).cv_results_["mean_test_score"] for _ in range(3)]
    np.testing.assert_array_equal(scores[1:], scores[:2])


def test_another_generator_of_numpy_is_left_alone():
    usual = np.random.get_bit_generator()
    try:
        np.random.set_bit_generator(np.random.PCG64(3))
        before = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
        with global_seeds(1):
            pass
        assert np.random.get_state(legacy=False)["state"] == before  # noqa: NPY002
    finally:
        np.random.set_bit_generator(usual)


def test_draws_from_what_all_code_shares_are_told_to_who_watches():
    seen = []
    token = SHARED_DRAWS.set(seen)
    try:
        with global_seeds(1):
            pass
        with global_seeds(1):
            np.random.random()  # noqa: NPY002
        with global_seeds(1):
            random.random()
    finally:
        SHARED_DRAWS.reset(token)
    assert seen == [False, True, True]
