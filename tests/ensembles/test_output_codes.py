"""Error-correcting output codes."""

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import OutputCodes
from foldwise.ensembles.output_codes import code_book, least_distance
from foldwise.errors import InputError
from tests.ensembles.data import classes
from tests.learners.checks import complaints


def test_scikit_learn_accepts_it():
    assert complaints(OutputCodes()) == []


@pytest.mark.parametrize("count", [3, 4, 5, 7])
def test_the_exhaustive_book_is_dietterichs(count):
    """2^(C-1) - 1 different bits, none of them the same for all classes; words differ in 2^(C-2) bits."""
    book = code_book(count, bits=None, rng=np.random.RandomState(0))
    assert book.shape == (count, 2 ** (count - 1) - 1)
    assert len({tuple(bit) for bit in book.T}) == book.shape[1]
    assert (book.min(axis=0) < book.max(axis=0)).all()
    assert least_distance(book) == 2 ** (count - 2)


def test_random_books_keep_words_apart():
    book = code_book(12, bits=None, rng=np.random.RandomState(0))
    assert book.shape == (12, 36)
    assert least_distance(book) >= 9


def test_the_nearest_word_wins():
    X, y = classes(classes=4)
    model = OutputCodes(GaussianNB(), random_state=0).fit(X, y)
    ones = np.column_stack([member.predict_proba(X)[:, 1] for member in model.members_])
    distances = np.abs(ones[:, None] - model.book_).sum(axis=2)
    np.testing.assert_array_equal(model.predict(X), distances.argmin(axis=1))
    assert model.corrects_ == 1


def test_a_tree_gets_better_by_codes():
    X, y = load_digits(return_X_y=True)
    train = np.arange(y.size) % 3 == 0
    tree = DecisionTreeClassifier(max_depth=8, random_state=0)
    alone = np.mean(tree.fit(X[train], y[train]).predict(X[~train]) != y[~train])
    codes = OutputCodes(tree, random_state=0).fit(X[train], y[train])
    assert np.mean(codes.predict(X[~train]) != y[~train]) < alone - 0.05


def test_one_bit_is_refused():
    with pytest.raises(InputError, match="bits is a whole number from 2 up, not 1"):
        OutputCodes(bits=1).fit(*classes(classes=9))
