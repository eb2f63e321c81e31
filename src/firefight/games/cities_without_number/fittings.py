"""What a sheet keeps of the time between fights: mods in gear, home-made things, and what is carried besides weapons."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Mod(Struct, frozen=True, omit_defaults=True):
    """A mod in one item, or a jury-rigged item itself, which needs maintenance like one. CWN-CRAFT-04 CWN-MOD-02 CWN-MOD-05

    `fix` and `heal` are the levels it takes, -1 for none; `by` is the tech who built it, `keeper` the one who maintains it
    now. `since` is the minute of the last maintenance where nobody does. `fitted` is False while it is out of its item,
    `free` needs no maintenance, `factory` none before the item gets another mod.
    """

    name: str
    item: str
    fix: int = 0
    heal: int = -1
    components: int = 0
    by: str = ""
    keeper: str = ""
    since: int = 0
    fitted: bool = True
    free: bool = False
    factory: bool = False
    whole: bool = False


class Made(Struct, frozen=True, omit_defaults=True):
    """A thing that somebody has built, and in which grade. CWN-CRAFT-04 CWN-CRAFT-06"""

    name: str
    grade: str = "normal"
    by: str = ""


class Load(Struct, frozen=True, omit_defaults=True):
    """Things of one kind that somebody carries: points for each, where, and whether they are tied in threes. CWN-ENC-02"""

    name: str
    count: int = 1
    points: int = 1
    place: Literal["readied", "stowed"] = "stowed"
    bundled: bool = False
