"""Sphinx configuration; the pages of the catalogues are written from the members' own docstrings."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from catalogue_pages import write_pages  # noqa: E402
from reference_pages import write_reference  # noqa: E402

import foldwise  # noqa: E402

project = "foldwise"
author = "The foldwise developers"
copyright = "2026, the foldwise developers"  # noqa: A001 - Sphinx reads this name
release = foldwise.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_design"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
html_theme = "pydata_sphinx_theme"
html_title = "foldwise"
html_static_path = ["_static"]
# Pages without pages below them have nothing to list beside them.
html_sidebars = {name: [] for name in ("start", "gallery", "glossary")}
html_theme_options = {
    "show_toc_level": 2,
    "navigation_with_keys": True,
    "header_links_before_dropdown": 7,
    "secondary_sidebar_items": ["page-toc"],
}
autodoc_typehints = "signature"

write_pages(HERE / "_generated")
write_reference(HERE)
