"""A backend without workers: blocks are done in this process, and those that a test names are lost."""

from foldwise.engine.execution.backends.backend import LostBlock
from foldwise.engine.execution.backends.remote import InlineParcel, do_block


class Here:
    """Does blocks at once, several of them before it gives anything back; `loses(block, times)` says which are lost."""

    name = "here"

    def __init__(self, *, slots=2, seconds=0.05, remote=False, loses=lambda *_: False):
        self.slots, self.block_seconds, self.loses = slots, seconds, loses
        self.is_remote = remote
        self.blocks, self.opened, self.closed, self.cancelled = [], 0, 0, False

    def open(self):
        self.opened += 1

    def close(self):
        self.closed += 1

    def stream(self, dataset, job, take):
        rows, told = InlineParcel("rows", dataset), InlineParcel(job.key, job)
        finished = False
        try:
            while (block := take()) is not None:
                self.blocks.append(block)
                lost = self.loses(block, self.blocks.count(block))
                yield block, LostBlock("it was told to die") if lost else do_block(rows, told, block)
            finished = True
        finally:
            self.cancelled = self.cancelled or not finished


def same(one, other):
    """Whether two runs have the same predictions, bit by bit, and the same failures."""
    assert list(one.outputs) == list(other.outputs)
    for name in one.outputs:
        for part in ("resample", "row", "output", "scores", "part"):
            mine, yours = getattr(one.outputs[name], part), getattr(other.outputs[name], part)
            assert (mine is None) == (yours is None)
            assert mine is None or mine.tobytes() == yours.astype(mine.dtype).tobytes(), (name, part)
    assert one.failures == other.failures
    return True
