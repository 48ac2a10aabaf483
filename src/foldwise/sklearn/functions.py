"""scikit-learn's functions of model selection, their own code, with fits that are batched where that gives the same."""

from __future__ import annotations

from functools import cache, wraps
from inspect import signature, unwrap
from types import FunctionType
from typing import TYPE_CHECKING

import sklearn.model_selection as selection
from sklearn import config_context
from sklearn.metrics import check_scoring
from sklearn.model_selection import _validation
from sklearn.utils._param_validation import validate_params

from foldwise.sklearn.calls import Call
from foldwise.sklearn.permutations import Permutations
from foldwise.sklearn.record import note_call
from foldwise.sklearn.results import CrossValidation
from foldwise.sklearn.splits import folds_are_parts, repeats_draws
from foldwise.sklearn.tasks import CallSession

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.typing import Given, Untyped

__all__ = [
    "cross_val_predict",
    "cross_val_score",
    "cross_validate",
    "learning_curve",
    "permutation_test_score",
    "rebound",
    "validation_curve",
]


def rebound(function: Untyped, names: Mapping[str, object]) -> Untyped:
    """Copy a function, without its decorators, in whose module some names stand for something else.

    Examples
    --------
    >>> from textwrap import dedent
    >>> rebound(dedent, {"_whitespace_only_re": None}).__code__ is dedent.__code__
    True
    """
    inner = unwrap(function)
    copied = FunctionType(
        inner.__code__, {**inner.__globals__, **names}, inner.__name__, inner.__defaults__, inner.__closure__
    )
    copied.__signature__ = _signature(inner)  # type: ignore[attr-defined]
    copied.__kwdefaults__, copied.__qualname__, copied.__module__ = (
        inner.__kwdefaults__,
        inner.__qualname__,
        inner.__module__,
    )
    return copied


_signature = cache(signature)


def _checked(function: Untyped, names: Mapping[str, object], given: Mapping[str, Given]) -> Untyped:
    """Copy a public function of scikit-learn together with the check of the parameters given; its defaults are allowed."""
    checked = given.keys() - {"cv"} if folds_are_parts(given.get("cv")) else given
    constraints = {key: constraint for key, constraint in function._skl_parameter_constraints.items() if key in checked}
    return validate_params(constraints, prefer_skip_nested_validation=False)(rebound(function, names))


def _batching(name: str) -> Untyped:
    """Make the function of that name."""
    own = getattr(selection, name)

    @wraps(own)
    def function(*args: Given, **kwargs: Given) -> Given:
        given = _given(own, args, kwargs)
        reason = _left_whole(given)
        if reason:
            note_call(name, given.get("estimator"), reason)
            return own(*args, **kwargs)
        call = Call(name, given.get("groups"))
        found = _checked(own, _names(call, listed=bool(kwargs.get("return_indices"))), given)(*args, **kwargs)
        return CrossValidation(found, call.kept) if name == "cross_validate" and call.kept is not None else found

    function.__module__ = "foldwise.sklearn"
    return function


def _left_whole(given: Mapping[str, Given]) -> str:
    """Say why a call is left to scikit-learn as it is, before anything is split or fitted; empty where it is not."""
    if given.get("groups") is not None and repeats_draws(given.get("cv")):
        return "groups are given to a splitter that warns of them in every repeat"
    return "verbose output is asked for" if given.get("verbose") else ""  # `Parallel` tells how far it is


def _given(own: Untyped, args: tuple[Given, ...], kwargs: Mapping[str, Given]) -> Mapping[str, Given]:
    """The arguments of a call, by name."""
    try:
        return _signature(own).bind_partial(*args, **kwargs).arguments
    except TypeError:  # which scikit-learn says in its own words
        return {}


def _check_scoring(*args: Given, **kwargs: Given) -> Untyped:
    """Stand in for `check_scoring`, whose arguments were checked where they were given."""
    with config_context(skip_parameter_validation=True):
        return unwrap(check_scoring)(*args, **kwargs)


def _names(call: Call, *, listed: bool) -> dict[str, object]:
    """What the code of scikit-learn finds under the names it uses; where rows are `listed`, its own splitters."""
    session = CallSession(call.batch)
    names: dict[str, object] = {
        "Parallel": session.parallel,
        "delayed": session.delayed,
        "clone": session.clone,
        "check_cv": session.check_cv,
        "check_scoring": _check_scoring,
    }
    if call.name == "cross_val_score":
        names["cross_validate"] = rebound(selection.cross_validate, names)  # its arguments were checked
    if listed or call.name not in ("cross_validate", "cross_val_score"):
        names.pop("check_cv")
    if call.name == "permutation_test_score":
        if "split_params" not in signature(_validation._permutation_test_score).parameters:
            return {}  # releases before 1.6
        shuffled = Permutations(call, _validation._permutation_test_score)
        names |= {"_permutation_test_score": shuffled.score, "Parallel": shuffled.parallel, "delayed": shuffled.delayed}
        names.pop("clone")
    return names


cross_validate: Callable[..., Untyped] = _batching("cross_validate")
cross_val_score: Callable[..., Untyped] = _batching("cross_val_score")
cross_val_predict: Callable[..., Untyped] = _batching("cross_val_predict")
learning_curve: Callable[..., Untyped] = _batching("learning_curve")
validation_curve: Callable[..., Untyped] = _batching("validation_curve")
permutation_test_score: Callable[..., Untyped] = _batching("permutation_test_score")
