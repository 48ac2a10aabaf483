"""Charts whose texts cannot end the script that a page keeps them in."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    import altair as alt

    from foldwise.typing import Json

    Chart = TypeVar("Chart", bound=alt.TopLevelMixin)

__all__ = ["without_markup"]

MARKUP = re.compile(r"<(?=[/!])")
JOINER = "\u2060"
"""Takes no room, and makes two signs of what a browser would read as one."""


def without_markup(chart: Chart) -> Chart:
    """Give a chart in which no name of a model or class can close the script of a page; most are given as they are.

    Altair writes the specification of a chart into a page as it is, and a browser ends a script at ``</script>`` wherever
    that stands.
    """
    told = chart.to_dict(validate=False)  # which takes longer than all else; whoever writes the chart validates it
    if MARKUP.search(json.dumps(told)) is None:
        return chart
    return cast("Any", type(chart)).from_dict(_harmless(told))


def _harmless(part: Json) -> Json:
    if isinstance(part, str):
        return MARKUP.sub("<" + JOINER, part)
    if isinstance(part, dict):
        return {_harmless(key): _harmless(value) for key, value in part.items()}
    return [_harmless(one) for one in part] if isinstance(part, list) else part
