"""The family that CONTRIBUTING.md walks through works as written."""

import re
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest
from sklearn.naive_bayes import BernoulliNB

from foldwise.engine import Settings, run
from foldwise.engine.driver import predict
from foldwise.engine.family import Resampled
from tests.engine.same import KINDS, resamples
from tests.worlds import classes

GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"


def family():
    """Run the code of the guide."""
    code = re.search(r"Recipe: add a model family.*?```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    names = {"__name__": "guide"}
    exec(compile(dedent(code[1]), "CONTRIBUTING.md", "exec"), names)
    return names["BernoulliBayes"]()


@pytest.mark.parametrize("kind", KINDS)
def test_it_predicts_as_scikit_learn_does(kind):
    dataset, drawn, model = classes(n=61), resamples(kind, 61), BernoulliNB()
    assert family().refusal(model, dataset, drawn) is None
    mine = predict(family(), [model], Resampled.of(dataset, drawn))[0]
    theirs = run(dataset, {"m": model}, drawn, Settings(engine="generic")).of("m")
    np.testing.assert_array_equal(mine.resample, theirs.resample)
    np.testing.assert_array_equal(mine.row, theirs.row)
    np.testing.assert_array_equal(mine.output, theirs.output)
    np.testing.assert_allclose(mine.scores, theirs.scores, rtol=1e-10)


def test_a_class_without_training_rows_is_left_to_scikit_learn():
    dataset, drawn = classes(n=61), resamples("parts", 61)
    target = np.where(np.arange(61) == 5, "rare", "common")
    rare = type(dataset)(X=dataset.X, target=target, task=dataset.task)
    done = np.unique(predict(family(), [BernoulliNB()], Resampled.of(rare, drawn))[0].resample).tolist()
    assert done == [r for r in range(drawn.count) if 5 in drawn.train_rows(r)]


def test_it_says_what_it_does_not_take():
    reason = family().refusal(BernoulliNB(binarize=None), classes(), resamples("parts", 61))
    assert reason.startswith("only indicators of values above zero")
