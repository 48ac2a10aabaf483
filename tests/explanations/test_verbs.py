"""Verbs explained."""

import pytest

import foldwise
from foldwise.api.explain import VERBS
from foldwise.cli.program import program
from foldwise.errors import UnknownNameError
from foldwise.explanations.verbs import COMMANDS, explained_verb


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_explained_by_its_name_and_by_itself(verb):
    page = foldwise.explain(verb)
    (entry,) = page.entries
    assert (entry["name"], entry["kind"]) == (verb, "verb")
    assert str(foldwise.explain(getattr(foldwise, verb))) == str(page)
    assert max(map(len, str(page).split("\n"))) <= 80
    assert "``" not in str(page)


@pytest.mark.parametrize("name", ["permutation-test", "foldwise.permutation_test", " Permutation_Test() "])
def test_verbs_are_known_by_all_their_spellings(name):
    assert foldwise.explain(name).entries[0]["name"] == "permutation_test"
    assert foldwise.explain("permutation").entries[0]["kind"] == "test"


def test_what_a_verb_takes_and_its_command_are_told():
    (entry,) = explained_verb(foldwise.certify).entries
    assert [one["name"] for one in entry["parameters"]][:3] == ["model", "X", "y"]
    assert "foldwise certify --help" in str(foldwise.explain("certify"))
    assert "--help" not in str(foldwise.explain("sample"))


def test_the_commands_are_there():
    known = set(program.list_commands(None))
    assert set(COMMANDS) == {verb.replace("_", "-") for verb in VERBS} & known


def test_a_misspelt_verb_is_suggested():
    with pytest.raises(UnknownNameError, match="called 'asses'; try 'assess'"):
        foldwise.explain("asses")
