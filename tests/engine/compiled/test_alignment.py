"""Memory as the compiled passes like it."""

from foldwise.engine.compiled.alignment import cache_aligned, round_up_to_lanes


def test_lines_are_whole_vectors():
    assert [round_up_to_lanes(size) for size in (1, 8, 9)] == [8, 8, 16]


def test_memory_starts_with_a_line_of_the_cache():
    for shape in ((1, 8), (3, 5, 16)):
        found = cache_aligned(*shape)
        assert found.shape == shape
        assert found.ctypes.data % 64 == 0
