"""Model → kernel: the seam where a batched family takes over from the generic path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from foldwise.engine.catalogue import KERNELS, Kernel
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans import Resamples

__all__ = ["Route", "Steps", "choose", "steps_of"]

ENGINES = ("auto", "generic")
PLAIN = frozenset([type(None), bool, int, float, str])
"""Types of settings whose value says everything."""
REMEMBERED = 1000
_KNOWN: dict[tuple[type, tuple[tuple[str, type, object], ...]], bool] = {}


@final
@dataclass(frozen=True)
class Route:
    """Where a model goes, and why."""

    kernel: Kernel | None
    reason: str

    @property
    def name(self) -> str:
        """Name of the kernel, or ``generic``."""
        return "generic" if self.kernel is None else self.kernel.name


@final
@dataclass(frozen=True)
class Steps:
    """A model taken apart: what is done to the features in every resample, and the estimator at the end."""

    preparations: tuple[Any, ...]
    final: Any


def steps_of(model: Any) -> Steps:  # noqa: ANN401
    """Take a pipeline apart; steps that pass everything through are left out, any other model is its own last step.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> steps_of(make_pipeline("passthrough", StandardScaler(), GaussianNB()))
    Steps(preparations=(StandardScaler(),), final=GaussianNB())
    """
    if not _is_own(model) or type(model).__name__ != "Pipeline":
        return Steps((), model)
    *before, (_, final) = model.steps
    return Steps(tuple(step for _, step in before if step not in (None, "passthrough")), final)


def choose(model: Any, dataset: Dataset, resamples: Resamples, engine: str = "auto") -> Route:  # noqa: ANN401
    """Pick the kernel that gives the same predictions as the generic path, if there is one."""
    if engine not in ENGINES:
        message = f"the engine is 'auto' or 'generic', not '{engine}'"
        raise InputError(message)
    if engine == "generic":
        return Route(None, "asked for")
    steps = steps_of(model)
    title = type(steps.final).__name__
    # Exact types only: a subclass may override anything.
    known = _is_own(steps.final) or type(steps.final).__module__.startswith("foldwise.learners.")
    found = [kernel for kernel in KERNELS if known and title in kernel.models]
    if not found:
        return Route(None, f"no batched kernel for {title}")
    if not all(_is_valid(step) for step in (*steps.preparations, steps.final)):
        return Route(None, "scikit-learn refuses a parameter of the model")
    # A family may have a kernel of its own for pipelines; the first that takes the steps says what is wrong.
    reasons = []
    for kernel in found:
        unfit = _refuse_steps(steps, kernel)
        refusal = unfit or kernel.refusal(model, dataset, resamples)
        if refusal is None:
            return Route(kernel, f"{_title(steps)} has a batched kernel")
        reasons.append((unfit is not None, refusal))
    return Route(None, min(reasons, key=lambda reason: reason[0])[1])


def _is_own(model: Any) -> bool:  # noqa: ANN401
    """Whether the class is scikit-learn's own."""
    return type(model).__module__.partition(".")[0] == "sklearn"


def _is_valid(step: Any) -> bool:  # noqa: ANN401
    """Whether scikit-learn accepts the parameters, as `fit` asks first; the generic path says what is wrong."""
    if not _is_own(step):
        return True
    # The answer is remembered by the settings; 1, 1.0 and True are equal, but not all of them may be allowed.
    settings = tuple((name, type(value), value) for name, value in vars(step).items())
    if not all(kind in PLAIN for _, kind, _ in settings):
        return _passes(step)
    known = _KNOWN.get((type(step), settings))
    if known is None:
        if len(_KNOWN) >= REMEMBERED:
            _KNOWN.clear()
        known = _KNOWN[type(step), settings] = _passes(step)
    return known


def _passes(step: Any) -> bool:  # noqa: ANN401
    try:
        step._validate_params()
    except (TypeError, ValueError):
        return False
    return True


def _title(steps: Steps) -> str:
    return " + ".join(type(step).__name__ for step in (*steps.preparations, steps.final))


def _refuse_steps(steps: Steps, kernel: Kernel) -> str | None:
    for step in steps.preparations:
        if not (_is_own(step) and type(step).__name__ in kernel.preparations):
            return f"no batched kernel for {type(step).__name__} before {type(steps.final).__name__}"
    return None
