"""The three functions of every family of sums take arrays of any library, on any device: generated from the catalogue.

The arrays are those of array-api-strict, which has what the standard has and nothing else, on a device whose arrays mix
neither with numbers of another device nor with numpy.
"""

from functools import cache

import array_api_strict as xp
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import all_estimators

from foldwise import ensembles, learners
from foldwise.data import Dataset, Task
from foldwise.engine.catalogue import FAMILIES
from foldwise.engine.choose import choose
from foldwise.engine.family import Resampled, SumFit
from foldwise.engine.linalg.class_sums import ClassSums
from foldwise.engine.linalg.coordinates import inverse_factors
from foldwise.engine.linalg.scores import Linear, Normal, posteriors, score_rows
from foldwise.engine.rows import TestRows
from foldwise.learners import MixedNB
from foldwise.plans import RowLists
from tests.conformance.kernel_cases import CASES
from tests.engine.strict_arrays import plain, strict

RNG = np.random.default_rng(0)
PRIORS = [0.2, 0.3, 0.5]
VARIANTS = [
    GaussianNB(priors=PRIORS),
    NearestCentroid(priors=PRIORS, shrink_threshold=0.3),
    LinearDiscriminantAnalysis(priors=PRIORS, n_components=1),
    LinearDiscriminantAnalysis(solver="lsqr", priors=PRIORS, shrinkage=0.2),
    QuadraticDiscriminantAnalysis(priors=PRIORS, reg_param=0.1),
    BernoulliNB(binarize=2.0, class_prior=PRIORS, alpha=[0.5, 1.0, 2.0, 3.0]),
    MultinomialNB(class_prior=PRIORS),
    ComplementNB(norm=True),
    CategoricalNB(min_categories=[9, 9, 12, 9]),
    MixedNB(priors=PRIORS, m=2.0, categorical_features=[0, 2]),
    MixedNB(categorical_features=[0, 1, 2, 3]),
]
"""What the cases of the conformance tests leave out."""


@cache
def world(k, *, weighted):
    """Counts of classes of unequal size, one of whose columns is mostly 0, with and without weights."""
    rng = np.random.default_rng(k)
    codes = np.repeat(np.arange(k), [12 + 9 * c for c in range(k)])
    X = rng.poisson(2.0 + 1.5 * codes[:, None] * [1, 0, 0.5, 1], size=(codes.size, 4)).astype(float)
    X[:, 3] *= rng.random(codes.size) < 0.4
    weights = rng.integers(1, 4, codes.size) / 2 if weighted else None
    return Dataset(X=X, target=np.array([*"abc"])[codes], task=Task.CLASSIFICATION, name="counts", weights=weights)


def halves(dataset):
    rows = np.arange(dataset.n)
    return RowLists((rows[::2], rows[1::2]), (rows[1::2], rows[::2]), dataset.n)


@cache
def of_sklearn():
    """The estimators of scikit-learn by name, which are looked for in all of its modules."""
    return dict(all_estimators())


def estimator(name):
    """The default estimator of a name in the catalogue."""
    own = getattr(learners, name, None) or getattr(ensembles, name, None)
    return (own or of_sklearn()[name])()


def prepared(model, dataset):
    """The fit of the model's family, where it is one of sums; nothing that needs to grow is looked at further."""
    route = choose(model, dataset, halves(dataset))
    fit = route.family.prepare([model], Resampled.of(dataset, halves(dataset))) if route.family else None
    return fit if isinstance(fit, SumFit) else None


def models():
    """Every estimator of the catalogue, alone and scaled, and the parameters that we know to matter."""
    alone = [estimator(name) for name in sorted({name for family in FAMILIES for name in family.models})]
    scaled = [make_pipeline(StandardScaler(), clone(model)) for model in alone]
    return [*alone, *scaled, *(case.model for case in CASES), *VARIANTS]


def cases():
    for model in {str(model): model for model in models()}.values():
        for k in (3, 2):
            for weighted in (False, True):
                dataset = world(k, weighted=weighted)
                if (fit := prepared(model, dataset)) is not None:
                    yield pytest.param(fit, dataset.weights, id=f"{model}, {k} classes{', weighted' * weighted}")


FITS = list(cases())


def counts_of(codes):
    """How often rows are drawn: three bootstraps, all but some, one resample without a class and one of a single class."""
    drawn = np.random.default_rng(codes.size).multinomial(codes.size, np.full(codes.size, 1 / codes.size), 3)
    some = np.arange(codes.size) % 5 > 0
    return np.stack([*drawn, some, codes > 0, codes == codes.max()]).astype(float)


def test_rows(n, sizes):
    """Which rows each resample asks about."""
    resample = np.repeat(np.arange(len(sizes)), sizes)
    row = np.random.default_rng(n).integers(0, n, resample.size)
    return TestRows(resample, row, np.zeros(resample.size, dtype=np.uint8), len(sizes))


test_rows.__test__ = False


def sums_of(fit, counts, weights, bring):
    """Statistics of the rows of each class, added up over training sets by one product."""
    api = xp if bring is strict else np
    centres = fit.rows.centres if fit.centred else np.zeros_like(fit.rows.centres)

    def added_up(times):
        found = []
        for c, rows in enumerate(fit.rows.rows):
            z = fit.statistics(bring(fit.rows.X[rows] - centres[c]), c)
            chosen = bring(times[:, rows])
            found.append(api.matrix_transpose(z)[None, ...] * chosen[:, None, :] @ z if fit.products else chosen @ z)
        return api.stack(found, axis=1)

    once = added_up(counts)
    own = once if weights is None else added_up(counts * weights)
    nothing = bring(np.zeros((1, fit.rows.classes, 1 if fit.products else once.shape[2])))
    return ClassSums(own, nothing, once, nothing, bring(centres[None]))


def run_through(fit, counts, weights, bring, test):
    """Sums, fit, scores and decisions: masks (B,), and numbers of the test rows."""
    with np.errstate(all="ignore"):
        fitted = fit.fit(sums_of(fit, counts, weights, bring))
        scores = fit.score(fitted.parameters, bring(fit.rows.X) if bring is strict else fit.rows.X, test)
        labels, probabilities = fit.decide(scores)
    masks = {"trusted": fitted.trusted, "doubtful": fitted.doubtful, "covers": fit.covers(fitted.parameters, test)}
    return {name: mask for name, mask in masks.items() if mask is not None}, (scores, probabilities, labels)


@pytest.mark.parametrize("sizes", [[7, 7, 7, 7, 7, 7], [3, 1, 30, 2, 5, 4]], ids=["equal", "unequal"])
@pytest.mark.parametrize(("fit", "weights"), FITS)
def test_a_family_of_sums_runs_on_another_device(fit, weights, sizes):
    counts, test = counts_of(fit.rows.codes), test_rows(len(fit.rows.X), sizes)
    masks, numbers = run_through(fit, counts, weights, strict, test)
    expected, known = run_through(fit, counts, weights, np.asarray, test)
    assert masks.keys() == expected.keys()
    for name, mask in masks.items():
        np.testing.assert_array_equal(plain(mask), expected[name], err_msg=name)
    sure = expected["trusted"][test.resample]
    for mine, theirs in zip(numbers, known, strict=True):
        np.testing.assert_allclose(plain(mine)[sure], theirs[sure], rtol=1e-9, atol=1e-11)


def test_every_fit_of_sums_that_the_engine_has_is_tried():
    ours = {kind for kind in SumFit.__subclasses__() if kind.__module__.startswith("foldwise.")}
    assert {type(case.values[0]) for case in FITS} == ours


def test_training_sets_of_every_fit_are_trusted_so_that_there_are_scores_to_compare():
    for case in FITS:
        fit, weights = case.values
        masks, _ = run_through(fit, counts_of(fit.rows.codes), weights, np.asarray, test_rows(20, [1] * 6))
        assert masks["trusted"].any(), case.id


def test_factors_of_many_matrices_and_which_are_not_definite():
    roots = RNG.normal(size=(5, 4, 4))
    matrices = roots @ roots.transpose(0, 2, 1) + 0.1 * np.eye(4)
    matrices[1] *= -1.0
    matrices[2, 3, :] = matrices[2, :, 3] = 0.0
    matrices[3] = np.nan
    factors, least = (plain(part) for part in inverse_factors(strict(matrices)))
    expected, bound = inverse_factors(matrices)
    np.testing.assert_allclose(factors, expected, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(least, bound, rtol=1e-12)
    assert (least > 0).tolist() == [True, False, False, False, True]


@pytest.mark.parametrize("k", [2, 3])
def test_posteriors(k):
    scores = RNG.normal(size=(8, k))
    for mine, theirs in zip(posteriors(strict(scores)), posteriors(scores), strict=True):
        np.testing.assert_array_equal(plain(mine), theirs)


def test_the_forms_score_as_the_compiled_helpers_do():
    X, starts, rows = RNG.normal(size=(6, 3)), np.array([0, 2, 4]), np.array([5, 1, 0, 3])
    stacked = X[rows].reshape(2, 2, 3)
    form = Normal(RNG.normal(size=(2, 3, 3)), RNG.gamma(2.0, size=(2, 3, 3)), RNG.normal(size=(2, 3)))
    np.testing.assert_allclose(form(stacked).reshape(4, 3), score_rows(form, X, rows, starts), rtol=1e-12)


def test_numbers_of_ours_do_not_mix_with_another_device():
    form = Linear(strict(np.ones((1, 2, 3))), np.zeros((1, 2)))
    with pytest.raises(TypeError):
        form(strict(np.ones((1, 4, 3))))
    with pytest.raises(RuntimeError, match="to a NumPy array"):
        np.asarray(strict(np.zeros(2)))
