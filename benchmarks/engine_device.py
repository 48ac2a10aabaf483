"""The families of sums on another device: numpy on this machine's cores against torch, on the same rows, in turns.

``python -m benchmarks.engine_device`` or, with rows, columns and repeats of ten folds, ``python -m benchmarks.engine_device 20000 20 2``.
It needs numpy, array-api-compat and torch; discriminants need scipy too where there are no compiled kernels, and mixed naive
Bayes scikit-learn.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import array_api_compat
import numpy as np

import foldwise
from benchmarks.timing import table

try:
    import foldwise.engine
except ModuleNotFoundError:
    # The entrance of the engine loads every family, most of which need scikit-learn and pandas: those of sums do not.
    package = ModuleType("foldwise.engine")
    package.__path__ = [str(Path(foldwise.__file__).parent / "engine")]
    sys.modules["foldwise.engine"] = package

from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.engine.families.discrete_nb import DiscreteFit
from foldwise.engine.families.gaussian_nb import NormalFit
from foldwise.engine.families.lda import DiscriminantFit
from foldwise.engine.families.nearest_centroid import CentroidFit
from foldwise.engine.families.qda import QuadraticFit
from foldwise.engine.family import OutputArrays, Resampled
from foldwise.engine.linalg.array_api import beside
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.class_sums import ClassSums, TrainingClassSums
from foldwise.engine.linalg.scores import picked_rows
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import TrainingSets
from foldwise.engine.threads import blocks, in_threads, one_blas_thread
from foldwise.plans import Partition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from foldwise.arrays import ApiArray, Array
    from foldwise.engine.family import SumFit

ROWS, COLUMNS, REPEATS, FOLDS = 200_000, 50, 10, 10
IN_CACHE = 1_000_000
"""Numbers of a block of resamples on the cores, as in the driver."""
TOLERANCE = 1e-9
"""Largest difference of two scores, as a share of one plus their size."""
ROUNDS = 3
STEPS = ("copy", "sums", "fit", "score", "back")


class Found(NamedTuple):
    """Scores (N, C or more), labels (N,), probabilities (N, C), and which resamples are trusted (R,)."""

    scores: Any
    labels: Any
    probabilities: Any
    trusted: Any


@dataclass(frozen=True)
class Work:
    """A family with its parameters, the rows it fits, and the resamples."""

    name: str
    fit: SumFit
    dataset: Dataset
    resamples: Partition
    test: TestRows


def standing_in(name: str, **parameters: object) -> Any:  # noqa: ANN401
    """A value with the name and the parameters of an estimator: a fit reads nothing else."""
    return type(name, (), parameters)()


def families(numbers: Dataset, counts: Dataset) -> Iterator[tuple[str, SumFit, Dataset]]:
    """Every family of sums, with the parameters that scikit-learn has by default."""
    rows = ClassRows.of(numbers)
    yield "GaussianNB", NormalFit(standing_in("GaussianNB", priors=None, var_smoothing=1e-9), rows), numbers
    centroid = standing_in("NearestCentroid", metric="euclidean", priors="uniform", shrink_threshold=None)
    yield "NearestCentroid", CentroidFit(centroid, rows), numbers
    linear = {"solver": "svd", "shrinkage": None, "priors": None, "n_components": None, "tol": 1e-4}
    yield "LDA", DiscriminantFit(standing_in("LinearDiscriminantAnalysis", **linear), rows), numbers
    quadratic = {"solver": "svd", "shrinkage": None, "priors": None, "reg_param": 0.0, "tol": 1e-4}
    yield "QDA", QuadraticFit(standing_in("QuadraticDiscriminantAnalysis", **quadratic), rows), numbers
    own: dict[str, dict[str, object]] = {
        "BernoulliNB": {"binarize": 1.0},
        "MultinomialNB": {},
        "ComplementNB": {"norm": False},
        "CategoricalNB": {"min_categories": None},
    }
    for name, more in own.items():
        yield name, DiscreteFit(standing_in(name, alpha=1.0, class_prior=None, fit_prior=True, **more), counts), counts
    try:
        yield "MixedNB", mixed(rows), numbers
    except ModuleNotFoundError as missing:
        print(f"MixedNB is left out: there is no {missing.name}")


def mixed(rows: ClassRows) -> SumFit:
    """Mixed naive Bayes of numbers."""
    from foldwise.engine.families.mixed_nb import MixedFit, _Design

    design = _Design.of(SimpleNamespace(levels=[None] * rows.X.shape[1]), rows.X)  # type: ignore[arg-type]
    model = standing_in("MixedNB", priors=None, m=None, alpha=1.0, variance_floor=1e-6)
    return MixedFit(model, design, ClassRows(design.numbers, rows.codes, rows.classes), weighted=False)


def drawn(n: int, p: int, repeats: int) -> list[Work]:
    """Two overlapping classes, ten folds several times over."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    X = rng.normal(size=(n, p)) + 0.2 * y[:, None]
    counts = np.minimum(rng.poisson(1.0 + 0.2 * y[:, None], size=(n, p)), 4).astype(np.float64)
    parts = np.stack([rng.permutation(np.arange(n) % FOLDS) for _ in range(repeats)]).astype(np.uint8)
    resamples = Partition(parts, FOLDS, plan=f"kfold({FOLDS}, repeats={repeats})")
    test = TestRows.of(resamples)
    numbers, whole = (Dataset(X=table, target=y.astype(str), task=Task.CLASSIFICATION) for table in (X, counts))
    return [Work(name, fit, dataset, resamples, test) for name, fit, dataset in families(numbers, whole)]


def on_cores(work: Work, steps: dict[str, float]) -> Found:
    """Sums, fits and scores as the driver has them, by numpy and threads."""
    fit, test = work.fit, work.test
    start = time.perf_counter()
    sums = TrainingClassSums(
        TrainingSets(work.resamples), fit.rows, fit.statistics, None, fit.centred, fit.products, fit.subtract
    )
    sums.prepare()
    sums(0, 1)
    steps["sums"] += time.perf_counter() - start
    per_resample = (test.size / test.count + 1) * fit.cost.per_row + fit.cost.per_resample
    start = time.perf_counter()

    def block(a: int, b: int) -> Found:
        fitted = fit.fit(sums(a, b))
        scores = fit.score(fitted.parameters, fit.rows.X, test.block(a, b))
        return Found(scores, *fit.decide(scores), fitted.trusted)

    spans = blocks(test.count, max(1, int(IN_CACHE / per_resample)))
    found = in_threads(block, spans)
    steps["fit and score"] += time.perf_counter() - start
    return Found(*(np.concatenate(part) for part in zip(*found, strict=True)))


def compiled(work: Work) -> float:
    """Seconds of the fused compiled pass, which the driver takes first; infinite where there is none, or it leaves resamples out."""
    fit, test = work.fit, work.test
    data = Resampled(work.dataset, TrainingSets(work.resamples), test)
    arrays = OutputArrays(
        np.empty(test.size, dtype=np.int8),
        np.empty((test.size, fit.rows.classes)),
        np.zeros(test.count, dtype=np.bool_),
    )
    start = time.perf_counter()
    fit.compiled(data, arrays)
    seconds = time.perf_counter() - start
    return seconds if arrays.done.all() else np.inf


def device_sums(work: Work, X: ApiArray) -> Iterator[ClassSums]:
    """Sums of every repeat, by the statistics of each class and products with indicators of the parts, or part by part."""
    fit, xp = work.fit, array_api_compat.array_namespace(X)
    centres = fit.rows.centres if fit.centred else np.zeros_like(fit.rows.centres)
    centre = beside(centres, X)
    tables = [fit.statistics(picked_rows(X, rows) - centre[c, :], c) for c, rows in enumerate(fit.rows.rows)]
    for parts in work.resamples.parts:
        by_part = xp.stack(
            [added_up(z, parts[rows], products=fit.products) for z, rows in zip(tables, fit.rows.rows, strict=True)],
            axis=1,
        )
        total = xp.sum(by_part, axis=0, keepdims=True)
        scale = xp.zeros_like(total[..., :1, 0]) if fit.products else total
        values = total - by_part
        yield ClassSums(values, scale, values, scale, centre[None, ...])


def added_up(z: ApiArray, parts: Array, *, products: bool) -> ApiArray:
    """Sums of the statistics over each part (k, m), or of their products (k, m, m)."""
    xp = array_api_compat.array_namespace(z)
    if not products:
        indicators = beside(parts, z)[None, :] == beside(np.arange(FOLDS, dtype=parts.dtype), z)[:, None]
        return xp.astype(indicators, z.dtype) @ z
    own = (picked_rows(z, np.flatnonzero(parts == part)) for part in range(FOLDS))
    return xp.stack([xp.matrix_transpose(one) @ one for one in own], axis=0)


def on_device(
    work: Work, bring: Callable[[Array], ApiArray], wait: Callable[[], None], steps: dict[str, float]
) -> Found:
    """The same three functions on arrays of torch, one repeat at a time; the rows are brought there and the predictions back."""
    fit, found = work.fit, []

    def took(step: str, since: float) -> float:
        wait()
        now = time.perf_counter()
        steps[step] += now - since
        return now

    start = time.perf_counter()
    X = bring(fit.rows.X)
    start = took("copy", start)
    for repeat, summed in enumerate(device_sums(work, X)):
        start = took("sums", start)
        fitted = fit.fit(summed)
        start = took("fit", start)
        scores = fit.score(fitted.parameters, X, work.test.block(repeat * FOLDS, (repeat + 1) * FOLDS))
        labels, probabilities = fit.decide(scores)
        start = took("score", start)
        found.append(Found(*(one.cpu().numpy() for one in (scores, labels, probabilities, fitted.trusted))))
        start = took("back", start)
    return Found(*(np.concatenate(part) for part in zip(*found, strict=True)))


def difference(mine: Found, theirs: Found) -> float:
    """Largest difference of the scores; infinite where other resamples are trusted, or labels differ beyond rounding."""
    if not np.array_equal(mine.trusted, theirs.trusted) or not mine.trusted.any():
        return np.inf
    apart = float((np.abs(mine.scores - theirs.scores) / (1 + np.abs(theirs.scores))).max())
    return apart if (mine.labels == theirs.labels).mean() > 1 - TOLERANCE else np.inf


def measure(work: Work, bring: Callable[[Array], ApiArray], wait: Callable[[], None]) -> tuple[list[str], bool]:
    """A line of the table, and whether both ways agree."""
    apart = difference(on_device(work, bring, wait, defaultdict(float)), on_cores(work, defaultdict(float)))
    best: dict[str, tuple[float, dict[str, float]]] = {}
    fused = np.inf
    for _ in range(ROUNDS):
        fused = min(fused, compiled(work))
        for way in ("cores", "device"):
            steps: dict[str, float] = defaultdict(float)
            start = time.perf_counter()
            on_cores(work, steps) if way == "cores" else on_device(work, bring, wait, steps)
            taken_in_all = time.perf_counter() - start
            if way not in best or taken_in_all < best[way][0]:
                best[way] = taken_in_all, steps
    (cores, _), (device, steps) = best["cores"], best["device"]
    line = [f"{1e3 * one:,.1f}" for one in (cores, device, *(steps[step] for step in STEPS))]
    return [
        work.name,
        "" if np.isinf(fused) else f"{1e3 * fused:,.1f}",
        *line,
        f"{cores / device:.1f}x",
        f"{apart:.1e}",
    ], apart <= TOLERANCE


def main(n: int = ROWS, p: int = COLUMNS, repeats: int = REPEATS) -> None:
    """Measure every family and print the table; a disagreement is an error."""
    if find_spec("torch") is None:
        print("torch is not installed, so there is nothing to compare numpy with")
        return
    import torch

    place = "cuda" if torch.cuda.is_available() else "cpu"
    named = torch.cuda.get_device_name() if place == "cuda" else "cpu"

    def bring(array: Array) -> ApiArray:
        return torch.asarray(array, device=place)

    wait = torch.cuda.synchronize if place == "cuda" else lambda: None
    print(
        f"{n:,} rows x {p} columns, {repeats} x {FOLDS} folds; numpy {np.__version__}, {native.cores()} cores, "
        f"{'compiled kernels' if native.COMPILED else 'no compiled kernels'}; torch {torch.__version__} on {named}, "
        f"{torch.get_num_threads()} threads; milliseconds, best of {ROUNDS} turns. `fused` is the compiled pass of the engine, "
        "`numpy` its way without that pass, `torch` the same functions on the device with all copies (`copy` to `back`), "
        "`ratio` that of the last two, `apart` the largest difference of scores as a share of one plus their size.",
        flush=True,
    )
    with one_blas_thread() if find_spec("threadpoolctl") else nullcontext():
        agree = []
        print(table(["family", "fused", "numpy", "torch", *STEPS, "ratio", "apart"], []), flush=True)
        for work in drawn(n, p, repeats):
            line, same = measure(work, bring, wait)
            agree.append(same)
            print("| " + " | ".join(line) + " |", flush=True)
    if not all(agree):
        sys.exit(f"scores differ by more than {TOLERANCE:g}, or other resamples are trusted")


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[1:]))
