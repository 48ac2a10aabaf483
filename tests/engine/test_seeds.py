"""Seeds of models whose `random_state` was left open."""

import numpy as np
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise.engine.family import Resampled
from foldwise.engine.generic import prepare
from foldwise.engine.seeds import seed_number, seeded, state_of, states
from tests.engine.same import resamples
from tests.worlds import classes


def test_a_family_has_the_seeds_of_the_generic_path():
    dataset, drawn = classes(), resamples("parts", 90)
    model = make_pipeline(StandardScaler(), DecisionTreeClassifier())
    fitting = prepare("model", model, dataset, drawn, seed=0)
    found = states(model, Resampled.of(dataset, drawn), 1, 3)
    assert found.tolist() == [fitting.fitted(r)[-1].random_state for r in (1, 2)]


def test_a_given_seed_is_that_of_every_resample():
    data = Resampled.of(classes(), resamples("parts", 90))
    assert states(DecisionTreeClassifier(random_state=7), data, 0, 2).tolist() == [7, 7]


def test_fits_of_leave_one_out_share_one_seed():
    dataset, drawn = classes(), resamples("loo", 90)
    data, model = Resampled.of(dataset, drawn), DecisionTreeClassifier()
    fitting = prepare("model", model, dataset, drawn, seed=0)
    assert set(states(model, data, 0, 90).tolist()) == {fitting.fitted(r).random_state for r in (0, 5)}
    assert seed_number(data.training, 5) == 0
    assert seed_number(Resampled.of(dataset, resamples("parts", 90)).training, 5) == 5


def test_several_open_seeds_differ():
    state = state_of(0, "m", 0)
    assert seeded(["a", "b"], 2**31 - 1) == {"a": 2**31 - 1, "b": 0}
    assert state != state_of(0, "m", 1) != state_of(1, "m", 1)
    assert np.iinfo(np.int32).max >= state >= 0
