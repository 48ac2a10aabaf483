"""Batched kernels, one model family per file."""

from foldwise.engine.kernels.dummy import Dummy
from foldwise.engine.kernels.kernel import Kernel

__all__ = ["KERNELS", "Kernel"]

KERNELS: tuple[Kernel, ...] = (Dummy(),)
