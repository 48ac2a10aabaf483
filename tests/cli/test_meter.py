"""The progress of a command."""

from __future__ import annotations

import click
import pytest

from foldwise.cli.meter import metered
from foldwise.cli.option import QUIET
from foldwise.progress import Meter


@pytest.mark.parametrize("quiet", [True, False])
def test_quiet_is_quiet(quiet: bool) -> None:  # noqa: FBT001
    with click.Context(click.Command("x")) as context:
        context.meta[QUIET] = quiet
        with metered("datasets") as meter:
            assert (meter is None) is quiet
            assert quiet or (isinstance(meter, Meter) and meter.things == "datasets")
