"""Fingerprints: short hashes by which values are known to be the same."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.arrays import Array

__all__ = ["digest"]

MIXED_BYTES = 4096
"""Bytes from which on an array is mixed down to two words first: that is many times quicker than the hash itself."""
WORDS_TOGETHER = 1 << 20
"""Words mixed at a time by the numpy path."""


def digest(parts: Iterable[Array | str]) -> str:
    """Hash arrays (with their type and shape) and texts into 16 hexadecimal digits.

    Examples
    --------
    >>> digest([np.arange(3), "rows"]) == digest([np.arange(3), "rows"])
    True
    >>> digest([np.arange(3), "rows"]) == digest([np.arange(3), "row"])
    False
    """
    pieces: list[bytes | memoryview] = []
    for part in parts:
        if isinstance(part, str):
            pieces.append(part.encode(errors="surrogatepass"))
        else:
            pieces.append(f"{part.dtype.str}{part.shape}".encode())
            if part.size:
                pieces.append(_bytes(part))
        pieces.append(b"\x1f")
    return blake2b(b"".join(pieces), digest_size=8).hexdigest()


def _bytes(array: Array) -> bytes | memoryview:
    """The bytes of a short array; of a long one two words that stand for its words of eight bytes, and the rest."""
    plain = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    if plain.size < MIXED_BYTES:
        return plain.data
    whole = plain.size - plain.size % 8
    return hash_words(plain[:whole]).tobytes() + plain[whole:].tobytes()


def hash_words(plain: Array) -> Array:
    """Two sums over the words of some bytes, each word mixed with its place (SplitMix64, Steele, Lea & Flood 2014).

    Addition has no order, so the sums can be made in pieces and by several threads.
    """
    sums = np.zeros(2, dtype=np.uint64)
    if native.COMPILED:
        threads = native.cores() if plain.size >= 8 * native.WORTH_THREADS else 1
        native._native.hash_words(bytes=plain, threads=threads, sums=sums)
        return sums.astype("<u8")
    words = plain.view("<u8")
    for start in range(0, words.size, WORDS_TOGETHER):
        block = words[start : start + WORDS_TOGETHER]
        with np.errstate(over="ignore"):
            places = np.arange(start + 1, start + block.size + 1, dtype=np.uint64) * native.STEP
            mixed = native.mix(block ^ places)
            sums += [mixed.sum(dtype=np.uint64), (mixed * (places | np.uint64(1))).sum(dtype=np.uint64)]
    return sums.astype("<u8")
