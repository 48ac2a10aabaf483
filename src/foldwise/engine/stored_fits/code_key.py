"""What decides the behaviour of a model, hashed: its parameters, and the code of all that no installed package brought.

A class, function or constant of the user is hashed by what it does: bytecode, defaults, the globals it reads, its bases.
What comes from an installed package is its name and the package's version. What cannot be known this way (a lambda, a closure
over data, code that reads files, the clock or the environment, an object without a stable state) raises `Unkeyable`.
"""

from __future__ import annotations

import builtins
import functools
import importlib.util
import struct
import sys
import types
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.cached import cached_property
from foldwise.engine.stored_fits.code_origin import (
    globals_of,
    imports_of,
    is_code,
    is_constant,
    is_installed,
    is_installed_file,
    is_patch,
    names_used,
    version_of,
)
from foldwise.engine.stored_fits.code_reads import is_seeded, is_shared_generator, reads_unseen, stray_of

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["Unkeyable", "key_of_model", "signature_of"]

MOST_OBJECTS = 100_000
"""Objects that are looked at; a model that holds more is fitted again, which is quicker than to look at it."""
INHERENT = frozenset({
    "__dict__", "__weakref__", "__module__", "__qualname__", "__annotations__", "__abstractmethods__", "_abc_impl",
    "__dataclass_params__", "__dataclass_fields__", "__slots__", "__slotnames__", "__firstlineno__",
    "__static_attributes__", "__parameters__", "__orig_bases__", "__annotate__", "__annotate_func__",
})  # fmt: skip
"""Entries of a class that Python made or that change nothing."""
NAMED_TUPLE = (
    "__new__", "__repr__", "__getnewargs__", "__replace__", "_make", "_replace", "_asdict", "_fields", "_field_defaults"
)  # fmt: skip
"""Entries of a named tuple that Python wrote for its fields."""
DATACLASS_CODE = "__create_fn__."
"""Begins the name of code that `dataclass` writes, which follows from its fields."""
METHODS = (types.BuiltinFunctionType, types.WrapperDescriptorType, types.MethodDescriptorType, types.MethodWrapperType)
NAMED = (*METHODS, types.GetSetDescriptorType, types.MemberDescriptorType, np.ufunc)
COMPILED = ("cython_function_or_method", "_ArrayFunctionDispatcher")
FAILING = (OSError, ValueError, TypeError, AttributeError, RuntimeError, NameError, SyntaxError, KeyError)
"""What a module may raise that is imported."""


class Unkeyable(Exception):
    """Why a model has no key."""


def key_of_model(model: object) -> str:
    """Hash what decides the behaviour of a model; the same in every process."""
    walk = CodeWalk()
    try:
        walk.add(model)
    except RecursionError:
        message = "it is nested too deeply"
        raise Unkeyable(message) from None
    for package in sorted(walk.packages | {"numpy", "scipy", "sklearn", "foldwise"}):
        walk.put("version", package, version_of(package))
    walk.put("python", sys.version, sys.implementation.name)
    return walk.state.hexdigest()


def signature_of(model: object) -> str:
    """Hash what can be known of a model's behaviour, by which two processes see whether it is the same in both."""
    walk = CodeWalk(strict=False)
    try:
        walk.add(model)
    except (RecursionError, Unkeyable):
        return ""
    return walk.state.hexdigest()


@final
class CodeWalk:
    """Goes through everything that can be reached from a model and hashes it on the way.

    What cannot be known raises `Unkeyable`, or is passed over where the walk is not `strict`.
    """

    def __init__(self, *, strict: bool = True) -> None:
        self.strict = strict
        self.state = blake2b(digest_size=20)
        self.seen: dict[int, int] = {}
        self.kept: list[object] = []
        self.packages: set[str] = set()
        self.count = 0

    def _refuse(self, message: str, error: Exception | None = None) -> None:
        """Record that something cannot be known."""
        if self.strict:
            raise Unkeyable(message) from error
        self.put("unknown")

    def put(self, *texts: object) -> None:
        """Hash some texts with their lengths, so that no two sequences of them look alike."""
        for text in texts:
            data = text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogatepass")
            self.state.update(len(data).to_bytes(8, "little") + data)

    def add(self, value: Given) -> None:
        """Hash one value."""
        self.count += 1
        if self.count > MOST_OBJECTS:
            message = f"it holds more than {MOST_OBJECTS:,} objects"
            raise Unkeyable(message)
        if value is None or value is Ellipsis or value is NotImplemented or isinstance(value, bool):
            self.put("constant", value)
        elif type(value) in (int, str, bytes):
            self.put(type(value).__name__, value)
        elif type(value) is float:
            self.put("float", struct.pack("<d", value))
        elif type(value) is complex:
            self.put("complex", struct.pack("<dd", value.real, value.imag))
        elif type(value) is tuple:
            self.put("tuple", len(value))
            self._add_all(value)
        elif isinstance(value, types.CodeType):
            self._add_code(value)
        elif isinstance(value, set | frozenset) and type(value) in (set, frozenset):
            self.put(type(value).__name__, len(value), *sorted(self._apart(one) for one in value))
        elif not self._is_known(value):
            self._add_object(value)

    def _add_all(self, values: Given) -> None:
        """Hash values one after the other."""
        for value in values:
            self.add(value)

    def _apart(self, value: object) -> str:
        """Hash of one value by itself."""
        walk = CodeWalk(strict=self.strict)
        walk.packages, walk.count = self.packages, self.count
        walk.add(value)
        return walk.state.hexdigest()

    def _is_known(self, value: object) -> bool:
        """Whether an object was met before: it is hashed once, and by its number from then on."""
        known = self.seen.get(id(value))
        if known is not None:
            self.put("again", known)
            return True
        self.seen[id(value)] = len(self.seen)
        self.kept.append(value)
        return False

    def _add_object(self, value: Given) -> None:  # noqa: C901, PLR0912 - one branch for each kind of object
        if type(value) is list:
            self.put("list", len(value))
            self._add_all(value)
        elif type(value) is dict:
            self.put("dict", len(value))
            self._add_all(part for item in value.items() for part in item)
        elif type(value) is np.ndarray or isinstance(value, np.generic):
            self._add_array(np.asarray(value), type(value))
        elif type(value) is np.ma.MaskedArray and not self.strict:  # its state has a fill value once it was pickled
            self._add_all((value.data, np.ma.getmaskarray(value)))
        elif isinstance(value, np.dtype):
            self.put("dtype", repr(value))
        elif isinstance(value, type):
            self._add_class(value)
        elif isinstance(value, types.FunctionType):
            self._add_function(value)
        elif isinstance(value, types.ModuleType):
            self._add_module(value, frozenset())
        elif isinstance(value, types.MethodType):
            self.put("method")
            self._add_all((value.__func__, value.__self__))
        elif isinstance(value, staticmethod | classmethod):
            self.put(type(value).__name__)
            self.add(value.__func__)
        elif isinstance(value, property):
            self.put("property")
            self._add_all((value.fget, value.fset, value.fdel))
        elif isinstance(value, functools.cached_property):
            self.put("cached")
            self.add(value.func)
        elif isinstance(value, functools._lru_cache_wrapper):
            self.put("cache")
            self.add(value.__wrapped__)
        elif self._has_name(value):
            self._add_named(value)
        else:
            self._add_state(value)

    @staticmethod
    def _has_name(value: object) -> bool:
        return isinstance(value, NAMED) or type(value).__name__ in COMPILED

    def _add_named(self, value: Given) -> None:
        """A compiled function: its name, and the package it is from; one that is bound also to what."""
        module = getattr(value, "__module__", None) or getattr(getattr(value, "__objclass__", None), "__module__", None)
        self.put("compiled", module or "", getattr(value, "__qualname__", value.__name__))
        if module:
            self._note(module)
        self._refuse_reader(value)
        bound = getattr(value, "__self__", None)
        if bound is not None and not isinstance(bound, types.ModuleType) and not is_seeded(bound):
            self.add(bound)

    def _refuse_reader(self, value: Given) -> None:
        """A function of an installed package that reads what is not known beforehand."""
        if reads_unseen(value):
            self._refuse(f"it uses {value.__name__}, and what that reads is not known beforehand")

    def _note(self, module: str) -> None:
        self.packages.add(module.partition(".")[0])

    def _add_array(self, array: Given, kind: type) -> None:
        self.put("array", kind.__qualname__, repr(array.dtype), array.shape)
        if self.strict:  # an array that was sent to another process lies there otherwise
            self.put(array.flags.c_contiguous, array.flags.f_contiguous, array.flags.writeable)
        if array.dtype.hasobject:
            self._add_all(array.reshape(-1).tolist())
        else:
            self.put(np.ascontiguousarray(array).tobytes())

    def _add_class(self, kind: type) -> None:
        # A local class has lost the name of its function in a process that it was sent to.
        self.put("class", kind.__module__, kind.__qualname__ if self.strict else kind.__name__)
        if is_installed(str(kind.__module__)):
            self._note(str(kind.__module__))
            self._add_all(var for var in vars(kind).values() if is_patch(var))
            return
        if self._travels(kind):
            self._add_all(kind.__bases__)
            for function in vars(kind).values():
                if isinstance(function, types.FunctionType):
                    self._add_reads(function.__code__, function.__globals__, function.__qualname__)
            return
        self.add(type(kind))
        self._add_all(kind.__bases__)
        passed = INHERENT
        if kind.__bases__ == (tuple,) and hasattr(kind, "_field_defaults"):
            self._add_all((kind._fields, kind._field_defaults))  # type: ignore[attr-defined]
            passed = INHERENT.union(NAMED_TUPLE, kind._fields)  # type: ignore[attr-defined]
        for name, value in sorted(vars(kind).items()):
            if name not in passed:
                self.put("entry", name)
                self._refuse_generator(value, f"{kind.__qualname__}.{name}")
                self.add(value)
        for field in vars(kind).get("__dataclass_fields__", {}).values():
            self.put("field", field.name, field.init, field.kw_only, getattr(field.type, "__qualname__", field.type))
            self.add(dict(field.metadata))
            for value in (field.default, field.default_factory):
                self.put("none") if type(value).__module__ == "dataclasses" else self.add(value)

    def _travels(self, code: type | types.FunctionType) -> bool:
        """Whether code is sent to another process as it is, and so is the same there: that of a script."""
        return not self.strict and code.__module__ == "__main__"

    def _refuse_generator(self, value: object, name: str) -> None:
        """Fits share the random numbers of a class, and go on where the last one stopped."""
        if is_shared_generator(value):
            self._refuse(f"fits share the random numbers of '{name}'")

    def _add_function(self, function: types.FunctionType) -> None:
        self.put("function", function.__module__, function.__qualname__)
        if is_installed(function.__module__ or "") and "<locals>" not in function.__qualname__:
            self._note(function.__module__)
            self._refuse_reader(function)
            return
        if self._travels(function):
            self._add_reads(function.__code__, function.__globals__, function.__qualname__)
            return
        if function.__name__ == "<lambda>":
            self._refuse(f"it holds a lambda ({function.__qualname__})")
        if is_installed(function.__module__ or ""):
            self._note(function.__module__)
        self.add(function.__code__)
        self._add_all((function.__defaults__, function.__kwdefaults__))
        self._add_all(value for name, value in sorted(vars(function).items()) if name != "__wrapped__")
        if "__wrapped__" in vars(function):
            self.add(function.__wrapped__)  # type: ignore[attr-defined]
        if not function.__code__.co_qualname.startswith(DATACLASS_CODE):
            self._add_closure(function)
            self._add_reads(function.__code__, function.__globals__, function.__qualname__)

    def _add_closure(self, function: types.FunctionType) -> None:
        names = function.__code__.co_freevars
        for name, cell in zip(names, function.__closure__ or (), strict=True):
            try:
                content = cell.cell_contents
            except ValueError:
                self._refuse(f"'{function.__qualname__}' reads '{name}' before it is set")
                continue
            # What a decorator of an installed package keeps beside the function is hashed as it is.
            plain = is_code(content) or is_constant(content) or is_installed_file(function.__code__.co_filename)
            if not plain:
                self._refuse(f"'{function.__qualname__}' is a closure over the data '{name}'")
            self.put("cell", name)
            self.add(content)

    def _add_code(self, code: types.CodeType) -> None:
        about = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags, code.co_stacksize)
        self.put("code", about, code.co_code, code.co_exceptiontable)
        self._add_all((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_consts))

    def _add_reads(self, code: types.CodeType, scope: dict[str, Any], where: str) -> None:
        """Hash the globals that code reads, that of functions inside it included."""
        names = frozenset(names_used(code))
        stray = "" if is_installed_file(code.co_filename) else stray_of(code, scope)
        if stray:
            self._refuse(f"'{where}' uses {stray}, and what that reads is not known beforehand")
        for name in sorted(globals_of(code)):
            if name in scope and not name.startswith("__"):
                self.put("global", name)
                value = scope[name]
                if isinstance(value, types.ModuleType):
                    self._add_module(value, names)
                else:
                    self.add(value)
            elif name in vars(builtins):
                self.put("builtin", name)
        for module in sorted(imports_of(code, scope)):
            self._add_imported(module, names, where)

    def _add_imported(self, name: str, names: frozenset[str], where: str) -> None:
        """A module that code imports when it runs."""
        if is_installed(name):
            self._note(name)
            return self.put("module", name)
        try:
            module = sys.modules.get(name) or importlib.import_module(name)
        except ImportError:
            return self.put("missing", name)  # a module it can do without
        except FAILING as error:
            return self._refuse(f"'{where}' imports {name}, which fails", error)
        return self._add_module(module, names)

    def _add_module(self, module: types.ModuleType, names: frozenset[str]) -> None:
        """A module that code refers to: its version, or of the user's own what the code may read in it."""
        self.put("module", module.__name__)
        if is_installed(module.__name__):
            self._note(module.__name__)
            return
        for name in sorted(names & set(vars(module))):
            if name.startswith("__"):
                continue
            self.put("attribute", name)
            value = vars(module)[name]
            if not isinstance(value, types.ModuleType):
                self.add(value)
            elif not self._is_known(value):
                self._add_module(value, names)
        if "__getattr__" in vars(module):  # it makes the names that the module has not
            self.add(vars(module)["__getattr__"])

    def _add_state(self, value: Given) -> None:
        """Any other object: its class, and the state that a copy of it would be made from."""
        self.put("object")
        self.add(type(value))
        try:
            reduced = value.__reduce_ex__(4)
        except RecursionError:
            raise
        except (TypeError, AttributeError, ValueError, RuntimeError, NotImplementedError, OSError) as error:
            self._refuse(f"it holds a {type(value).__name__}, whose state cannot be read", error)
            return
        if isinstance(reduced, str):
            self.put("named", reduced)
            return
        state = reduced[2] if len(reduced) > 2 else None
        lasting = _lasting(value, state)
        self._add_all((*reduced[:2], lasting))  # who makes the copy, from what, and its state
        for part in reduced[3:5]:
            self.add(None if part is None else list(part))
        # What a class of the user leaves out of its copies may still decide what it does.
        if not is_installed(str(type(value).__module__)):
            own = getattr(value, "__dict__", None)
            self.add(lasting if own is state else _lasting(value, own))
            self.add(value.get_params(deep=False) if hasattr(value, "get_params") else None)


def _lasting(value: object, state: Given) -> Given:
    """The state of an object without what cached properties of ours, as those of plans and measures, have computed; None where there is none."""
    if not isinstance(state, dict):
        return state
    computed = [
        name
        for name in state
        if isinstance(name, str) and isinstance(getattr(type(value), name, None), cached_property)
    ]
    return ({name: part for name, part in state.items() if name not in computed} if computed else state) or None
