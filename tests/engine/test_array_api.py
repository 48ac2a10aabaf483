"""The three functions of a family take arrays of any library that follows the array API."""

import operator

import array_api_compat.numpy as xp
import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB, MultinomialNB

from foldwise.engine.families.discrete_nb import DiscreteFit, complement_coefficients, count_coefficients
from foldwise.engine.families.gaussian_nb import NormalFit
from foldwise.engine.families.lda import discriminants
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.class_sums import ClassSums
from foldwise.engine.linalg.coordinates import about_means
from foldwise.engine.linalg.moments import moments
from foldwise.engine.linalg.scores import Linear, Normal, Quadratic, posteriors, score_rows
from tests.worlds import classes

RNG = np.random.default_rng(0)
FUNCTIONS = {"where", "concat", "ones_like", "zeros_like", "maximum", "sum", "max", "exp", "abs", "log", "astype", "stack",
             "argmax", "matrix_transpose", "any", "all", "isnan", "round", "zeros", "asarray", "take"}  # fmt: skip
"""What the array API has and the families use."""


class Strict:
    """An array that knows the array API and nothing else: what is numpy's alone raises."""

    __array_ufunc__ = None

    def __init__(self, inside):
        self.inside = np.asarray(inside)

    def __array_namespace__(self, **_):
        return Namespace()

    def __array__(self, *_, **__):
        message = "an array of another library must not become one of numpy"
        raise TypeError(message)

    shape = property(lambda self: self.inside.shape)
    dtype = property(lambda self: self.inside.dtype)
    ndim = property(lambda self: self.inside.ndim)

    def __getitem__(self, key):
        return Strict(self.inside[key])

    def __neg__(self):
        return Strict(-self.inside)

    def __invert__(self):
        return Strict(~self.inside)


class Namespace:
    """The functions of the array API that are used, on `Strict` arrays."""

    __name__ = "strict"
    int64, float64 = np.int64, np.float64

    def __getattr__(self, name):
        if name not in FUNCTIONS:
            raise AttributeError(name)
        return lambda *given, **options: Strict(getattr(xp, name)(*(plain(one) for one in given), **options))


def plain(value):
    """What is inside, also of a list of arrays."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value.inside if isinstance(value, Strict) else value


def both_ways(name):
    function = getattr(operator, f"{name}_" if name in ("and", "or") else name)
    return lambda self, other: Strict(function(self.inside, plain(other))), lambda self, other: Strict(
        function(plain(other), self.inside)
    )


for one in ("add", "sub", "mul", "truediv", "matmul", "pow", "gt", "lt", "ge", "le", "eq", "and", "or"):
    there, back = both_ways(one)
    setattr(Strict, f"__{one}__", there)
    setattr(Strict, f"__r{one}__", back)


def same(strict, numpy):
    """Both ways give the same numbers, and the first never leaves its library."""
    if isinstance(numpy, tuple):
        for mine, theirs in zip(strict, numpy, strict=True):
            same(mine, theirs)
    else:
        assert isinstance(strict, Strict)
        np.testing.assert_array_equal(strict.inside, numpy)


def test_naive_bayes_statistics_moments_and_scores():
    dataset = classes(n=40)
    fit = NormalFit(GaussianNB(), ClassRows.of(dataset))
    x = RNG.normal(size=(7, 3))
    same(fit.statistics(Strict(x), 0), fit.statistics(x, 0))
    sums, scale = np.abs(RNG.normal(size=(2, 3, 7))), np.zeros((1, 3, 7))
    same(tuple(moments(Strict(sums), Strict(scale))), tuple(moments(sums, scale)))
    form = Normal(RNG.normal(size=(2, 3, 3)), RNG.gamma(2.0, size=(2, 3, 3)), RNG.normal(size=(2, 3)))
    rows = RNG.normal(size=(2, 5, 3))
    same(Normal(*(Strict(part) for part in form))(Strict(rows)), form(rows))


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("model", [GaussianNB(), GaussianNB(priors=[0.2, 0.3, 0.5])], ids=["shares", "given priors"])
def test_the_whole_fit_of_naive_bayes(model, weighted):
    fit = NormalFit(model, ClassRows.of(classes(n=40)))
    p = fit.rows.X.shape[1]
    sums = np.concatenate([RNG.normal(size=(4, 3, p)), RNG.gamma(9.0, size=(4, 3, p + 1))], axis=2)
    scale, centres = np.ones((1, 3, 2 * p + 1)), RNG.normal(size=(1, 3, p))
    plain = sums * 0.7 if weighted else sums
    mine = Strict(sums), Strict(plain)
    strict = ClassSums(mine[0], Strict(scale), mine[weighted], Strict(scale), Strict(centres))
    found, expected = fit.fit(strict), fit.fit(ClassSums(sums, scale, plain, scale, centres))
    same(tuple(found.parameters), tuple(expected.parameters))
    same((found.trusted, found.doubtful), (expected.trusted, expected.doubtful))


def test_discriminants_from_sums_of_products():
    z = np.concatenate([RNG.normal(size=(2, 3, 9, 2)), np.ones((2, 3, 9, 1))], axis=3)
    sums = z.transpose(0, 1, 3, 2) @ z
    same(about_means(Strict(sums)), about_means(sums))
    given = RNG.normal(size=(2, 3, 2)), RNG.normal(size=(2, 2, 2)), np.log(np.full((2, 3), 1 / 3))
    same(discriminants(*(Strict(part) for part in given)), discriminants(*given))


def test_counts_are_smoothed_and_scored():
    fit = DiscreteFit(MultinomialNB(), classes(n=40))
    x = RNG.poisson(2.0, size=(6, 3)).astype(float)
    same(fit.statistics(Strict(x), 0), fit.statistics(x, 0))
    counts = RNG.poisson(5.0, size=(2, 3, 4)).astype(float)
    same(count_coefficients(Strict(counts), 1.0), count_coefficients(counts, 1.0))
    same(complement_coefficients(Strict(counts), 1.0, norm=True), complement_coefficients(counts, 1.0, norm=True))


def test_the_other_forms_of_scores():
    rows = RNG.normal(size=(2, 5, 3))
    linear = Linear(RNG.normal(size=(2, 4, 3)), RNG.normal(size=(2, 4)))
    same(Linear(*(Strict(part) for part in linear))(Strict(rows)), linear(rows))
    quadratic = Quadratic(RNG.normal(size=(2, 3)), RNG.normal(size=(2, 3, 3)), RNG.normal(size=2))
    same(Quadratic(*(Strict(part) for part in quadratic))(Strict(rows)), quadratic(rows))


@pytest.mark.parametrize("k", [2, 3])
def test_posteriors(k):
    scores = RNG.normal(size=(8, k))
    same(posteriors(Strict(scores)), posteriors(scores))


def test_the_forms_score_as_the_compiled_helpers_do():
    X, starts, rows = RNG.normal(size=(6, 3)), np.array([0, 2, 4]), np.array([5, 1, 0, 3])
    stacked = X[rows].reshape(2, 2, 3)
    form = Normal(RNG.normal(size=(2, 3, 3)), RNG.gamma(2.0, size=(2, 3, 3)), RNG.normal(size=(2, 3)))
    np.testing.assert_allclose(form(stacked).reshape(4, 3), score_rows(form, X, rows, starts), rtol=1e-12)


def test_an_array_of_another_library_never_becomes_one_of_numpy():
    with pytest.raises(TypeError, match="must not become one of numpy"):
        np.asarray(Strict(np.zeros(2)))
