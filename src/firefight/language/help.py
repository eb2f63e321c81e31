"""The words of the table: what one can type beside the verbs of the menu."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    """A word of the command language: how it is used, and what it does in one sentence."""

    usage: str
    sentence: str
    names: tuple[str, ...] = ()
    gm: bool = False


WORDS: dict[str, Word] = {
    "begin": Word("begin [WHO ...] [surprised WHO ...]", "Starts a fight between those named, or everybody here.", gm=True),
    "end": Word("end [fight]", "Ends the fight and reveals the seed of its dice.", gm=True),
    "close": Word("close", "Closes the table and reveals the seed of all dice outside fights.", gm=True),
    "pass": Word("pass", "Ends the turn, or lets a chance to answer go by. Enter alone does the same.", ("done", "end turn")),
    "next": Word("next", "Passes for everybody who is awaited now.", gm=True),
    "force": Word("force REASON: ACT", "Lets through what the rules refuse; the reason stands in the log.", gm=True),
    "undo": Word("undo", "Takes the newest command back, dice and all."),
    "redo": Word("redo", "Does again what was taken back.", gm=True),
    "goto": Word("goto LINE", "Goes to the state after a line of the log; nothing is lost.", ("go to",), gm=True),
    "log": Word("log [N]", "Shows the newest lines of the log."),
    "why": Word("why [RULE | VERB]", "Explains the rules behind the newest lines, a rule, or why a verb is refused."),
    "roll": Word("roll DICE", "Rolls dice that belong to no rule: 3d6+2, 12d6>=5, 2d20kh1."),
    "hand": Word("hand [WHO] [on | off]", "Somebody, or everybody, rolls real dice, whose faces are typed in.", gm=True),
    "view": Word("view as NAME | spectator | gm", "Shows the table as a player or a spectator may see it."),
    "order": Word("order", "Shows the order, who acts, who waits, and everybody's pools and conditions.", ("table",)),
    "map": Word("map [FILE]", "Draws the map around whoever acts; the GM puts the map of a file on the table with it."),
    "where": Word("where [WHO]", "Says how far off everybody is, who is in sight and who has cover."),
    "menu": Word("menu [WHO]", "Shows what somebody may do now."),
    "all": Word("all [WHO]", "Shows the whole menu, with every reason against what is refused."),
    "sheet": Word("sheet WHO", "Shows the numbers, pools and conditions of somebody."),
    "options": Word("options", "Shows the house rules of the table."),
    "help": Word("help [WORD]", "Explains a word, or lists them all.", ("?",)),
    "quit": Word("quit", "Leaves; the log is the save file.", ("exit", "q")),
}
