"""The base of all events, and how names and acts are said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from msgspec import Struct

from firefight.table import Mark, Table
from firefight.timeline import Act


class Say(Protocol):
    """The words of a game in a language: its sentences, and `word` for what is no sentence."""

    def __call__(self, key: str, /, **values: Any) -> str: ...

    def word(self, kind: str, text: str, otherwise: str = "") -> str: ...


class Event(Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True, tag_field="event", tag=True):
    """The base of all events. `rules` names the ledger ids that decided, for the log to show."""

    rules: tuple[str, ...] = ()
    key: ClassVar[str] = ""

    def apply(self, table: Table) -> Table:
        """The table after this event."""
        raise NotImplementedError

    def concerns(self) -> tuple[str, ...]:
        """The combatants this event tells of."""
        who = getattr(self, "who", "")
        return (who,) if who else ()

    def line(self, table: Table, say: Say) -> str | None:
        """One line for the log, on the table after the event; None for book-keeping."""
        return say(self.key, **said(self.words(table), table, say)) if self.key else None

    def words(self, table: Table) -> dict[str, Any]:
        """The values of the line: fields by name, combatants by the name they are shown with."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        who = fields.get("who")
        return {**fields, "name": name_of(table, who)} if isinstance(who, str) else fields


def name_of(table: Table, who: str) -> str:
    """The name somebody is shown with; the id for one who is not known on this table."""
    known = table.combatants.get(who)
    return known.name if known else who


def parted(label: str, table: Table) -> tuple[str, str]:
    """A label as its role and the name of whom or which side it concerns: "resist vex anew" is "resist anew", Vex."""
    words = label.split(" ")
    for people in ({id: one.name for id, one in table.combatants.items()}, {id: side.name for id, side in table.sides.items()}):
        for at in range(len(words) - 1, 0, -1):
            if words[at] in people:
                return " ".join((*words[:at], *words[at + 1 :])), people[words[at]]
    return label, ""


def say_until(mark: Mark, table: Table, say: Say) -> str:
    """When a mark ends, in words; empty where it stays until somebody takes it off."""
    if mark.until is None:
        return ""
    key = "until_" + mark.until.edge.replace(" ", "_") + ("_next" if mark.until.skip else "")
    return " " + say(key, name=name_of(table, mark.until.who), at=mark.until.at)


def say_act(act: Act, table: Table, say: Say) -> str:
    """An act in words: its verb's sentence, with picks that are combatants by their names; a way has a sentence of its own."""
    key = "verb_move_to" if act.verb == "move" and "to" in act.picks else f"verb_{act.verb}"
    return say(key, **said(act.picks, table, say))


def said(values: Mapping[str, Any], table: Table, say: Say) -> dict[str, Any]:
    """The values of a sentence as they are said: combatants by their names, words of the game in its language."""
    return {key: said_value(key, value, table, say) for key, value in values.items()}


def said_value(key: str, value: Any, table: Table, say: Say) -> Any:
    """One value of a sentence. What is a name already, or a number, stays as it is."""
    if not isinstance(value, str) or key == "name":
        return value
    return name_of(table, value) if value in table.combatants else say.word(key, value)
