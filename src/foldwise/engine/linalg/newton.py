"""Logistic regressions of many resamples at once: Newton's method with Hessians that are renewed only where it pays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.threads import blocks

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask

__all__ = ["Likelihood", "minimise"]

DECREMENT_TOLERANCE = 1e-19
"""Squared length of the last step, in the metric of the Hessian: probabilities are then sure to about nine digits."""
STEP_TOLERANCE = 1e-5
"""Largest change of a coefficient, as a share of the largest, in a last step."""
MOST_ITERATIONS = 60
"""Steps after which a resample is given up: its classes can probably be separated without penalty."""
HESSIAN_COST = 10.0
"""Steps a new Hessian costs, measured in gradients: an old one is kept while it needs fewer than these to converge."""
LARGEST_OVERSHOOT = 0.5
"""A step that leaves more than this share of the slope on the other side of the minimum is halved."""
IN_CACHE = 120_000
"""Numbers a thread works on at once: few enough to stay in cache."""


@final
@dataclass(frozen=True, eq=False)
class Likelihood:
    """Penalised deviances of B resamples: Σ weights · log-loss + ½ Σ penalties · θ².

    The shared columns have the constant first (n, q), the maps lead from parameters to their coefficients (B, q, k),
    rows have a weight in each resample (n, B), and targets are indicators of the second of two classes (n, 1), or of
    each (n, m).
    """

    table: Floats
    maps: Floats
    weights: Floats
    targets: Floats
    penalties: Floats

    @property
    def outputs(self) -> int:
        """Number of scores per row, m."""
        return int(self.targets.shape[1])

    def of(self, chosen: Codes) -> Likelihood:
        """Take some of the resamples."""
        return Likelihood(self.table, self.maps[chosen], self.weights[:, chosen], self.targets, self.penalties)

    def gradient(self, theta: Floats) -> Floats:
        """Gradients (B, k, m) at parameters (B, k, m)."""
        count, m = len(theta), self.outputs
        flat = np.ascontiguousarray((self.maps @ theta).transpose(1, 0, 2)).reshape(self.table.shape[1], -1)
        total = np.zeros_like(flat)
        for a, b in blocks(len(self.table), max(64, IN_CACHE // max(1, count * m))):
            rows = self.table[a:b]
            surplus = logistic_or_softmax((rows @ flat).reshape(b - a, count, m))
            surplus -= self.targets[a:b, None, :]
            surplus *= self.weights[a:b, :, None]
            total += rows.T @ surplus.reshape(b - a, -1)
        back = np.swapaxes(self.maps, 1, 2) @ total.reshape(-1, count, m).transpose(1, 0, 2)
        return np.asarray(back + self.penalties[:, None] * theta)

    def curvature(self, theta: Floats) -> Floats:
        """Second derivatives in the coefficients of the shared columns (B, m, m, q, q)."""
        coefficients = self.maps @ theta
        return np.stack(
            [
                row_products(self.table, logistic_or_softmax(self.table @ one), weights)
                for one, weights in zip(coefficients, self.weights.T, strict=True)
            ]
        )

    def inverse(self, curvature: Floats) -> tuple[Floats, Mask]:
        """Inverse Hessians in the parameters (B, k·m, k·m), and which resamples have one (B,)."""
        projected = np.swapaxes(self.maps, 1, 2)[:, None, None] @ curvature @ self.maps[:, None, None]
        count, m, _, k, _ = projected.shape
        hessian = projected.transpose(0, 3, 1, 4, 2).reshape(count, k * m, k * m)
        penalties = np.repeat(self.penalties, m)
        hessian[:, np.arange(k * m), np.arange(k * m)] += penalties
        if m > 1:
            # The same number added to all classes changes nothing: fix it at zero.
            unit = np.einsum("bii->b", hessian) / (k * m)
            shared = np.kron(np.diag((self.penalties == 0).astype(np.float64)), np.ones((m, m)))
            hessian = hessian + unit[:, None, None] * shared
        return invert(hessian)


def logistic_or_softmax(scores: Floats) -> Floats:
    """Logistic function of one score per row, or softmax of several, along the last axis; the scores are used up."""
    if scores.shape[-1] == 1:
        np.negative(scores, out=scores)
        with np.errstate(over="ignore"):
            np.exp(scores, out=scores)
        scores += 1.0
        return np.reciprocal(scores, out=scores)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def row_products(rows: Floats, shares: Floats, weights: Floats) -> Floats:
    """Second derivatives Σ w · (δ_cd p_c - p_c p_d) · x xᵀ of a stack of rows (…, n, q) → (…, m, m, q, q)."""
    m, q = shares.shape[-1], rows.shape[-1]
    found = np.empty((*rows.shape[:-2], m, m, q, q))
    for c in range(m):
        for d in range(c + 1):
            factor = shares[..., c] * (1.0 - shares[..., c] if c == d else shares[..., d]) * weights
            half = rows * np.sqrt(factor)[..., None]
            product = np.swapaxes(half, -1, -2) @ half
            found[..., c, d, :, :] = found[..., d, c, :, :] = product if c == d else -product
    return found


def invert(matrices: Floats) -> tuple[Floats, Mask]:
    """Invert what can be inverted."""
    try:
        return np.asarray(np.linalg.inv(matrices), dtype=np.float64), np.ones(len(matrices), dtype=np.bool_)
    except np.linalg.LinAlgError:
        good = np.linalg.cond(matrices) < 1e15
        unit = np.eye(matrices.shape[1])
        return np.linalg.inv(np.where(good[:, None, None], matrices, unit)), good


@np.errstate(all="ignore")  # a search without a minimum may run out of all bounds before it is given up
def minimise(likelihood: Likelihood, start: Floats, curvature: Floats) -> tuple[Floats, Mask]:
    """Parameters at the minimum (B, k, m), and which resamples reached it (B,).

    `curvature` are second derivatives near the start (B, m, m, q, q).
    """
    theta = start.copy()
    reached = np.zeros(len(start), dtype=np.bool_)
    left = np.arange(len(start))
    inverse, whole = likelihood.inverse(curvature)
    search = NewtonSearch.begin(likelihood, start, inverse)
    for _ in range(MOST_ITERATIONS):
        search.advance()
        close = (search.length * search.ratio <= DECREMENT_TOLERANCE) & search.rests()
        ended = close | ~np.isfinite(search.length) | ~whole
        if ended.any():
            theta[left] = search.theta + search.step
            reached[left[close & whole]] = True
            left, whole, search = left[~ended], whole[~ended], search.of(np.flatnonzero(~ended))
        if not left.size:
            break
        whole = whole & search.renew()
    return theta, reached


@final
@dataclass(eq=False)
class NewtonSearch:
    """Where B searches stand: parameters, inverse Hessian, next step, its slope and how much shorter steps become."""

    likelihood: Likelihood
    theta: Floats
    inverse: Floats
    step: Floats
    length: Floats
    ratio: Floats

    @classmethod
    def begin(cls, likelihood: Likelihood, start: Floats, inverse: Floats) -> NewtonSearch:
        """Work out the first step."""
        search = cls(likelihood, start.copy(), inverse, np.zeros_like(start), np.ones(len(start)), np.zeros(len(start)))
        search.step, search.length = search.direction(likelihood.gradient(start), inverse)
        return search

    def of(self, chosen: Codes) -> NewtonSearch:
        """Keep some of the searches."""
        parts = (self.theta, self.inverse, self.step, self.length, self.ratio)
        return NewtonSearch(self.likelihood.of(chosen), *(part[chosen] for part in parts))

    def direction(self, gradient: Floats, inverse: Floats) -> tuple[Floats, Floats]:
        """Newton step (B, k, m) and its squared length (B,)."""
        count = len(gradient)
        step = -(inverse @ gradient.reshape(count, -1, 1)).reshape(gradient.shape)
        return step, -np.einsum("bkm,bkm->b", gradient, step)

    def advance(self) -> None:
        """Take the step, or halve it where it goes too far; along a line the function is convex, so the slope tells."""
        trial = self.theta + self.step
        gradient = self.likelihood.gradient(trial)
        slope = np.einsum("bkm,bkm->b", gradient, self.step)
        good = slope <= LARGEST_OVERSHOOT * self.length
        step, length = self.direction(gradient, self.inverse)
        spread = good[:, None, None]
        self.theta = np.where(spread, trial, self.theta)
        self.step = np.where(spread, step, 0.5 * self.step)
        self.ratio = np.where(good, length / np.maximum(self.length, 1e-300), 1.0)
        self.length = np.where(good, length, 0.5 * self.length)

    def rests(self) -> Mask:
        """Whether the step changes the coefficients by next to nothing (B,).

        Where classes can be separated without penalty the deviance vanishes, but the coefficients grow without end.
        """
        step, now = (np.abs(self.likelihood.maps @ part).max(axis=(1, 2)) for part in (self.step, self.theta))
        return np.asarray(step <= STEP_TOLERANCE * (1.0 + now))

    def renew(self) -> Mask:
        """Renew Hessians that have grown too old; which resamples still have one (B,)."""
        fine = np.ones(len(self.theta), dtype=np.bool_)
        with np.errstate(divide="ignore"):
            needed = np.log(DECREMENT_TOLERANCE / self.length) / np.log(np.clip(self.ratio, 1e-12, 0.999)) - 1.0
        # A step that was halved keeps its direction: it is still downhill.
        old = np.flatnonzero((needed > HESSIAN_COST) & (self.ratio < 1.0))
        if old.size:
            part = self.likelihood.of(old)
            theta = self.theta[old]
            self.inverse[old], fine[old] = part.inverse(part.curvature(theta))
            self.step[old], self.length[old] = self.direction(part.gradient(theta), self.inverse[old])
        return fine
