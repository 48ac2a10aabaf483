"""Quinlan's golf data (C4.5: Programs for Machine Learning, chapter 2)."""

import pandas as pd

ROWS = """sunny 75 70 true Play
sunny 80 90 true Don't
sunny 85 85 false Don't
sunny 72 95 false Don't
sunny 69 70 false Play
overcast 72 90 true Play
overcast 83 78 false Play
overcast 64 65 true Play
overcast 81 75 false Play
rain 71 80 true Don't
rain 65 70 true Don't
rain 75 80 false Play
rain 68 80 false Play
rain 70 96 false Play"""
TABLE = pd.DataFrame(
    [line.split() for line in ROWS.split("\n")], columns=["outlook", "temperature", "humidity", "windy", "class"]
)
TABLE = TABLE.astype({"temperature": float, "humidity": float})
LABELS = TABLE.pop("class").to_numpy()
UNKNOWN = TABLE.assign(outlook=TABLE["outlook"].where(TABLE.index != 5))
"""With the outlook of one overcast day unknown, as in the book's chapter 3."""
