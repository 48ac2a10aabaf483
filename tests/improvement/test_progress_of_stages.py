"""Progress over several runs."""

from foldwise.improvement.progress_of_stages import StagedProgress


def test_fits_of_all_stages_are_counted():
    seen = []
    staged = StagedProgress(lambda *told: seen.append(told))
    staged(1, 2, "a")
    staged.next_stage(2, after=6)
    staged(1, 3, "b")
    staged.next_stage(3)
    staged(6, 6, "c")
    assert seen == [(1, 2, "a"), (3, 11, "b"), (11, 11, "c")]
