"""One system in a summary of rows."""

import pytest

from foldwise.intervals import SummarisedSystem
from foldwise.intervals.streamed.row_effects import UnitFindings


def test_effects_are_found_by_measure_and_system():
    summed = SummarisedSystem(
        None, "m", 0, 1, (), -1, units=UnitFindings({("mae", "m"): "whole", ("r2", "loss", "m"): "loss"})
    )
    assert (summed.effect("mae"), summed.effect("r2", "loss")) == ("whole", "loss")
    with pytest.raises(KeyError):
        summed.effect("mae", other="n")
