"""`docs/api.md` and `docs/cli.md` say what the sources say, of every public name and every option."""

import importlib.util
import re
from pathlib import Path

import click
import pytest

import foldwise
from foldwise.cli import program
from foldwise.installed import SKLEARN

ROOT = Path(__file__).parents[1]
REFRESH = "the sources have changed: `python docs/reference_pages.py` writes the page again"


@pytest.fixture(scope="module")
def pages():
    spec = importlib.util.spec_from_file_location("reference_pages", ROOT / "docs" / "reference_pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page(name):
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def own(text):
    """All of a page; without the signatures that are scikit-learn's where its release is another than that of the page."""
    borrowed = r"(?ms)^## foldwise\.sklearn\n.*?(?=^## |\Z)"
    return text if SKLEARN >= (1, 9) else re.sub(borrowed, "", text)


@pytest.mark.parametrize("name", ["api", "cli"])
def test_the_page_is_what_the_sources_say(name, pages):
    assert own(page(name)) == own(getattr(pages, f"{name}_page")()), REFRESH


def test_every_public_name_has_a_section_or_a_line(pages):
    text = page("api")
    headings = re.findall(r"(?m)^### (?:class )?(\w+)$", text)
    assert sorted(headings) == sorted(set(foldwise.__all__) - {"__version__"})
    for name in pages.MODULES:
        (section,) = re.findall(rf"(?ms)^## foldwise\.{re.escape(name)}\n(.*?)(?=^## |\Z)", text)
        listed = re.findall(r"(?m)^- `(\w+)", section)
        assert sorted(listed) == sorted(importlib.import_module(f"foldwise.{name}").__all__)


def test_every_name_is_explained_in_a_sentence():
    assert re.findall(r"(?m)^- `[^`]*`$", page("api")) == []
    assert re.findall(r"(?m)^\| .* \|  \|$", page("api")) == []


@pytest.mark.parametrize("name", ["api", "cli"])
def test_every_link_within_a_page_leads_to_a_heading(name, pages):
    text = page(name)
    anchors = [pages.anchor(title) for title in re.findall(r"(?m)^#+ (.*)$", text)]
    links = {link for link in re.findall(r"\]\(#([^)]*)\)", text) if not link.startswith("methods-")}
    assert links <= set(anchors)
    assert len(anchors) == len(set(anchors))


def test_every_option_of_every_command_is_listed():
    for name, command in program.commands.items():
        (section,) = re.findall(rf"(?ms)^## foldwise {name}\n(.*?)(?=^## |\Z)", page("cli"))
        shown = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
        assert {flag for one in shown for flag in one.opts} <= set(re.findall(r"--?[\w-]+", section))
