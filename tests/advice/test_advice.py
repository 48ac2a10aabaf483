"""What a check found."""

from foldwise.advice import Advice, Severity, spoils

NOTE = Advice("FW301", "many measures", Severity.NOTE, "seven are tested", "ask for one")
WRONG = Advice("FW101", "copied rows", Severity.INVALID, "all rows are copies", "drop them", optimistic=True)


def test_it_reads_as_one_paragraph():
    assert str(WRONG) == "FW101 copied rows: all rows are copies; the figures are wrong. What to do: drop them"


def test_a_note_casts_no_doubt():
    assert str(NOTE) == "FW301 many measures: seven are tested. What to do: ask for one"
    assert spoils([NOTE, WRONG]) == (WRONG,)


def test_it_is_plain_data():
    assert WRONG.record() == {
        "code": "FW101",
        "title": "copied rows",
        "severity": "invalid",
        "found": "all rows are copies",
        "mend": "drop them",
        "optimistic": True,
    }
