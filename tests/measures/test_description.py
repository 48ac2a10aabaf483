"""The page of a measure."""

from foldwise.measures import MEASURES, describe, measure


def test_every_measure_has_a_page_that_says_all_there_is_to_know() -> None:
    for one in MEASURES:
        page = describe(one)
        assert page.startswith(f"# {one.name}\n")
        for fact in ("for", "needs", "range", "direction", "resamples", "undefined"):
            assert f"\n| {fact} | " in page
        assert all(line.count("|") - line.count("\\|") == 3 for line in page.splitlines() if line.startswith("|"))


def test_parameters_other_names_and_the_pair_are_told() -> None:
    page = describe(measure("recall"))
    assert "| read beside it | `precision` |" in page
    assert "`sensitivity`, `tpr`" in page
    assert "| written | `recall(undefined=…)` |" in page
    assert "| rests on | the rows of the positive class, or of every class" in page
    assert "| rests on | all rows alike |" in describe(measure("error"))
    assert "rests on" not in describe(measure("rmse"))
    assert "| range | 0 to 10 |" in describe(measure("lift"))
    assert "best at 1" in describe(measure("calibration-slope"))
