"""The library that a model is blended with."""

import scipy.sparse
from sklearn.naive_bayes import GaussianNB

from foldwise.data import read
from foldwise.improvement.library import library_for
from foldwise.models import named_model
from tests.improvement.cases import rows, values


def test_models_of_the_same_kind_are_left_out():
    dataset = rows()
    assert list(library_for("nb", GaussianNB(), dataset, None)) == ["nb", "logistic", "knn", "tree"]
    assert list(library_for("c45", named_model("c45", dataset), dataset, None))[1:] == ["logistic", "knn", "mixed-nb"]
    assert list(library_for("ridge", named_model("ridge", values()), values(), None)) == ["ridge", "knn", "tree"]


def test_what_is_given_is_taken_and_named_apart():
    dataset = rows()
    assert list(library_for("lda", named_model("lda", dataset), dataset, ["lda", "qda"])) == ["lda", "lda-2", "qda"]


def test_a_sparse_table_gets_models_that_take_it():
    dataset = rows()
    sparse = read(scipy.sparse.csr_matrix(dataset.X), dataset.target, task="classification")
    assert list(library_for("nb", GaussianNB(), sparse, None)) == ["nb", "logistic", "knn", "tree"]
