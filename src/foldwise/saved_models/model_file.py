"""Models in files: the archive of skops with a card beside it, read as if its writer were hostile, and never a pickle."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import replace
from importlib import import_module
from inspect import isclass
from typing import TYPE_CHECKING, Any

from foldwise.data import replace_file
from foldwise.data.checks import usable_path
from foldwise.engine import attempt
from foldwise.errors import InputError, MissingExtraError
from foldwise.predictions import DAMAGE_ERRORS
from foldwise.saved_models.card import ModelCard

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from foldwise.typing import Estimator, Untyped

__all__ = ["ENDING", "check_model_path", "read_model", "write_model"]

ENDING = ".skops"
CARD = "foldwise.json"
MOST_CARD = 50_000_000
"""Bytes of a card."""
MOST_BYTES = 1 << 34
"""Bytes that a file unpacks to: 16 GiB."""
READ_AT_ONCE = 1 << 20
"""Bytes of a member that are unpacked at a time."""
TRUSTED_MODULES = (
    "sklearn.",
    "foldwise.learners.",
    "foldwise.ensembles.",
    "foldwise.predictions.",
    "foldwise.plans.",
    "foldwise.data.",
)
"""Packages whose classes hold parameters and arrays, and run nothing when they are put together again."""
NOT_MODELS = ("callback", "datasets", "experimental", "externals", "tests", "_testing")
"""Parts of them whose classes are no parts of models, and may open files."""
REVIEWED = frozenset(
    [
        "builtins.frozenset",
        "catboost.core.CatBoostClassifier",
        "catboost.core.CatBoostRegressor",
        "collections.OrderedDict",
        "functools.partial",
        "lightgbm.basic.Booster",
        "lightgbm.sklearn.LGBMClassifier",
        "lightgbm.sklearn.LGBMRegressor",
        "numpy.dtype",
        "sklearn.utils.validation.check_array",
        "xgboost.core.Booster",
        "xgboost.sklearn.XGBClassifier",
        "xgboost.sklearn.XGBRegressor",
    ]
)
"""Types of other packages that were looked at one by one."""


OLDER = "the card was written by an earlier release, without a digest of its own: it may have been changed"


def check_model_path(path: str | Path) -> Path:
    """Refuse a name that is none of a model."""
    found = usable_path(path)
    if found.suffix != ENDING:
        message = f"models are saved as {ENDING}, not as '{found.name}'"
        raise InputError(message, hint=f"'{found.stem or 'model'}{ENDING}'")
    return found


def write_model(model: Estimator, card: ModelCard, path: Path) -> None:
    """Write a fitted model with its card; what could not be read again without trust is not written."""
    io_ = _skops()
    data = attempt(lambda: io_.dumps(model), card.name, "being saved without pickle")
    foreign = untrusted(data)
    if foreign:
        raise _foreign(foreign, f"'{card.name}'")
    file = io.BytesIO(data)
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        record = card.to_dict() | {"digest": _digest(archive)}
        record |= {"card_digest": _card_digest(record)}
        archive.writestr(CARD, json.dumps(record, indent=1, allow_nan=False))
    replace_file(path, file.getvalue())


def read_model(path: str | Path, trusted: Collection[str] = ()) -> tuple[Any, ModelCard]:
    """Read a model and its card.

    Parameters
    ----------
    path
        A file that `write_model` wrote.
    trusted
        Full names of further types that may be put together, such as ``mypackage.MyModel``.
    """
    io_ = _skops()
    found = check_model_path(path)
    try:
        data = found.read_bytes()
    except OSError as error:
        message = f"'{found}' cannot be read: {error.strerror or error}"
        raise InputError(message, hint="the path of a saved model") from error
    card = _read_card(data, found)
    where = f"being put together; it was saved with {_versions(card)}"
    foreign = attempt(lambda: untrusted(data, trusted), card.name, where)
    if foreign:
        raise _foreign(foreign, f"'{found.name}'")
    model = attempt(lambda: io_.loads(data, trusted=io_.get_untrusted_types(data=data)), card.name, where)
    if not hasattr(model, "predict"):
        message = f"'{found.name}' holds no model but {type(model).__name__}"
        raise InputError(message, hint="a file that foldwise has saved")
    return model, card


def untrusted(data: bytes, trusted: Collection[str] = ()) -> Sequence[str]:
    """Types in a file that were neither reviewed nor allowed."""
    return [name for name in _skops().get_untrusted_types(data=data) if name not in trusted and not _is_reviewed(name)]


def _is_reviewed(name: str) -> bool:
    if name in REVIEWED:
        return True
    if not name.startswith(TRUSTED_MODULES):
        return False
    module, _, title = name.rpartition(".")
    try:
        found = getattr(import_module(module), title, None)
    except ImportError:
        return False
    # A class of another package may be reached through a module that imports it.
    home = found.__module__ if isclass(found) else ""
    return f"{home}.".startswith(TRUSTED_MODULES) and not set(home.split(".")).intersection(NOT_MODELS)


def _foreign(names: Sequence[str], what: str) -> InputError:
    message = (
        f"{what} holds types that were not reviewed, and code of theirs would run when it is read: {', '.join(names)}"
    )
    return InputError(message, hint=f"trusted={list(names)!r} of load_model, if you know where the file comes from")


def _read_card(data: bytes, path: Path) -> ModelCard:
    """Read the card, and check that nothing in the file was damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_members(archive, path)
            record = json.loads(archive.read(CARD).decode("utf-8"))
            card = ModelCard.of_dict(record)
            intact = record.get("digest") == _digest(archive)
            if "card_digest" not in record:
                card = replace(card, notes=(*card.notes, OLDER))
            intact = intact and record.get("card_digest", _card_digest(record)) == _card_digest(record)
    except InputError:
        raise
    except DAMAGE_ERRORS as error:
        message = f"'{path.name}' is no saved model, or it is damaged: {error}"
        raise InputError(message, hint="a file that foldwise has saved") from error
    if not intact:
        message = f"'{path.name}' was changed after it was saved"
        raise InputError(message, hint="the file as it was saved")
    return card


def _check_members(archive: zipfile.ZipFile, path: Path) -> None:
    """Refuse an archive without a card, with two members of one name, or that unpacks to more than is read."""
    sizes = {member.filename: member.file_size for member in archive.infolist()}
    if len(sizes) != len(archive.infolist()) or sum(sizes.values()) > MOST_BYTES:
        message = f"'{path.name}' holds two members of one name, or unpacks to more than {MOST_BYTES:,} bytes"
        raise InputError(message)
    if sizes.get(CARD, MOST_CARD + 1) > MOST_CARD:
        message = f"'{path.name}' has no card of a foldwise model"
        raise InputError(message, hint="a file that foldwise has saved")


def _digest(archive: zipfile.ZipFile) -> str:
    """Hash of all members but the card."""
    hashed = hashlib.sha256()
    for name in sorted(archive.namelist()):
        if name != CARD:
            hashed.update(name.encode() + b"\0")
            with archive.open(name) as member:
                while block := member.read(READ_AT_ONCE):
                    hashed.update(block)
    return hashed.hexdigest()


def _card_digest(record: Mapping[str, Any]) -> str:
    """Hash of what the card says, the hash of all else among it."""
    told = {name: one for name, one in record.items() if name != "card_digest"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _versions(card: ModelCard) -> str:
    return ", ".join(f"{name} {number}" for name, number in card.versions.items())


def _skops() -> Untyped:
    try:
        return import_module("skops.io")
    except ImportError as error:
        raise MissingExtraError.of("saving and reading models", "saving") from error
