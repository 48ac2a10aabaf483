"""Sums within groups add up over parts."""

import numpy as np

from foldwise.measures.summaries import GroupSums

rng = np.random.default_rng(4)


def test_parts_add_up_to_the_whole():
    names, groups, columns = (
        np.array(list("abcdefg")),
        rng.integers(0, 6, 90),
        rng.integers(0, 9, (90, 3)).astype(float),
    )
    whole = GroupSums.of(names, groups, columns)
    parts = [GroupSums.of(names, groups[rows], columns[rows]) for rows in np.array_split(rng.permutation(90), 4)]
    merged = (parts[3] + parts[1]) + (parts[0] + parts[2])
    assert merged.labels.tolist() == whole.labels.tolist() == list("abcdef")
    np.testing.assert_array_equal(merged.sums, whole.sums)
    np.testing.assert_array_equal(whole.sums[2], columns[groups == 2].sum(axis=0))
