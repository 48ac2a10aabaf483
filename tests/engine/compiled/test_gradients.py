"""What the kernel of gradient boosting is told, and what it says after some of its stages."""

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingRegressor

from foldwise import native
from foldwise.engine.compiled.gradients import Descent, boost_gradients
from foldwise.engine.compiled.trees import Growth, TreeSamples, sorted_table
from foldwise.engine.rows import TestRows
from foldwise.plans import RowLists
from tests.native_calls import calls
from tests.worlds import values


def test_every_prefix_of_the_stages_is_a_fit_of_its_own():
    dataset = values(n=60)
    train, test = np.arange(40), np.arange(40, 60)
    model = GradientBoostingRegressor(n_estimators=9, subsample=0.8, random_state=5)
    settings = {
        name: getattr(model, name) for name in Growth.__dataclass_fields__ if name not in {"criterion", "random"}
    }
    growth = Growth(criterion="squared_error", random=False, **settings)
    copies = np.isin(np.arange(60), train).astype(np.int32)[None]
    samples = TreeSamples(copies, np.zeros((0, 0)), np.array([[5]], dtype=np.uint32), np.zeros(1, dtype=np.int64))
    start = np.array([[dataset.truth[train].mean()]])
    said, done = boost_gradients(
        sorted_table(dataset),
        growth,
        samples,
        TestRows.of(RowLists((train,), (test,), 60)),
        descent=Descent("squared_error", np.asarray(dataset.truth, dtype=np.float64), start, 0.1, 0.8),
        stages=(1, 4, 9),
    )
    assert done.all()
    model.fit(dataset.X[train], dataset.truth[train])
    staged = list(model.staged_predict(dataset.X[test]))
    for at, stages in enumerate((1, 4, 9)):
        np.testing.assert_allclose(said[at, :, 0], staged[stages - 1], rtol=1e-12)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stages": np.array([3, 1])}, "'stages' must ascend from 1 to at most 10,000,000"),
        ({"loss": 4}, "'loss' must be 0, 1, 2 or 3"),
        ({"subsample": 0.0}, "'subsample' must be above 0 and at most 1"),
    ],
    ids=["stages", "loss", "subsample"],
)
def test_what_makes_no_sense_is_refused(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        native._native.boost_gradients(**calls()["boost_gradients"] | change)
