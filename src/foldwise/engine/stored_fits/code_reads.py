"""What code reads that is neither in it nor in the constants it names: files, the clock, the environment, modules by a text.

Code is followed by its bytecode: ``np.random.default_rng`` is looked up as it would be when the code runs. What a function
of an installed package does is known by its name alone.
"""

from __future__ import annotations

import dis
import random
import re
import sys
import types
from dataclasses import dataclass
from importlib.util import resolve_name
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine.stored_fits.code_origin import is_installed, is_patch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.typing import Given

__all__ = ["is_seeded", "is_shared_generator", "reads_unseen", "stray_of"]

UNSEEN = frozenset({"eval", "exec", "globals", "__import__", "open", "input", "compile", "id", "hash"})
"""Built-in functions by which code reads what a key cannot see, or what is another number in every process."""
AMBIENT = frozenset({
    "environ", "environb", "getenv", "import_module", "urlopen", "__subclasses__", "__globals__", "f_globals",
    "read_text", "read_bytes", "iterdir", "rglob", "now", "utcnow", "today", "urandom",
    "__annotations__", "get_annotations", "get_type_hints", "cpu_count", "FileIO",
})  # fmt: skip
"""Names by which code reads files, the environment, the clock, modules by a text, or a network, whatever has them."""
READING = frozenset({
    "subprocess", "socket", "ssl", "sqlite3", "urllib", "http", "ftplib", "shutil", "tempfile", "glob", "fileinput", "linecache",
    "mmap", "dbm", "shelve", "zipfile", "tarfile", "gzip", "bz2", "lzma", "importlib", "pkgutil", "runpy", "gc",
    "secrets", "uuid", "platform", "ctypes", "requests", "httpx", "aiohttp", "h5py", "netCDF4", "zarr", "fsspec", "boto3",
    "sqlalchemy", "duckdb", "psycopg", "psycopg2", "pymysql", "pymongo", "redis", "s3fs", "multiprocessing", "getpass", "locale", "_locale",
    "configparser", "xml",
})  # fmt: skip
"""Modules that read files, other processes, networks, other code or the machine."""
PURE = {
    "time": frozenset({"sleep", "struct_time"}),
    "inspect": frozenset(
        {"signature", "Signature", "Parameter", "isclass", "isfunction", "ismethod", "isgeneratorfunction"}
    ),
    "posix": frozenset({"fspath"}),
    "nt": frozenset({"fspath"}),
    "os": frozenset({"fspath", "PathLike", "fsencode", "fsdecode"}),
    "posixpath": frozenset({"join", "basename", "dirname", "split", "splitext", "normpath", "isabs"}),
    "ntpath": frozenset({"join", "basename", "dirname", "split", "splitext", "normpath", "isabs"}),
    "genericpath": frozenset({"commonprefix"}),
}
"""Functions that read nothing, of modules whose others do."""
GIVEN = frozenset(
    {"argv", "orig_argv", "stdin", "path", "flags", "warnoptions", "getrecursionlimit", "getswitchinterval"}
)
"""What of `sys` is another in every process."""
NOW, MOMENTS = frozenset({"now", "today"}), frozenset({"datetime64", "to_datetime", "Timestamp"})
"""Texts that stand for the time at which they are read, and what reads them."""
READER = re.compile(
    r"(im|mm)?(read|load|fetch|open)(_.*|txt|mat|arff|sav)?|scan_.*|genfromtxt|from(file|regex)|memmap|connect|DataSource"
)
"""Names of functions that read files."""
GENERATORS = frozenset(
    {"default_rng", "RandomState", "Random", "SystemRandom", "PCG64", "MT19937", "SeedSequence", "seed"}
)
"""What makes other random numbers in every process unless it is given a seed."""
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
SKIPPED = frozenset({"CACHE", "PRECALL", "PUSH_NULL", "EXTENDED_ARG", "NOP", "RESUME", "NOT_TAKEN"})
BY_TEXT = frozenset({"getattr", "vars", "dir", "attrgetter", "__dict__", "__getattribute__", "__getattr__"})
"""Names by which a part of a module is reached by a text."""


@final
@dataclass(frozen=True)
class NotImported:
    """Something of an installed module that has not been imported yet."""

    name: str


def stray_of(code: types.CodeType, scope: dict[str, Any]) -> str:
    """What code uses whose results are not known beforehand; nothing where there is no such thing.

    Examples
    --------
    >>> def from_file(path):
    ...     return np.loadtxt(path)
    >>> def drawn(seed):
    ...     return np.random.default_rng(seed).normal()
    >>> [stray_of(one.__code__, {"np": np}) for one in (from_file, drawn)]
    ['np.loadtxt', '']
    """
    return next(Reads(scope, {}).of(code), "")


def reads_unseen(value: object) -> bool:
    """Whether a function or class of an installed package reads files, the clock, the environment or a network."""
    if value is sys.modules:
        return True
    if isinstance(value, NotImported):
        package, _, last = value.name.rpartition(".")
        return package.partition(".")[0] in READING or bool(READER.fullmatch(last))
    name, module = getattr(value, "__name__", ""), getattr(value, "__module__", None)
    if not isinstance(name, str) or not isinstance(module, str) or not is_installed(module):
        return False
    top = module.partition(".")[0]
    pure = PURE.get(module)
    return top in READING or (name not in pure if pure is not None else bool(READER.fullmatch(name)))


def is_shared_generator(value: object) -> bool:
    """Whether a value makes random numbers, and goes on where the last user of it stopped."""
    return isinstance(value, random.Random | np.random.Generator | np.random.RandomState)


@final
class Reads:
    """Follows names through code to the objects that they stand for."""

    def __init__(self, scope: dict[str, Any], local: dict[str, Any]) -> None:
        self.scope, self.local = scope, local
        self.imported: tuple[Any, Any, bool] | None = None
        self.path, self.value, self.shared = "", None, False

    def of(self, code: types.CodeType) -> Iterator[str]:
        """What is reached that should not be."""
        names = frozenset(code.co_names)
        unseen = UNSEEN if code.co_name != "__hash__" else UNSEEN - {"hash", "id"}
        yield from sorted((names & unseen - set(self.scope)) | (names & AMBIENT))
        if names & MOMENTS and any(isinstance(const, str) and const in NOW for const in code.co_consts):
            yield from sorted(names & MOMENTS)
        steps = [step for step in dis.get_instructions(code) if step.opname not in SKIPPED]
        for at, step in enumerate(steps):
            following = steps[at + 1] if at + 1 < len(steps) else None
            self._follow(step, steps[max(at - 2, 0) : at])
            if self.path and (following is None or following.opname not in ATTRIBUTES):
                yield from self._strays(names, following)
                self.path, self.value, self.shared = "", None, False
        for one in code.co_consts:
            if isinstance(one, types.CodeType):
                yield from Reads(self.scope, dict(self.local)).of(one)

    def _follow(self, step: dis.Instruction, before: list[dis.Instruction]) -> None:
        """Follow one instruction: the object that it puts on top of the stack, where it is known."""
        kind = step.opname
        names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        if kind in ("LOAD_GLOBAL", "LOAD_NAME"):
            self._reach(names[0], self.scope.get(names[0]))
        elif kind in ATTRIBUTES and self.path:
            self._reach(f"{self.path}.{names[0]}", _part(self.value, names[0]))
        elif kind == "IMPORT_NAME":
            self.imported = self._module(str(names[0]), before)
        elif kind == "IMPORT_FROM" and self.imported is not None:
            base, _, alone = self.imported
            part = _part(base, names[0])
            self.imported = (part if alone else base, part, alone)
        elif kind.startswith("STORE_"):
            self._store(str(names[0]))
        if kind.startswith(("LOAD_FAST", "LOAD_DEREF", "STORE_FAST_LOAD")) and names[-1] in self.local:
            self._reach(names[-1], self.local[names[-1]])

    def _reach(self, path: str, value: Given) -> None:
        self.path, self.value = path, value
        self.shared |= is_shared_generator(value) and not is_seeded(value)

    def _module(self, name: str, before: list[dis.Instruction]) -> tuple[Any, Any, bool]:
        """Where parts of an imported module are looked up, what its name stands for, and whether it is imported as a whole."""
        level, parts = (step.argval for step in before) if len(before) == 2 else (0, None)
        whole = resolve_name("." * level + name, self.scope.get("__package__") or "") if level else name
        wanted = whole if parts else whole.partition(".")[0]
        found = sys.modules.get(wanted) or (NotImported(wanted) if is_installed(wanted) else None)
        return found, found, not parts

    def _store(self, name: str) -> None:
        if self.imported is not None:
            self.local[name] = self.imported[1]
            self.imported = None if self.imported[2] else (self.imported[0], None, False)
        else:
            self.local.pop(name, None)

    def _strays(self, names: frozenset[str], following: dis.Instruction | None) -> Iterator[str]:
        """Whether the object that a path leads to, or one on the way, reads what a key cannot see."""
        value, next_kind = self.value, "" if following is None else following.opname
        if isinstance(value, types.ModuleType):
            own = not is_installed(value.__name__)
            if next_kind.startswith("STORE_"):  # the same module by another name
                self.imported = value, value, True
            elif own or names & BY_TEXT:
                yield f"the module {self.path} as a whole"
            return
        unseeded = following is not None and _gives_nothing(following)
        if self.shared or reads_unseen(value) or (unseeded and getattr(value, "__name__", "") in GENERATORS):
            yield self.path


def is_seeded(value: object) -> bool:
    """Whether a generator is one of those that are seeded before every fit."""
    return value is np.random.mtrand._rand or value is random._inst


def _part(value: object, name: str) -> Given:
    """What a module has under a name; nothing else is looked into. A module that is read by a text stands for all it has."""
    if isinstance(value, NotImported):
        return NotImported(f"{value.name}.{name}")
    if value is sys.modules:
        return value
    if not isinstance(value, types.ModuleType):
        return None
    part = vars(value).get(name)
    replaced = is_patch(part) and is_installed(value.__name__)
    return sys.modules if name == "__dict__" or replaced or (value is sys and name in GIVEN) else part


def _gives_nothing(step: dis.Instruction) -> bool:
    """Whether what follows the name of a generator is a call without a seed, or with None."""
    called = step.opname.startswith("CALL") and not step.arg
    return called or (step.opname == "LOAD_CONST" and step.argval is None)
