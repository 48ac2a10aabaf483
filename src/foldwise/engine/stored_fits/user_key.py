"""A secret of this user, by which fits of a store are known to be written by the same person.

It promises that whoever can write the store, but not read the secret, cannot put a figure into it. It promises nothing against
someone who works under the same account, or who can read the file.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from hashlib import blake2b
from pathlib import Path

from foldwise.errors import InputError

__all__ = ["config_folder", "sign", "user_key"]

KEY_BYTES = 32
KEY_FILE = "store.key"


def config_folder() -> Path:
    """Folder of the settings of this user: ``FOLDWISE_CONFIG``, or the one that the system has for them."""
    chosen = os.environ.get("FOLDWISE_CONFIG")
    if chosen:
        return Path(chosen)
    try:
        home = Path.home()
    except RuntimeError as error:
        message = "a store needs a secret of its user, and there is no home folder to keep it in"
        raise InputError(message, hint="a folder in FOLDWISE_CONFIG") from error
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "foldwise"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "foldwise"
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "foldwise"


def user_key() -> bytes:
    """Read the secret; make it the first time."""
    path = config_folder() / KEY_FILE
    try:
        if not path.exists():
            _make(path)
        return _read(path)
    except OSError as error:
        message = f"a store needs a secret of its user, and '{path}' cannot be used: {error.strerror or error}"
        raise InputError(message, hint="a folder that can be written in FOLDWISE_CONFIG") from error


def _make(path: Path) -> None:
    """Write a new secret beside its place and move it there whole; another process may have been quicker."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{KEY_FILE}.{os.getpid()}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        except OSError:  # no links on this file system
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        state = os.fstat(file.fileno())
        key = file.read(KEY_BYTES + 1)
    if not stat.S_ISREG(state.st_mode) or len(key) != KEY_BYTES:
        message = f"'{path}' is not a secret that foldwise made"
        raise InputError(message, hint="deleting it, after which stored fits are done again")
    if os.name == "posix" and (state.st_mode & 0o077 or state.st_uid != os.geteuid()):
        message = f"'{path}' is a secret that other users can read or own"
        raise InputError(message, hint="deleting it, after which stored fits are done again")
    return key


def sign(key: bytes, *parts: bytes) -> bytes:
    """Keyed digest (BLAKE2b, RFC 7693) of some parts, with their lengths."""
    pieces = [piece for part in parts for piece in (len(part).to_bytes(8, "little"), part)]
    return blake2b(b"".join(pieces), key=key, digest_size=KEY_BYTES).digest()
