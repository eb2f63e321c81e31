"""The pages in other languages: every sentence is in the catalogue, translated whole; a file more is a language more."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from firefight.games import GAMES
from firefight.web import tongues
from firefight.web.english import CHANGES, REFUSALS, in_full, translated
from firefight.web.fights import fights, load, told_in
from firefight.web.messages import messages, updated, written
from firefight.web.tongues import LOCALE, Tongue, catalogue, environment, languages, render, tongue, wanted
from firefight.words import pattern
from tests.web.tables import Asker, served

OTHER = "pt-BR"
ALL = messages()
FIELD = re.compile(r"{(\w+)}")
SHORT = 12
"""Letters of a sentence: a shorter one may be a name, or the same word in both languages."""


def known(language: str = OTHER) -> Catalog:
    """The catalogue of a language as its file has it."""
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


def forms(said: object) -> tuple[str, ...]:
    """The forms of a message: one, or two where it counts."""
    return tuple(said) if isinstance(said, tuple | list) else (str(said or ""),)


MESSAGES = [one for one in ALL if one.id]
CATALOGUES = [tag for tag in languages() if tag != tongues.SOURCE]


# ------------------------------------------------------------------ the catalogues


def test_the_messages_are_those_of_templates_of_code_and_of_the_fights() -> None:
    for text in ("Open questions", "That is for the GM alone.", "Learn the turn", "no fight is running; begin one first"):
        assert ALL.get(text), text
    assert forms(ALL["{n} line"].id) == ("{n} line", "{n} lines")


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_message_is_translated_in_all_its_forms(language: str) -> None:
    own = known(language)
    missing = [one.id for one in MESSAGES if not all(forms(found.string if (found := own.get(forms(one.id)[0])) else ""))]
    assert missing == []
    short = [one.id for one in MESSAGES if one.pluralizable and len(forms(own[forms(one.id)[0]].string)) != own.num_plurals]
    assert short == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_translation_has_the_same_values_and_no_markup(language: str) -> None:
    own = [one for one in known(language) if one.id]
    assert [one.id for one in own if not fits(one)] == []
    marked = [one.id for one in own if any(re.search(r"<|&\w+;", text) for text in forms(one.string))]
    assert marked == []


def fits(one: Message) -> bool:
    """Whether every form names the values of the English one; a singular may leave out the number."""
    wanted = set(FIELD.findall(forms(one.id)[-1]))
    *singular, last = forms(one.string)
    return set(FIELD.findall(last)) == wanted and all(wanted - {"n"} <= set(FIELD.findall(text)) <= wanted for text in singular)


def test_bringing_a_catalogue_up_to_date_keeps_every_translation_and_says_it_the_same_way_twice() -> None:
    once = written(updated(known(), ALL))
    again = read_po(io.BytesIO(once), locale="pt_BR")
    kept = {str(one.id): one.string for one in known() if one.id and one.id in ALL}
    assert {str(one.id): one.string for one in again if str(one.id) in kept} == kept
    assert written(updated(again, ALL)) == once


def test_no_template_has_words_that_no_catalogue_can_change() -> None:
    room = Path(str(files("firefight.web"))) / "templates"
    assert [(path.name, text) for path in room.rglob("*.html") for text in bare(path.read_text("utf-8"))] == []


OWN_NAMES = {"Firefight"}
KEYS = {"kbd", "script", "style", "code"}


class Words(HTMLParser):
    """Everything on a page that somebody reads or hears: texts, and the attributes that are read out or shown."""

    SHOWN = ("aria-label", "title", "placeholder", "alt")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes the attributes."""
        self.within += [tag] if tag in KEYS else []
        self.found += [value for name, value in attrs if name in self.SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        """Leaves what is not read."""
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        """Takes a text."""
        self.found += [] if self.within else [data]


def read(html: str) -> list[str]:
    """The words of a page, each text on one line."""
    words = Words()
    words.feed(html)
    return [text for one in words.found if (text := " ".join(one.split()))]


def bare(template: str) -> list[str]:
    """The words that stand in a template as they are."""
    whole = re.sub(r"{% block body_\w+ %}.*?{% endblock %}", "", template)
    texts = read(re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", whole, flags=re.DOTALL))
    return [text for text in texts if re.search("[A-Za-z]{2}", text) and text.strip("· ") not in OWN_NAMES]


# ------------------------------------------------------------------ whole pages


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest) -> Iterator[tuple[str, Asker, Asker]]:
    """A table of each game: its name, its GM, a player."""
    with served(request.param) as here:
        yield here.room.name, here.gm, here.ana


ENGLISH = sorted({text for one in MESSAGES for text in forms(one.id) if len(text) > SHORT and not FIELD.search(text)})
SAME = {forms(one.id)[0] for one in known() if forms(one.id)[0] in forms(one.string)}
PANELS = ("seats", "options", "orders", "clock", "add", "ground", "line/1")


def left_over(html: str) -> list[str]:
    """The sentences of the pages that stand on a page in English."""
    said = set(read(html))
    return [text for text in ENGLISH if text in said and text not in SAME]


@pytest.mark.parametrize("page", ["", "/ready", "/map", "/tv", "/forecast", *(f"/{panel}" for panel in PANELS)])
def test_no_sentence_of_a_page_stays_in_english(table: tuple[str, Asker, Asker], page: str) -> None:
    name, gm, _ = table
    assert left_over(gm.get(f"/t/{name}{page}", accept_language=OTHER).text) == []
    assert left_over(gm.get(f"/t/{name}{page}").text) != [] or page in ("/tv", "/line/1")


def test_nothing_about_somebody_and_nothing_on_a_phone_stays_in_english(table: tuple[str, Asker, Asker]) -> None:
    name, gm, ana = table
    for path in ("", "/who/ana"):
        assert left_over(ana.get(f"/t/{name}{path}", accept_language=OTHER).text) == []
    assert left_over(gm.get(f"/t/{name}/who/ana", accept_language=OTHER).text) == []


@pytest.mark.parametrize("path", ["/", "/help", "/t/none", "/t/test-table"])
def test_whoever_has_no_seat_reads_his_language_too(path: str) -> None:
    with served() as here:
        for who in (here.stranger, here.host):
            answer = who.get(path, accept_language="pt-PT, en;q=0.5")
            assert '<html lang="pt-BR"' in answer.text and left_over(answer.text) == []


# ------------------------------------------------------------------ which language


def test_a_language_is_the_one_chosen_else_the_first_of_the_browser_that_there_is() -> None:
    assert wanted("pt-BR", "en") == "pt-BR"
    assert wanted("", "fr, pt-PT;q=0.8, en;q=0.5") == "pt-BR"
    assert wanted("xx", "zz") == "en"
    assert languages() == {"en": "English", "pt-BR": "Português (Brasil)"}


SWEDISH = """
msgid ""
msgstr ""
"Language: sv\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "How a table runs"
msgstr "Så fungerar ett bord"
"""
POLISH = """
msgid ""
msgstr ""
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "{n} line"
msgid_plural "{n} lines"
msgstr[0] "{n} wiersz"
msgstr[1] "{n} wiersze"
msgstr[2] "{n} wierszy"
"""


@pytest.fixture
def more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two languages more: a file each."""
    (tmp_path / "sv.po").write_text(SWEDISH, "utf-8")
    (tmp_path / "pl.po").write_text(POLISH, "utf-8")
    monkeypatch.setattr(tongues, "LOCALE", tmp_path)
    forgotten()
    yield
    monkeypatch.undo()
    forgotten()


def forgotten() -> None:
    """What was read of catalogues is forgotten."""
    for kept in (languages, catalogue, tongue, environment):
        kept.cache_clear()


@pytest.mark.usefixtures("more")
def test_a_file_more_is_a_language_more_on_the_switch_and_on_the_pages() -> None:
    with served() as here:
        assert '<option value="sv" lang="sv">Svenska</option>' in here.stranger.get("/help").text
        chosen = here.stranger.post("/how", {"language": "sv"}).cookies
        page = Asker(here.stranger.client, f"firefight-language={chosen['firefight-language']}").get("/help").text
        assert "<h1>Så fungerar ett bord</h1>" in page and "Who runs the game" in page


@pytest.mark.usefixtures("more")
def test_a_language_counts_in_as_many_forms_as_it_has() -> None:
    said = [tongue("pl").number("{n} line", "{n} lines", n) for n in (1, 3, 5)]
    assert said == ["1 wiersz", "3 wiersze", "5 wierszy"]


def test_portuguese_says_nothing_and_one_in_the_singular_and_has_a_comma() -> None:
    said = [Tongue(OTHER).number("{n} line", "{n} lines", n) for n in (0, 1, 2)]
    assert said == ["0 linha", "1 linha", "2 linhas"]
    assert (Tongue(OTHER).figure(2.5), Tongue("en").figure(2.5), Tongue("en").figure(12.0)) == ("2,5", "2.5", "12")


# ------------------------------------------------------------------ what other rooms say


@pytest.mark.parametrize("sentence", [*REFUSALS, *CHANGES])
def test_a_refusal_is_known_by_its_pattern_and_said_with_its_values(sentence: str) -> None:
    values = {name: "7" if name == "n" else f"<{name}>" for name in FIELD.findall(sentence)}
    text = sentence.format_map(values)
    assert pattern(sentence).fullmatch(text)
    said = translated(text, tongue(OTHER))
    assert said != text and all(value in said for value in values.values())


def test_english_says_a_refusal_as_it_stands_and_an_unknown_one_is_said_so_anywhere() -> None:
    assert in_full("no fight is running; begin one first", tongue("en")) == "No fight is running; begin one first."
    assert in_full("nobody has ever heard of this", tongue(OTHER)) == "Nobody has ever heard of this."
    assert in_full("zzz; no fight is running; begin one first", tongue(OTHER)).startswith("Zzz")


REFUSED = {
    ("order/adjust", "who=nobody&pool=hp&by=1"): "Ninguém aqui se chama",
    ("order/option", "name=zz&value=1"): "não tem a opção",
    ("order/mission", "do=stop"): "O tempo de missão não está contando.",
    ("order/tick", "minutes=soon"): "deve ser um número inteiro",
    ("say", "text=goto 999"): "Não há linha 999",
    ("say", "text=sheet zz"): "Ninguém aqui se chama",
    ("say", "text=qqq"): "não é palavra da mesa",
    ("rewind", "kind=redo"): "Não há nada para refazer.",
    ("order/begin", ""): "Já está feito",
}


@pytest.mark.parametrize(("asked", "answer"), REFUSED.items())
def test_what_the_table_refuses_is_said_in_the_readers_language(asked: tuple[str, str], answer: str) -> None:
    path, fields = asked
    with served() as here:
        given = dict(one.split("=", 1) for one in fields.split("&") if one)
        assert answer in here.gm.post(f"/t/{here.room.name}/{path}", given, accept_language=OTHER).text


def test_a_ready_made_fight_begins_with_the_names_of_the_language_it_is_made_in() -> None:
    for id in fights():
        meeting = told_in(load(id), tongue(OTHER))
        assert meeting.title != load(id).title
        assert meeting.sides.keys() == load(id).sides.keys()
        assert [one.name for one in meeting.people] == [one.name for one in load(id).people]


def test_a_condition_can_be_put_on_by_what_the_page_calls_it() -> None:
    with served() as here:
        path, fields = f"/t/{here.room.name}/order/mark", {"who": "ana", "name": "caído"}
        here.gm.post(path, fields, accept_language=OTHER)
        assert here.room.session.table.who("ana").has("prone")


def test_a_number_that_is_typed_into_a_form_is_a_number_for_the_order() -> None:
    with served() as here:
        before = here.room.session.table.who("ana").pools["hp"].now
        here.gm.post(f"/t/{here.room.name}/order/adjust", {"who": "ana", "pool": "hp", "by": "-3"})
        assert here.room.session.table.who("ana").pools["hp"].now == before - 3


def test_names_are_never_taken_for_sentences_with_values() -> None:
    assert render(OTHER, "parts/said.html", text="{name} <b>", kind="refused").count("{name} &lt;b&gt;") == 1
