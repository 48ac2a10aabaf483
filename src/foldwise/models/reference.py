"""A model by where its code is: ``package.module:object`` or ``path/to/file.py:object``. This runs the user's own code."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from contextlib import redirect_stdout
from inspect import isroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foldwise.data.checks import usable_path
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from foldwise.typing import Estimator, Given

__all__ = ["import_model", "reference_name"]

EXAMPLE = "package.module:object, or path/to/file.py:object"


def reference_name(text: str) -> str:
    """What a model is called in tables: the name of its object.

    Examples
    --------
    >>> reference_name("models/nets.py:small_net")
    'small_net'
    """
    return _parts(text)[1].rpartition(".")[2]


def import_model(text: str) -> Estimator:
    """Import an estimator, or make it with the class or the function that is there.

    The current folder can be imported from. Whatever the module does when it is imported is done.

    Parameters
    ----------
    text
        ``package.module:object`` or ``path/to/file.py:object``. The object is an estimator, or a class or a function that
        makes one when it is called without arguments.

    Examples
    --------
    >>> import_model("sklearn.naive_bayes:GaussianNB")
    GaussianNB()
    """
    home, name = _parts(text)
    target: Any = _module_of_file(home) if home.endswith(".py") else _module(home)
    for part in name.split("."):
        if not hasattr(target, part):
            what = f"object in '{home}'"
            raise UnknownNameError.of(what, name, _offered(target))
        target = getattr(target, part)
    model = _made(target, text) if isinstance(target, type) or isroutine(target) or not _is_model(target) else target
    if not _is_model(model):
        message = f"'{text}' is no estimator with fit and predict, but {_kind(model)}"
        raise InputError(message, hint="an estimator, or a class or a function that makes one without arguments")
    return model


def _parts(text: str) -> tuple[str, str]:
    """Module or file, and object."""
    home, _, name = text.strip().rpartition(":")
    if not home or not all(part.isidentifier() for part in name.split(".")):
        message = f"'{text.strip()}' does not say where a model is"
        raise InputError(message, hint=EXAMPLE)
    return home, name


def _module(name: str) -> ModuleType:
    """Import a module by its name, also from the current folder."""
    _make_importable(Path.cwd())
    if not all(part.isidentifier() for part in name.split(".")):
        message = f"'{name}' is no name of a module"
        raise InputError(message, hint=EXAMPLE)
    return _run(lambda: importlib.import_module(name), f"importing {name}")


def _module_of_file(text: str) -> ModuleType:
    """Import a file by the name of its module, so that worker processes can do the same."""
    path = usable_path(Path(text).expanduser().absolute())
    if not path.is_file():
        message = f"there is no file '{text}'"
        raise InputError(message, hint=EXAMPLE)
    _make_importable(path.parent)
    if "." in path.stem or _origin(path.stem) != os.path.realpath(path):
        message = f"'{text}' cannot be imported, since '{path.stem}' is the name of another module"
        raise InputError(message, hint="another name for the file")
    return _run(lambda: importlib.import_module(path.stem), f"importing {text}")


def _origin(name: str) -> str:
    """File of the module that has this name."""
    try:
        spec = importlib.util.find_spec(name)
    except ValueError:  # a module without a spec, such as __main__
        return ""
    return os.path.realpath(spec.origin) if spec is not None and spec.origin is not None else ""


def _make_importable(folder: Path) -> None:
    """Let a folder be searched after all others, so that no file of it hides an installed module."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    importlib.invalidate_caches()


def _run(work: Callable[[], Given], doing: str) -> Given:
    """Run the user's code; its errors become one sentence, and what it prints does not get into a result."""
    try:
        with redirect_stdout(sys.stderr):
            return work()
    except (Exception, SystemExit) as error:  # the user's own code may raise anything
        name = getattr(error, "name", None) if isinstance(error, ModuleNotFoundError) else None
        if name and f"{doing.partition(' ')[2]}.".startswith(f"{name}."):
            message = f"there is no module '{name}'"
            raise InputError(message, hint="a module in this folder, or of an installed package") from error
        message = f"{doing} failed: {_told(error)}"
        raise InputError(message) from error


def _told(error: BaseException) -> str:
    """One line: the kind of error and what it says."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - an error may fail to say what it is
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _made(maker: Given, text: str) -> Given:
    """Call a class or a function; anything else is given back as it is."""
    return _run(maker, f"calling {text}") if isinstance(maker, type) or callable(maker) else maker


def _is_model(value: Given) -> bool:
    return not isinstance(value, type) and hasattr(value, "fit") and hasattr(value, "predict")


def _kind(value: Given) -> str:
    return f"the class {value.__name__}" if isinstance(value, type) else f"of type {type(value).__name__}"


def _offered(home: Given) -> list[str]:
    """Names that could be meant."""
    return [name for name in dir(home) if not name.startswith("_") and callable(getattr(home, name, None))] or dir(home)
