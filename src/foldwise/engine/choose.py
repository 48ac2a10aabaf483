"""Model → kernel: the seam where a batched family takes over from the generic path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from foldwise.engine.kernels import KERNELS, Kernel
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans import Resamples

__all__ = ["Route", "choose"]

ENGINES = ("auto", "generic")


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


def choose(model: Any, dataset: Dataset, resamples: Resamples, engine: str = "auto") -> Route:  # noqa: ANN401
    """Pick the kernel that gives the same predictions as the generic path, if there is one."""
    if engine not in ENGINES:
        message = f"the engine is 'auto' or 'generic', not '{engine}'"
        raise InputError(message)
    if engine == "generic":
        return Route(None, "asked for")
    # Exact types only: a subclass may override anything.
    own = type(model).__module__.partition(".")[0] == "sklearn"
    for kernel in KERNELS:
        if own and type(model).__name__ in kernel.models:
            refusal = kernel.refusal(model, dataset, resamples)
            if refusal is None:
                return Route(kernel, f"{type(model).__name__} has a batched kernel")
            return Route(None, refusal)
    return Route(None, f"no batched kernel for {type(model).__name__}")
