"""The result of `certify`, and how it is shown."""

from foldwise.reports.certificate.certificate import Certificate

__all__ = ["Certificate"]
