"""A rule puts its code, title, severity and lean into the advice it gives."""

from typing import ClassVar

import pytest

from foldwise.advice import RULES
from foldwise.advice.advice import Advice, Severity
from foldwise.advice.rule import EVERY_VERB, Rule


class Loud(Rule):
    """Speaks about every case."""

    code: ClassVar[str] = "FW999"
    title: ClassVar[str] = "loud"
    summary: ClassVar[str] = "always"
    severity: ClassVar[Severity] = Severity.INVALID
    optimistic: ClassVar[bool] = True

    def look(self, case):
        return self.advice(f"{case} is there", "look away")


def test_what_a_rule_says_carries_what_it_is():
    assert Loud().look("it") == Advice("FW999", "loud", Severity.INVALID, "it is there", "look away", optimistic=True)
    assert Loud().name == "FW999"


def test_a_rule_is_asked_by_every_verb_that_resamples_unless_it_says_otherwise():
    assert Loud().verbs == EVERY_VERB
    assert {verb for rule in RULES for verb in rule.verbs} > set(EVERY_VERB)


def test_a_rule_that_does_not_look_is_none():
    with pytest.raises(TypeError, match="look"):
        Rule()
