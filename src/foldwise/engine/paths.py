"""Which models differ in one parameter only, so that a kernel can answer for all of them together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.engine.choose import steps_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.engine.catalogue import Kernel

__all__ = ["families"]

PLAIN = (bool, int, float, str, type(None))
"""Types whose values can be told apart by comparing them."""


def families(batched: Mapping[str, tuple[Any, Kernel]]) -> list[list[str]]:
    """Group the names of models that differ in their kernel's `path` parameter only; any other model is on its own.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> from foldwise.engine.catalogue import KERNELS
    >>> kernel = next(one for one in KERNELS if one.name == "least-squares")
    >>> models = {"a": Ridge(alpha=1.0), "b": Ridge(alpha=2.0), "c": Ridge(fit_intercept=False)}
    >>> families({name: (model, kernel) for name, model in models.items()})
    [['a', 'b'], ['c']]
    """
    found: dict[object, list[str]] = {}
    for name, (model, kernel) in batched.items():
        found.setdefault(_likeness(model, kernel) or name, []).append(name)
    return list(found.values())


def _likeness(model: Any, kernel: Kernel) -> tuple[object, ...] | None:  # noqa: ANN401 - an estimator
    """What models of one family have in common; None where the model has no path, or settings that are no plain values."""
    steps = steps_of(model)
    if not isinstance(getattr(steps.final, kernel.path, None) if kernel.path else None, int | float):
        return None
    parts: list[object] = [kernel.name]
    for step in (*steps.preparations, steps.final):
        settings = dict(step.get_params(deep=False))
        if step is steps.final:
            settings.pop(kernel.path)
        if not all(isinstance(value, PLAIN) for value in settings.values()):
            return None
        # 1, 1.0 and True are equal, and not the same setting.
        parts.append((type(step), tuple((key, type(value), value) for key, value in sorted(settings.items()))))
    return tuple(parts)
