"""Where the results of studies go: the documentation."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs" / "studies"


def publish(name: str, title: str, text: str) -> None:
    """Write a page."""
    DOCS.mkdir(parents=True, exist_ok=True)
    (DOCS / f"{name}.md").write_text(f"# {title}\n\n{text}\n", encoding="utf-8")
