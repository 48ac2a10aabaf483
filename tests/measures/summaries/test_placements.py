"""The second look: covariances of areas."""

import numpy as np
import pytest

from foldwise.intervals import area_covariance
from foldwise.measures import as_measures
from foldwise.measures.contributions.influence import structural_components
from foldwise.measures.summaries import SummaryRequest, covariance_of_areas, place_rows, summarise
from tests.worlds import outcomes

rng = np.random.default_rng(0)


@pytest.mark.parametrize("classes", [2, 3])
def test_they_are_delongs(classes):
    truth = np.arange(240) % classes
    tables = [rng.normal(size=(240, classes)).round(1) + np.eye(classes)[truth] for _ in range(2)]
    systems = {name: outcomes(truth, truth, table, n_classes=classes) for name, table in zip("ab", tables, strict=True)}
    whole = summarise(systems, SummaryRequest(as_measures("auc")))
    pieces = [
        place_rows({n: one.where(rows) for n, one in systems.items()}, whole.rankings)
        for rows in (slice(0, 99), slice(99, None))
    ]
    placed = tuple(a + b for a, b in zip(*pieces, strict=True))
    expected = area_covariance([structural_components(one) for one in systems.values()], systems["a"])
    np.testing.assert_allclose(covariance_of_areas(placed).sum(axis=0), expected, rtol=1e-9)
