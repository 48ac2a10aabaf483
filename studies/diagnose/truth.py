"""Alarms on real datasets that somebody looked at: whether each is true, and why."""

from __future__ import annotations

__all__ = ["ALARMS"]

ALARMS: dict[tuple[str, str], tuple[str, str]] = {
    ("", "FW101"): ("true", "the copies are there"),
    ("", "FW102"): ("true", "the near copies are there"),
    ("", "FW103"): ("true", "the column names the target"),
    ("splice", "FW104"): ("true", "names of sequences begin with their class"),
    ("", "FW107"): ("true", "the column never changes"),
    ("", "FW108"): ("true", "a name in every row"),
    ("", "FW109"): ("true", "counted"),
    ("", "FW204"): ("true", "counted"),
    ("", "FW205"): ("true", "counted"),
    ("", "FW207"): ("true", "the interval of the difference holds 0"),
    ("", "FW208"): ("true", "counted"),
    ("chess-kr-vs-kp", "FW105"): ("true", "boards are listed by an enumeration"),
    ("chess-kr-vs-kp", "FW209"): ("true", "boards are listed by an enumeration"),
    ("satimage", "FW105"): ("true", "pixels of one image, from left to right"),
    ("satimage", "FW209"): ("true", "pixels of one image, from left to right"),
    ("sonar", "FW105"): ("true", "returns of one object by rising angle"),
    ("sonar", "FW209"): ("true", "returns of one object by rising angle"),
    ("tic-tac-toe", "FW105"): ("true", "boards are listed by an enumeration"),
    ("tic-tac-toe", "FW209"): ("true", "boards are listed by an enumeration"),
    ("california-housing", "FW105"): ("true", "districts are listed by place"),
    ("california-housing", "FW209"): ("true", "districts are listed by place"),
    ("boston-housing", "FW105"): ("true", "tracts are listed by town"),
    ("boston-housing", "FW209"): ("true", "tracts are listed by town"),
    ("bike-sharing-hour", "FW104"): ("true", "instant is the number of the record"),
    ("bike-sharing-hour", "FW105"): ("true", "hours follow each other"),
    ("bike-sharing-hour", "FW209"): ("true", "hours follow each other"),
    ("auto-mpg", "FW105"): ("true", "cars are listed by year"),
    ("auto-mpg", "FW209"): ("true", "cars are listed by year"),
    ("concrete", "FW209"): ("true", "tests of one mixture follow each other"),
    ("concrete", "FW105"): ("true", "tests of one mixture follow each other"),
    ("credit-approval", "FW209"): ("unclear", "long runs of one class; counted as false"),
    ("wine", "FW209"): ("unclear", "order within a class is not documented; counted as false"),
    ("soybean-large", "FW209"): ("unclear", "order within a class is not documented; counted as false"),
}
"""Verdict and reason by dataset and code; an empty name is for all datasets."""
