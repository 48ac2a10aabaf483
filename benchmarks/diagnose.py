"""Bias and variance side by side with mlxtend, and instability with stable-cart, where they are installed."""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from benchmarks.timing import in_turns, publish, table
from foldwise.data import as_dataset
from foldwise.diagnoses import Runs, decompose, flip_shares
from foldwise.engine import Settings, run
from foldwise.plans import RowLists

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array

ROUNDS = 200
BOUNDS = {"tree": 20, "naive Bayes": 50}
MODELS: dict[str, Any] = {"tree": DecisionTreeClassifier(random_state=0), "naive Bayes": GaussianNB()}


def drawn(rows: Array, test: Array, n: int) -> RowLists:
    """The design of mlxtend: bootstrap samples of one training set, all tested on one test set."""
    places = np.random.default_rng(0).integers(0, rows.size, (ROUNDS, rows.size))
    return RowLists(tuple(rows[places]), (test,) * ROUNDS, n)


def split(y: Array) -> tuple[Array, Array]:
    """Training and test rows."""
    rows, test = train_test_split(np.arange(len(y)), test_size=0.3, random_state=0, stratify=y)
    return np.sort(rows), np.sort(test)


def ours(model: Any, X: Array, y: Array) -> Callable[[], tuple[float, float, float]]:  # noqa: ANN401
    """Expected loss, bias and variance after Domingos, as mlxtend defines them."""
    dataset, (rows, test) = as_dataset(X, y), split(y)

    def work() -> tuple[float, float, float]:
        resamples = drawn(rows, test, len(y))
        table = run(dataset, {"model": model}, resamples, Settings(progress=None, jobs=1))
        predicted = table.of("model").output.reshape(ROUNDS, test.size).T
        found = decompose(Runs.of_labels(y[test], predicted), "domingos")
        return found.loss, found.bias, float(found.further["raw variance"].mean())

    return work


def theirs(model: Any, X: Array, y: Array) -> Callable[[], tuple[float, float, float]]:  # noqa: ANN401
    """The same by mlxtend."""
    from mlxtend.evaluate import bias_variance_decomp

    parts = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)
    X_train, X_test, y_train, y_test = parts

    def work() -> tuple[float, float, float]:
        return bias_variance_decomp(
            model, X_train, y_train, X_test, y_test, loss="0-1_loss", num_rounds=ROUNDS, random_seed=0
        )

    return work


def panel(X: Array, y: Array) -> Callable[[], Array]:
    """Instability of every row: flips of the labels over models of bootstrap samples."""
    dataset, (rows, test) = as_dataset(X, y), split(y)

    def work() -> Array:
        resamples = drawn(rows, test, len(y))
        table = run(dataset, {"model": MODELS["tree"]}, resamples, Settings(progress=None, jobs=1))
        return flip_shares(table.of("model").output.reshape(ROUNDS, test.size).T)

    return work


def stable_cart_panel(X: Array, y: Array) -> Callable[[], object]:
    """The same by stable-cart."""
    from stable_cart import bootstrap_instability

    X_train, X_test, y_train, _ = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)

    def work() -> object:
        return bootstrap_instability(
            lambda: DecisionTreeClassifier(random_state=0),
            X_train,
            y_train,
            X_test,
            task="categorical",
            n_bootstrap=ROUNDS,
            random_state=0,
        )

    return work


def main() -> None:
    """Time and publish; without the peers only our own times are told."""
    X, y = load_breast_cancer(return_X_y=True)
    rows, notes = [], []
    for name, model in MODELS.items():
        work: dict[str, Callable[[], object]] = {"foldwise": ours(model, X, y)}
        if find_spec("mlxtend") is not None:
            work["mlxtend"] = theirs(model, X, y)
        else:
            notes.append("mlxtend is not installed")
        times = in_turns(work, rounds=4, clock=time.process_time)
        ratio = times["mlxtend"] / times["foldwise"] if "mlxtend" in times else float("nan")
        agreed = " and ".join("/".join(f"{one:.4f}" for one in made()) for made in work.values())  # type: ignore[attr-defined]
        wanted = BOUNDS[name]
        told = "?" if ratio != ratio else "yes" if ratio >= wanted else "no"
        cells = [f"{1000 * times[one]:.1f}" if one in times else "-" for one in ("foldwise", "mlxtend")]
        rows.append([f"{name}, {ROUNDS} rounds", *cells, f"{ratio:.0f}", f"{wanted}", told, agreed])
    if find_spec("stable_cart") is not None:
        times = in_turns(
            {"foldwise": panel(X, y), "stable-cart": stable_cart_panel(X, y)}, rounds=4, clock=time.process_time
        )
        ratio = times["stable-cart"] / times["foldwise"]
        cells = [f"{1000 * one:.1f}" for one in times.values()]
        rows.append(
            [
                f"instability of a tree, {ROUNDS} models",
                *cells,
                f"{ratio:.0f}",
                "20",
                "yes" if ratio >= 20 else "no",
                "",
            ]
        )
    else:
        notes.append("stable-cart is not installed")
    heads = ("breast cancer 569 x 30", "foldwise, ms", "peer, ms", "ratio", "wanted", "reached", "loss/bias/variance")
    text = (
        f"Best CPU times in turns, one process, one thread, Python {sys.version.split()[0]}. Both sides fit as many bootstrap samples of "
        "one training set and predict one test set; the figures differ by the draws only.\n\n"
        f"{table(heads, rows)}\n\n{'; '.join(dict.fromkeys(notes))}"
    )
    publish("diagnose", "Bias, variance and instability", text.rstrip())


if __name__ == "__main__":
    main()
