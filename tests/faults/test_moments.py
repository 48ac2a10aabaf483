"""A run that is killed at some moment has lost what it did within a fraction of a second; ``make faults`` does it fifty times."""

from studies.faults.moments import kill_at_a_moment


def test_a_killed_run_keeps_what_was_written_and_gives_the_same_bits():
    found = kill_at_a_moment(seed=0, fits=60, pause=0.02)
    assert found.whole
    assert found.same
    assert 0 < found.kept <= found.done <= 60
    assert found.kept + found.again == 60
    assert found.status == "interrupted"
