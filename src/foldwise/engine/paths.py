"""Which models differ in one parameter only, so that all of them are fitted together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.engine.pipelines.pipeline import steps_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.engine.catalogue import Family

__all__ = ["by_path"]

PLAIN = (bool, int, float, str, type(None))
"""Types whose values can be told apart by comparing them."""


def by_path(batched: Mapping[str, tuple[Any, Family]]) -> list[list[str]]:
    """Group the names of models that differ in their family's `path` parameter only; any other model is on its own.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> from foldwise.engine.catalogue import FAMILIES
    >>> family = next(one for one in FAMILIES if one.name == "least-squares")
    >>> models = {"a": Ridge(alpha=1.0), "b": Ridge(alpha=2.0), "c": Ridge(fit_intercept=False)}
    >>> by_path({name: (model, family) for name, model in models.items()})
    [['a', 'b'], ['c']]
    """
    found: dict[object, list[str]] = {}
    for name, (model, family) in batched.items():
        found.setdefault(_likeness(model, family) or name, []).append(name)
    return list(found.values())


def _likeness(model: Any, family: Family) -> tuple[object, ...] | None:  # noqa: ANN401 - an estimator
    """What models of one path have in common; None where the model has no path, or settings that are no plain values."""
    steps = steps_of(model)
    value = getattr(steps.final, family.path, None) if family.path else None
    if not isinstance(value, int | float) or value <= 0:
        return None
    parts: list[object] = [family.name]
    for step in (*steps.before, steps.final):
        settings = dict(step.get_params(deep=False))
        if step is steps.final:
            settings.pop(family.path)
        if not all(isinstance(value, PLAIN) for value in settings.values()):
            return None
        # 1, 1.0 and True are equal, and not the same setting.
        parts.append((type(step), tuple((key, type(value), value) for key, value in sorted(settings.items()))))
    return tuple(parts)
