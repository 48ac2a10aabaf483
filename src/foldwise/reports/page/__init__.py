"""A report as one HTML page that opens anywhere: style, drawings, data and a small script are inside."""

from foldwise.reports.page.page import page, write_page

__all__ = ["page", "write_page"]
