"""The result of `certify`, and how it is shown."""

from foldwise.reports.certificate.certificate import Certificate
from foldwise.reports.certificate.text import render

__all__ = ["Certificate", "render"]
