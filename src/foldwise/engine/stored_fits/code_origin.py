"""Where code comes from and what it reads: installed packages, globals, modules imported when it runs."""

from __future__ import annotations

import dis
import functools
import importlib.metadata
import importlib.util
import sys
import sysconfig
import types
from pathlib import Path
from typing import Any

import numpy as np

from foldwise.fingerprints import digest

__all__ = [
    "globals_of",
    "imports_of",
    "is_code",
    "is_constant",
    "is_installed",
    "is_installed_file",
    "is_patch",
    "names_used",
    "version_of",
]


@functools.cache
def is_installed(module: str) -> bool:
    """Whether a module belongs to Python itself or to an installed package, whose version stands for its code.

    Examples
    --------
    >>> is_installed("sklearn.svm"), is_installed("json"), is_installed("builtins"), is_installed("__main__")
    (True, True, True, False)
    """
    top = module.partition(".")[0]
    if top == "__main__":
        return False
    if top in sys.builtin_module_names or top in sys.stdlib_module_names or top == "foldwise":
        return True
    file = _file_of(module) or _file_of(top)
    if file is None and top not in sys.modules:
        found = importlib.util.find_spec(top) if top else None
        file = None if found is None else found.origin
    return file is not None and is_installed_file(file)


def _file_of(module: str) -> str | None:
    """File of an imported module, as it was set: a module may make up any name that it is asked for."""
    found = getattr(sys.modules.get(module), "__dict__", {}).get("__file__")
    return found if isinstance(found, str) else None


@functools.cache
def is_installed_file(file: str) -> bool:
    """Whether a file of code belongs to Python itself or to an installed package."""
    place = Path(file).resolve()
    standard = Path(sysconfig.get_path("stdlib")).resolve()
    return bool({"site-packages", "dist-packages"} & set(place.parts)) or standard in place.parents


def version_of(package: str) -> str:
    """Version of a package as its module and as its metadata say."""
    module = sys.modules.get(package)
    if package in sys.stdlib_module_names or package in sys.builtin_module_names:
        return sys.version
    return f"{getattr(module, '__version__', '')}/{_installed(package)}{_stamp() if package == 'foldwise' else ''}"


@functools.cache
def _installed(package: str) -> str:
    """Version of a package as it was installed when it was first asked about, which is when it was imported."""
    try:
        return importlib.metadata.version({"sklearn": "scikit-learn"}.get(package, package))
    except importlib.metadata.PackageNotFoundError:
        return ""


@functools.cache
def _stamp() -> str:
    """Sizes and times of the files of foldwise where it is being worked on, and has the same version for years."""
    home = Path(__file__).parents[2]
    if is_installed_file(str(home / "__init__.py")):
        return ""
    files = [(path.relative_to(home).as_posix(), path.stat()) for path in sorted(home.rglob("*.py"))]
    return digest([f"{name} {state.st_size} {state.st_mtime_ns}" for name, state in files])


def is_patch(value: object) -> bool:
    """Whether an entry of an installed class was put there by the user."""
    return isinstance(value, types.FunctionType) and not is_installed(value.__module__ or "")


def is_code(value: object) -> bool:
    """Whether a value is code, which is hashed by what it does."""
    kinds = (type, types.FunctionType, types.MethodType, types.ModuleType, types.BuiltinFunctionType, np.ufunc)
    return isinstance(value, kinds)


def is_constant(value: object) -> bool:
    """Whether a value can never change: a number, a text, or a tuple of those."""
    if type(value) is tuple:
        return all(map(is_constant, value))
    return value is None or type(value) in (bool, int, float, complex, str, bytes)


def globals_of(code: types.CodeType) -> set[str]:
    """Global names that code and the functions inside it read."""
    found = {step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return found.union(*(globals_of(const) for const in code.co_consts if isinstance(const, types.CodeType)))


def names_used(code: types.CodeType) -> set[str]:
    """Names that code and the functions inside it use."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= names_used(constant)
    return found


def imports_of(code: types.CodeType, scope: dict[str, Any]) -> set[str]:
    """Modules that code and the functions inside it import when they run."""
    found: set[str] = set()
    before: list[Any] = [0, 0]
    for step in dis.get_instructions(code):
        if step.opname == "IMPORT_NAME":
            level = before[-2] if isinstance(before[-2], int) else 0
            name = "." * level + str(step.argval)
            found.add(importlib.util.resolve_name(name, scope.get("__package__") or ""))
        before = [before[-1], step.argval]
        if isinstance(step.argval, types.CodeType):
            found |= imports_of(step.argval, scope)
    return found
