"""How each bootstrap scheme draws the training counts of one resample."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.native import draw_seeded

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Counts, Mask
    from foldwise.data import Dataset

__all__ = ["SCHEMES", "TRIES", "BootstrapSampler"]

SCHEMES = ("ordinary", "stratified", "balanced", "cluster", "bayesian", "poisson")
RARE_ROWS = 64
"""A class with this many rows is missing from a draw with probability e⁻⁶⁴, so only rarer ones are looked for."""
OWN_STREAMS = ("bayesian", "poisson")
"""Schemes that are drawn by numpy's generator, one resample after the other."""
TRIES = 10_000
"""Draws before giving up; what would need more than about a hundred is refused before it starts."""


@final
@dataclass(frozen=True, eq=False)
class BootstrapSampler:
    """Draws training counts, again and again until every class is there and something is left to test.

    Parameters
    ----------
    scheme
        Name of the scheme.
    n
        Number of rows.
    units
        The class of each row (stratified) or its group (cluster); None for the other schemes.
    needed
        Rows of each class that a draw could miss: one of them must be drawn.
    test_all
        Whether every row is tested; else a draw must leave a row out.
    """

    scheme: str
    n: int
    units: Codes | None
    needed: tuple[Codes, ...]
    test_all: bool

    @classmethod
    def of(cls, dataset: Dataset, scheme: str, *, test_all: bool) -> BootstrapSampler:
        """Prepare the draws from a dataset, or say why they would hardly ever succeed."""
        if scheme == "stratified" and not dataset.is_classification:
            message = "a stratified bootstrap needs classes, and the target is numeric"
            raise PlanError(message, hint="bootstrap(200)")
        units = {"stratified": dataset.codes, "cluster": dataset.group_codes}.get(scheme)
        needed = _needed(dataset, scheme)
        if not test_all:
            _check_something_left(dataset, scheme)
        if scheme != "balanced":
            _check_chance(dataset, scheme, needed)
        return cls(scheme, dataset.n, units, needed, test_all)

    def counts(self, seed: int) -> Counts:
        """Training counts of one resample (n,)."""
        return self._draw(seed)[0]

    def many(self, seeds: Array) -> Counts:
        """Training counts of several resamples (B, n): all drawn together, then again where a draw is not accepted."""
        if self.scheme in OWN_STREAMS:
            return np.stack([self.counts(int(seed)) for seed in seeds])
        samples = self._try_all(seeds, 0)
        for at in np.flatnonzero(~self._accepted(samples)).tolist():
            samples[at] = self.counts(int(seeds[at]))
        return samples

    def redraws(self, seed: int) -> int:
        """How many draws were thrown away before these counts came up."""
        # A draw of many rows with no rare class leaves none out with probability n!/nⁿ: no need to draw to know that.
        certain = not self.needed and self.units is None and self.n > 100
        return 0 if certain else self._draw(seed)[1]

    def accepts(self, counts: Counts) -> bool:
        """Whether every class was drawn and something is left to test; of rows without classes, whether any was."""
        return bool(self._accepted(counts[None])[0])

    def _accepted(self, counts: Counts) -> Mask:
        accepted: Mask = np.asarray(counts.any(axis=1))
        if not self.test_all:
            accepted &= ~counts.all(axis=1)
        for rows in self.needed:
            accepted &= counts[:, rows].any(axis=1)
        return accepted

    def leaves_something(self, counts: Counts) -> bool:
        """Whether there is a row to test."""
        return self.test_all or not counts.all()

    def _draw(self, seed: int) -> tuple[Counts, int]:
        rng = np.random.default_rng(seed) if self.scheme in OWN_STREAMS else None
        for tried in range(TRIES):
            counts = self._try_all(np.array([seed]), tried)[0] if rng is None else self._try(rng)
            if self.accepts(counts):
                return counts, tried
        message = f"{TRIES:,} bootstrap draws in a row lacked a class or left nothing to test"
        raise PlanError(
            message, hint="leave-group-out" if self.scheme == "cluster" else "bootstrap(200, scheme=stratified)"
        )

    def _try(self, rng: np.random.Generator) -> Counts:
        if self.scheme == "poisson":
            # One byte is enough: a count above 255 has a probability below 1/255!.
            return rng.poisson(1.0, self.n).astype(np.uint8)
        weights = rng.standard_exponential(self.n)
        return weights * (self.n / weights.sum())

    def _try_all(self, seeds: Array, attempt: int) -> Counts:
        """Draw with replacement: rows, groups, or rows within each class."""
        if self.units is None:
            return draw_seeded(self.n, seeds, attempt)
        if self.scheme == "cluster":
            return draw_seeded(int(self.units.max()) + 1, seeds, attempt)[:, self.units]
        samples = np.empty((len(seeds), self.n), dtype=np.uint8)
        for stratum in range(int(self.units.max()) + 1):
            rows = np.flatnonzero(self.units == stratum)
            samples[:, rows] = draw_seeded(rows.size, seeds, attempt, stratum)
        return samples


def _needed(dataset: Dataset, scheme: str) -> tuple[Codes, ...]:
    """Rows of each class that a draw could miss."""
    if not dataset.is_classification or scheme in {"stratified", "bayesian"}:
        return ()
    rare = np.arange(len(dataset.classes)) if scheme == "cluster" else np.flatnonzero(dataset.class_counts < RARE_ROWS)
    return tuple(np.flatnonzero(dataset.codes == code) for code in rare)


def _check_something_left(dataset: Dataset, scheme: str) -> None:
    """Refuse where every draw holds every row."""
    largest = dataset.n
    if scheme == "stratified":
        largest = int(dataset.class_counts.max())
    elif scheme == "cluster":
        largest = int(np.asarray(dataset.group_codes).max()) + 1
    if largest < 2:
        message = f"no {scheme} bootstrap of these {dataset.n:,} rows would leave a row out to be tested"
        raise PlanError(message, hint="test=all")


def _check_chance(dataset: Dataset, scheme: str, needed: tuple[Codes, ...]) -> None:
    """Refuse where fewer than one draw in a hundred would hold every class."""
    groups = dataset.group_codes if scheme == "cluster" else None
    size = dataset.n if groups is None else int(groups.max()) + 1
    held = [rows.size if groups is None else np.unique(groups[rows]).size for rows in needed]
    chance = float(np.prod([1 - (1 - count / size) ** size for count in held]))
    if chance < 0.01:
        message = f"only {chance:.1g} of the bootstrap draws would hold all {len(dataset.classes)} classes"
        raise PlanError(message, hint="bootstrap(200, scheme=stratified)" if groups is None else "leave-group-out")
