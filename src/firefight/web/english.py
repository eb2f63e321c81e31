"""What other rooms say in English, as patterns: refusals of the table and words of a forecast, for pages in other languages.

A {name} stands for any words, {n} for a whole number. A sentence that is on no list is shown as it stands.
"""

from __future__ import annotations

from firefight.language.plain import sentence
from firefight.web.tongues import SOURCE, Tongue
from firefight.words import pattern

REFUSALS = (
    # the engine, and who may do what
    "that is not allowed: players act for their own combatants only; ask the GM",
    "nobody is here to fight; add combatants first",
    "a turn can be granted to somebody while a fight runs; windows open by themselves",
    "{squad} follows {who} already, or is the same",
    "a newcomer needs an id; give him one that is not blank",
    "'{id}' is on the table already; give the newcomer another id",
    "a sheet of {game} has no '{field}'; it has {known}",
    "'{field}' cannot be '{value}': {why}",
    "{game} has no table option '{option}'; it has {known}",
    "the table option '{option}' cannot be '{value}'; it is one of {known}",
    "there is no door '{door}' on the map",
    "there is no map to stand on",
    "nobody here is called '{who}'; here are {people}",
    # undo and its kin
    "there is nothing to do again",
    "there is no line {n}; the log runs from 1 to {last}",
    "this is the beginning of the table; there is nothing to undo",
    "this is the beginning of the fight; go to an earlier line to take the fight itself back",
    "say undo, redo, or goto with the number of a line",
    # answers and dice
    "'{value}' does not answer '{label}': choose one of {options}",
    "'{label}' needs a whole number; got '{value}'",
    "'{label}' needs {n} faces from 1 to {sides}; got {shown}",
    "'{text}' is not a number of dice; write for instance 2d6",
    "'{effect}' is no effect; say for instance '{like}', 'prone', 'not prone' or 'nothing' (pools: {pools})",
    "'{modifier}' is no modifier; write for instance '+2, -1'",
    # the GM's orders
    "there is no order '{name}'; {meant}",
    "nobody is named; say who",
    "nobody here is called '{who}'; {meant}",
    "no fight is running; begin one first",
    "there is no game '{id}'; there are {known}",
    "mission time runs already",
    "mission time does not run",
    "say when: minute = ... of the clock or after = ... minutes, one of the two",
    "minute {minute} has gone by; the clock is at {now}",
    "nothing is going on that waits for an answer",
    "{name} holds nothing back",
    "{name} has no pool '{pool}'; {meant}",
    "say what to set: pool = ... or sheet = ..., one of the two",
    "the sheet of {name} has no '{field}'; {meant}",
    "a pool is set to a whole number; got '{value}'",
    "say which state: name = ...",
    "{name} is not '{mark}'; {meant}",
    "there is no side '{side}'; {meant}",
    "{game} has no option '{option}'; {meant}",
    "'{option}' cannot be '{value}'; it is one of {known}",
    "{name} is in a turn that is going on; skip those who are one by one",
    "{name} has no turn left to skip this round",
    "{name} has used up no turn this round",
    "{name} has used up no turn '{tag}' this round; {meant}",
    "say whose place it is: who = ... or side = ..., one of the two",
    "say where to: before = ... or after = ..., one of the two",
    "there is no place free right before {name}; set the score",
    "there is no place free right after {name}; set the score",
    "a squad needs several; name at least two, or another leader",
    "{name} is in no squad",
    # maps
    "there is no map on the table; 'map' puts one there",
    "{n} squares are named for {count}; give one for each, in the same order",
    "{name} is not on the map; give degrees = ...",
    "{square} is not on another square of the map; give degrees = ...",
    "{name} is not on the map",
    "say where to: to = somebody or a square, or degrees = 90, one of the two",
    "{door} is open already",
    "{door} is shut already",
    "there is no door '{door}'; this map has none",
    "there is no door '{door}'; {meant}",
    "'{name}' is no square; write column and row, as in D4",
    "draw a map or choose a file first",
    "'{text}' is no number of metres; a square has from 0.1 to 1000",
    "'{file}' is of no kind that is known; a map file ends in {kinds}",
    "the drawing cannot be read: {why}",
    "this is no Universal VTT map: {why}",
    "the map is {width} by {height} squares; it must have from 1 to 1000 each way",
    # typed lines
    "that line is too long; 4,000 characters are the most",
    "'{verb}' needs more words: {pick}? Write for instance '{example}'",
    "'{word}' stands alone; '{rest}' says nothing to it",
    "'{rest}' says nothing to '{word}': {usage}",
    "nobody is to act; say for whom: 'NAME pass'",
    "nobody is to act; 'begin' starts a fight, 'help' lists what else there is",
    "nobody is to act, so no line of a menu has a number; 'begin' starts a fight",
    "nothing is asked just now; '=' begins an answer",
    "'{text}' does not answer '{label}': {wanted}",
    "'{text}' is not on the menu of {whose}: {verbs}",
    "the menu has no line {n}; it has 1 to {last}",
    "the menu has no line {n}; nothing is possible now",
    "type the {faces}",
    "a number is missing: {usage}",
    "'{order}' does not say who; {people}: {usage}",
    "'{order}' needs {what}: {usage}",
    "'{order}' is not an act; only acts need forcing",
    "write the reason, a colon and the act: 'force he has cover: attack rook'",
    "'end' ends the fight and '{rest}' says nothing to it; 'pass' ends a turn",
    "say whose: 'sheet NAME'",
    "say how much and whose: '{pool} -5 NAME', '{same} +3 NAME' or '{again} = 20 NAME'",
    "here are nobody yet",
    "here are {people}",
    "'{word}' is for the GM alone",
    "'{word}' is no word of the table, and no fight is running: 'begin' starts one, 'help' lists the words",
    "'{word}' is neither a word of the table nor on a menu; 'help' lists the words, 'all' the menu",
    # seats, tables and files
    "a player needs a name of 1 to {n} characters, and not 'gm' or 'spectator'",
    "there is no seat '{id}' at this table",
    "there is no such fight",
    "choose a game first",
    "a file that is sent cannot read its map from another file: draw the map in it, or send it later",
    "this is not UTF-8 text; save the file as UTF-8",
    "a value cannot be read: {why}",
    "the file is larger than {size} bytes; split it",
    "the brackets are nested too deeply",
    # odds and forecasts
    # fields of orders and of files
    '{field} must be {kind}; got the text "{text}": write {bare} without the quotation marks',
    '{field} must be {kind}; got the text "{text}"',
    "{field} must be {kind}; got '{value}'; {meant}",
    "{field} must be {kind}; got {value}",
    "{field} must be {kind}",
    "{field} must be from {least} to {most}; got {value}",
    "{field} is {n} characters long; {most} are the most",
    "{field} holds the control character {sign}; take it out",
    "{owner} has no '{field}'; {meant}",
    "{owner} needs '{field}', {kind}",
    "'{field}' number {n}",
    "a whole number",
    "a number",
    "text",
    "true or false",
    "a list",
    "a whole number or a list",
    "text or a list",
    "one of {values}",
    "no one called '{name}' is ready-made; {meant}",
    "a squad needs several; give count = 2 or more",
    'somebody has no name; give name = "..." or ready = "..."',
    "'{name}' cannot be an id; use up to 40 letters, digits, - and _, not gm",
    '{who} is on no side; give side = "..."',
    "nobody is there; add at least one [[people]]",
    "'{id}' is the id of somebody else already; give this one an id of his own",
    "a name has {n} characters at most; this one has {length}",
    "{square} is off the map, which goes from A1 to {corner}",
    "nothing is rolled for '{verb}'",
    "'{verb}' is not on the menu",
    "nobody is here; put somebody on each of two sides",
    "only one side is standing, {side}; forecast from an earlier moment, or first get somebody of {others} up again",
    "nobody is standing; forecast from an earlier moment, or first get somebody of {others} up again",
    "without those who take no part ({sides}) there are no two sides; give them a policy that fights, like steady",
    "everybody here is on one side, {side}; put somebody on another side",
    "the fight does not go on: nobody is awaited",
    "processes that play fights die again and again; try one worker, or see whether memory is short",
    # what was probably meant
    "did you mean '{one}' or '{other}'?",
    "did you mean '{one}'?",
    "there is none",
    "there is {known}",
)
CHANGES = (
    "one more {who}",
    "one {who} less",
    "without {who}",
    "better armour for the crew",
    "the crew plays carefully",
    "the others run when half of them are down",
)
"""What a forecast hangs on."""


def translated(text: str, _: Tongue) -> str:
    """A sentence of another room in the language of the page; several that are joined by semicolons, one by one."""
    if _.language == SOURCE:
        return text
    if (found := matching(text, _)) is not None:
        return found
    return "; ".join(matching(part, _) or part for part in text.split("; "))


def matching(text: str, _: Tongue) -> str | None:
    """The sentence by the first pattern that fits and that the language knows; None where there is none."""
    for known in (*REFUSALS, *CHANGES):
        if _.knows(known) and (found := pattern(known).fullmatch(text)):
            return _(known, **{name: translated(value, _) for name, value in found.groupdict().items()})
    return None


def in_full(text: str, _: Tongue) -> str:
    """A refusal as a sentence on the page: with a capital and a full stop."""
    return sentence(translated(text, _))
