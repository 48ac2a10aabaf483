"""Model → family: the seam where a batched family takes over from the generic path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.cached import filled_at_once
from foldwise.engine.catalogue import FAMILIES, Family
from foldwise.engine.pipelines.column_choice import on_columns
from foldwise.engine.pipelines.pipeline import is_sklearn, steps_of
from foldwise.errors import InputError
from foldwise.installed import SKLEARN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.data import Dataset
    from foldwise.engine.pipelines.pipeline import Steps
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["FAMILIES_OF", "Route", "as_scikit_learn", "choose", "fitted_together", "parameter_names"]

ENGINES = ("auto", "generic")
OWN_MODULES = ("foldwise.learners.", "foldwise.ensembles.")
"""Where estimators of our own are that have a family."""
VALUE_TYPES = frozenset([type(None), bool, int, float, str, np.bool_, np.int64, np.float64, np.str_])
"""Types of settings that are compared by value."""
HISTOGRAM_REASON = (
    "HistGradientBoosting bins every column by its training rows, so resamples have no sorted columns to share"
)
WITHIN_FITS_REASON = "trees are grown by the compiled kernel within each fit, one resample after the other"
BUMPING_REASON = f"each resample keeps the best of its own bootstrap models; {WITHIN_FITS_REASON}"
FOLDS_REASON = f"each training set is cut into folds of its own; {WITHIN_FITS_REASON}"
SUBSPACE_REASON = "each member sees columns of its own, so members have no sorted columns to share"
UNBATCHED_REASONS = {
    "HistGradientBoostingClassifier": HISTOGRAM_REASON,
    "HistGradientBoostingRegressor": HISTOGRAM_REASON,
    "BumpedClassifier": BUMPING_REASON,
    "BumpedRegressor": BUMPING_REASON,
    "CommitteeClassifier": FOLDS_REASON,
    "CommitteeRegressor": FOLDS_REASON,
    "SubspaceClassifier": SUBSPACE_REASON,
    "SubspaceRegressor": SUBSPACE_REASON,
    "OutputCodes": "each bit of the code has two classes of its own, so members have no sorted columns to share",
}
"""Why some estimators are fitted one by one."""
CHANGED_RELEASES = {
    "LinearDiscriminantAnalysis": (1, 9),
    "QuadraticDiscriminantAnalysis": (1, 9),
    "NearestCentroid": (1, 9),
    "GradientBoostingClassifier": (1, 9),
    "GradientBoostingRegressor": (1, 9),
}
"""Release since which scikit-learn fits an estimator as its family does; before, it has other predictions or checks."""
FAMILIES_OF = {
    name: tuple(family for family in FAMILIES if name in family.models) for one in FAMILIES for name in one.models
}
"""Families that take an estimator, by its class name."""
MOST_KEPT = 1000
"""Settings of preprocessing steps of which it is remembered whether scikit-learn accepts them."""
_NAMES: dict[type, tuple[str, ...]] = {}
_KNOWN: dict[tuple[type, tuple[tuple[object, ...], ...]], bool] = {}


@final
@filled_at_once
@dataclass(frozen=True)
class Route:
    """Where a model goes, and why; and the estimator that its family takes."""

    family: Family | None
    reason: str
    model: Any = None

    @property
    def name(self) -> str:
        """Name of the family, or ``generic``."""
        return "generic" if self.family is None else self.family.name

    @property
    def cheap(self) -> bool:
        """Whether hundreds of fits more cost next to nothing."""
        return self.family is not None and self.family.cheap


def choose(model: Estimator, dataset: Dataset, resamples: Resamples, engine: str = "auto") -> Route:
    """Pick the family that gives the same predictions as the generic path, if there is one."""
    if engine not in ENGINES:
        message = f"the engine is 'auto' or 'generic', not '{engine}'"
        raise InputError(message)
    if engine == "generic":
        return Route(None, "asked for")
    model = as_scikit_learn(model)
    steps = steps_of(model)
    if not steps.before:  # a pipeline of one step predicts as that step does
        model = steps.final
    title = type(steps.final).__name__
    # Exact types only: a subclass may override anything.
    from_sklearn = is_sklearn(steps.final)
    known = from_sklearn or type(steps.final).__module__.startswith(OWN_MODULES)
    families = FAMILIES_OF.get(title, ()) if known else ()
    if not families:
        return Route(None, UNBATCHED_REASONS.get(title, f"no batched kernel for {title}"))
    if CHANGED_RELEASES.get(title, SKLEARN) > SKLEARN:
        return Route(None, f"{title} of this release of scikit-learn has other fits than the batched kernel")
    if (from_sklearn and not _is_valid(steps.final)) or not all(map(_is_valid, filter(is_sklearn, steps.before))):
        return Route(None, "scikit-learn refuses a parameter of the model")
    # Several families may take a model, one of them in pipelines; the first that takes the steps says what is wrong.
    reasons, described = [], _title(steps) if steps.before else title
    model_on_columns, columns = model, dataset
    if steps.before:
        (model_on_columns,), columns = on_columns([model], dataset)
        steps = steps_of(model_on_columns)
    for family in families:
        unfit = _refuse_steps(steps, family) if steps.before else None
        refusal = unfit or family.refusal(model_on_columns, columns, resamples)
        if refusal is None:
            grade = "" if family.exactness == "exact" else f", {family.exactness}"
            return Route(family, f"{described} has a batched kernel{grade}", model)
        reasons.append((unfit is not None, refusal))
    return Route(None, min(reasons, key=lambda reason: reason[0])[1])


def as_scikit_learn(model: Estimator) -> Estimator:
    """The scikit-learn estimator that predicts as this ensemble of ours does; the model itself, if there is none.

    Examples
    --------
    >>> from foldwise.ensembles import ForestClassifier
    >>> as_scikit_learn(ForestClassifier(random_state=0))
    RandomForestClassifier(random_state=0)
    """
    if not type(model).__module__.startswith("foldwise.ensembles.") or not hasattr(model, "as_scikit_learn"):
        return model
    try:
        equivalent = model.as_scikit_learn()
    except (TypeError, ValueError):  # a parameter that is not allowed: the model itself says what is wrong
        return model
    return model if equivalent is None else equivalent


def _is_valid(step: Estimator) -> bool:
    """Whether scikit-learn accepts the parameters of a step of its own, as `fit` asks first; the generic path says what is wrong."""
    # What was found is kept by the settings; 1, 1.0 and True are equal, but not all of them may be allowed.
    names, values = tuple(vars(step)), tuple(vars(step).values())
    kinds = tuple(map(type, values))
    if not VALUE_TYPES.issuperset(kinds):
        return _passes(step)
    settings = names, kinds, values
    known = _KNOWN.get((type(step), settings))
    if known is None:
        if len(_KNOWN) >= MOST_KEPT:
            _KNOWN.clear()
        known = _KNOWN[type(step), settings] = _passes(step)
    return known


def _passes(step: Estimator) -> bool:
    try:
        step._validate_params()
    except (TypeError, ValueError):
        return False
    return True


def _title(steps: Steps) -> str:
    return " + ".join([type(step).__name__ for step in (*steps.before, steps.final)])


def _refuse_steps(steps: Steps, family: Family) -> str | None:
    for step in steps.before:
        if not (is_sklearn(step) and type(step).__name__ in family.steps):
            return f"no batched kernel for {type(step).__name__} before {type(steps.final).__name__}"
    return None


def fitted_together(batched: Mapping[str, tuple[Any, Family]]) -> list[list[str]]:
    """Group the names of models that are fitted together: they differ only in the path of their family. Any other is on its own.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> from foldwise.engine.catalogue import FAMILIES
    >>> family = next(one for one in FAMILIES if one.name == "least-squares")
    >>> models = {"a": Ridge(alpha=1.0), "b": Ridge(alpha=2.0), "c": Ridge(fit_intercept=False)}
    >>> fitted_together({name: (model, family) for name, model in models.items()})
    [['a', 'b'], ['c']]
    """
    if len({family for _, family in batched.values()}) == len(batched):
        return [[name] for name in batched]
    groups: dict[object, list[str]] = {}
    for name, (model, family) in batched.items():
        groups.setdefault(_shared_parameters(model, family) or name, []).append(name)
    return list(groups.values())


def parameter_names(kind: Estimator) -> tuple[str, ...]:
    """Names of the parameters of an estimator; scikit-learn reads its signature each time it is asked.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> parameter_names(DummyClassifier)
    ('constant', 'random_state', 'strategy')
    """
    if kind not in _NAMES:
        _NAMES[kind] = tuple(kind._get_param_names())
    return _NAMES[kind]


def _shared_parameters(model: Estimator, family: Family) -> tuple[object, ...] | None:
    """Parameters that models of one path share; None where the model has no path, or parameters that are no plain values."""
    steps = steps_of(model)
    differing = family.differing(steps.final)
    if not differing:
        return None
    parts: list[object] = [family.name, differing]
    for step in (*steps.before, steps.final):
        names = parameter_names(step.__class__)
        if step is steps.final:
            names = tuple([name for name in names if name not in differing])
        values = tuple([getattr(step, name) for name in names])
        kinds = tuple(map(type, values))  # 1, 1.0 and True are equal, and not the same setting
        if not VALUE_TYPES.issuperset(kinds):
            return None
        parts += [type(step), kinds, values]
    return tuple(parts)
