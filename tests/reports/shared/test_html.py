"""Cards of notebooks: what a user named is text, never markup."""

from html.parser import HTMLParser

import foldwise
from foldwise.reports.shared.html import card_html, note_list
from tests.worlds import classes


class Tags(HTMLParser):
    """Tags that were opened and not closed, and the texts."""

    def __init__(self):
        super().__init__()
        self.open, self.texts = [], []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_notes_are_a_list_and_nothing_where_there_are_none():
    assert note_list([]) == []
    assert note_list(["a < b"]) == ["<ul><li>a &lt; b</li></ul>"]


def test_a_card_is_one_frame_with_its_style():
    card = card_html(["<p>x</p>"])
    assert card.startswith("<div class='foldwise'>")
    assert card.count("<style>") == card.count("</div>") == 1


def test_the_card_of_a_result_is_well_formed_and_names_are_escaped():
    from sklearn.naive_bayes import GaussianNB

    result = foldwise.assess({"<b>mine</b>": GaussianNB()}, classes(40, k=2), plan="kfold(5)")
    page = result._repr_html_()
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert any("<b>mine</b>" in text for text in tags.texts)
    assert "<script" not in page
