"""Principal components of every training set are scikit-learn's, signs included."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.engine.pipelines.columns import Numbers
from foldwise.engine.pipelines.pca import PrincipalComponents
from foldwise.plans import Partition, RowLists
from tests.engine.pipelines.prepared_columns import N, block_of, check_columns, numbers, shared_numbers
from tests.engine.same import KINDS, resamples
from tests.worlds import label


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", [PCA(2), PCA(), PCA(3, whiten=True), PCA(1, svd_solver="full")], ids=label)
def test_components(step, kind):
    drawn = resamples(kind, N)
    sure = check_columns(make_pipeline(StandardScaler(), step), numbers()[:, :4], drawn)
    assert sure == int((drawn.train_sizes > 4).sum())


def test_components_that_are_equally_large_are_left_to_scikit_learn():
    X = np.tile([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]], (16, 1))[:N]
    assert check_columns(PCA(1), np.asarray(X), Partition(np.arange(N)[None] // 4 % 4, 4, plan="kfold(4)")) < 4


def test_whitened_components_have_variance_one_in_the_training_rows():
    X = numbers()[:, :4]
    shared, columns = shared_numbers(X)
    block = block_of(shared, resamples("parts", N))
    node = PrincipalComponents(Numbers(columns), 2, whiten=True, exact=True)
    values = node(block).values(shared.table[block.train(0)], 0)
    np.testing.assert_allclose(values.var(axis=0, ddof=1), 1, rtol=1e-9)
    assert node.overlapping


def test_a_solver_that_may_be_a_random_one_is_scikit_learns():
    """With svd_solver='auto' many rows of many columns are decomposed at random."""
    X = np.random.default_rng(0).normal(size=(600, 80))
    shared, columns = shared_numbers(X)
    block = block_of(shared, RowLists((np.arange(550),), (np.arange(550, 600),), 600))
    for exact in (True, False):
        node = PrincipalComponents(Numbers(columns), 2, whiten=False, exact=exact)
        assert node(block).exact[0] == exact
