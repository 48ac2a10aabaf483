"""Memory as the compiled passes like it."""

from foldwise.engine.compiled.alignment import on_lines, whole_lanes


def test_lines_are_whole_vectors():
    assert [whole_lanes(size) for size in (1, 8, 9)] == [8, 8, 16]


def test_memory_starts_with_a_line_of_the_cache():
    for shape in ((1, 8), (3, 5, 16)):
        found = on_lines(*shape)
        assert found.shape == shape
        assert found.ctypes.data % 64 == 0
