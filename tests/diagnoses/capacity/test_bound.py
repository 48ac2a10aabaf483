"""What a bound says about itself."""

from foldwise.diagnoses import CapacityBound


def test_it_is_vacuous_from_the_trivial_error_on():
    assert CapacityBound("VC", 0.1, 0.6, 0.95, trivial=0.5).vacuous
    assert not CapacityBound("VC", 0.1, 0.4, 0.95, trivial=0.5).vacuous


def test_it_says_how_loose_it_is():
    found = CapacityBound("VC", 0.1, 0.4, 0.95)
    assert found.gap == 0.30000000000000004
    assert found.note(0.03).startswith(
        "the VC bound allows an error of 0.4; it adds 0.3 to the training error where 0.03"
    )
    assert "10 times as much" in found.note(0.03)
    assert "measured" not in found.note()
    assert "measured" not in found.note(-0.01)
    assert "vacuous" in CapacityBound("VC", 0.1, 2.0, 0.95).note()


def test_an_infinite_bound_is_not_said_to_be_infinitely_loose():
    told = CapacityBound("VC", 0.1, float("inf"), 0.95).note(0.03)
    assert told.startswith("the VC bound is vacuous: it has no end; it holds")
    assert "inf" not in told
