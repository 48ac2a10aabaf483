"""Only so many blocks are on their way, what is done comes out at once, and what nobody waits for is cancelled."""

from foldwise.engine.execution.backends.backend import FitBlock, Reply
from foldwise.engine.execution.backends.in_flight import in_flight


class Desk:
    """Gives the block that was sent last first, and remembers how many were on their way."""

    def __init__(self):
        self.sent, self.most, self.cancelled = 0, 0, []

    def send(self, block):
        self.sent += 1
        return self.sent

    def arrived(self, waiting):
        self.most = max(self.most, len(waiting))
        yield max(waiting), Reply(worker=str(max(waiting)))

    def cancel(self, waiting):
        self.cancelled += waiting


def blocks(count):
    waiting = [FitBlock((("m", r),)) for r in range(count)]
    return lambda: waiting.pop(0) if waiting else None


def test_all_blocks_come_back_with_few_on_their_way():
    desk = Desk()
    found = list(in_flight(desk, blocks(10), 3))
    assert sorted(block.tasks[0][1] for block, _ in found) == list(range(10))
    assert (desk.most, desk.cancelled) == (3, [])
    assert [int(reply.worker) for _, reply in found][:2] == [3, 4]


def test_a_block_that_is_handed_out_late_is_done_too():
    late = [FitBlock((("m", 0),))]
    given = blocks(1)
    found = []
    for block, _ in in_flight(Desk(), lambda: given() or (late.pop() if found and late else None), 2):
        found.append(block)
    assert len(found) == 2


def test_without_blocks_there_is_nothing():
    assert list(in_flight(Desk(), blocks(0), 3)) == []


def test_what_nobody_waits_for_is_cancelled():
    desk = Desk()
    stream = in_flight(desk, blocks(10), 4)
    next(stream)
    stream.close()
    assert desk.cancelled == [1, 2, 3]
