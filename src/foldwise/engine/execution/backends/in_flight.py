"""Blocks on their way: as many as keep the workers busy, for backends that are handed one block after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from foldwise.engine.execution.backends.backend import AnyBlock, LostBlock, Reply, Take

__all__ = ["Post", "in_flight"]

T = TypeVar("T")


class Post(Protocol[T]):
    """Sends blocks, waits for what comes of them, and calls them back."""

    def send(self, block: AnyBlock) -> T:
        """Send a block; gives what it is known by."""

    def arrived(self, waiting: Iterable[T]) -> Iterable[tuple[T, Reply | LostBlock]]:
        """What has come back; nothing after a while in which nothing did."""

    def cancel(self, waiting: Iterable[T]) -> None:
        """Call back blocks that nobody waits for any more."""


def in_flight(post: Post[T], take: Take, most: int) -> Generator[tuple[AnyBlock, Reply | LostBlock]]:
    """Keep at most so many blocks on their way, and give what comes back."""
    flying: dict[T, AnyBlock] = {}
    try:
        while True:
            while len(flying) < most and (block := take()) is not None:
                flying[post.send(block)] = block
            if not flying:
                return
            for ticket, reply in post.arrived(list(flying)):
                yield flying.pop(ticket), reply
    finally:
        if flying:
            post.cancel(list(flying))
