"""FW203: scores of several folds ranked together."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.advice import Case, PooledScores
from foldwise.measures import as_measures

rng = np.random.default_rng(0)
TRUTH = np.arange(100) % 2
TABLE = pd.DataFrame({"y": TRUTH, "p": 1 / (1 + np.exp(-rng.normal(TRUTH))), "fold": np.arange(100) // 20})


@pytest.mark.parametrize("name", ["fold", "Fold", "cv_fold", "kfold", "fold_id", "resample", "cv-split"])
def test_a_column_of_fold_numbers_is_known_by_its_name(name):
    assert PooledScores().look(Case("score", measures=as_measures("auc"), names=("y", name))) is not None


@pytest.mark.parametrize("name", ["unfold", "folder", "scaffold", "split", "cv"])
def test_other_names_are_no_folds(name):
    assert PooledScores().look(Case("score", measures=as_measures("auc"), names=("y", name))) is None


@pytest.mark.parametrize("stream", [False, True])
def test_an_area_over_all_folds_is_said_to_be_one(stream):
    result = foldwise.score("y", scores="p", data=TABLE, measures="auc", stream=stream)
    assert [one.code for one in result.advice] == ["FW203"]
    assert "segments='fold'" in result.advice[0].mend


def test_measures_of_single_rows_may_be_pooled():
    assert foldwise.score("y", scores="p", data=TABLE, measures="error,brier").advice == ()
