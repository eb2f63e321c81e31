"""How somebody decides, in plain words and numbers: one language for mobs, players who are away, and the simulator."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from firefight.errors import FirefightError


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody decides. Shares are per cent.

    `targets`: whom he attacks: the weakest, the strongest, the nearest, or (spread) each one of his own. `cover`, `guard`:
    at how much health left, or less, he looks for cover, and gives up acting for a full defence when attacked (0: never).
    `flee`: at how much health left, or less, he runs; `breaks`: at which share of his side down he does. `spends`: whether
    he uses Luck, Edge, pools and powers. `waits`: whether he lets others act first in the first round. Everybody dodges
    where that costs nothing and makes him harder to hit, but for one who `stands`: he does nothing but attack the first
    enemy still standing, and nothing makes him run.
    """

    name: str
    sentence: str
    targets: Literal["weakest", "strongest", "nearest", "spread"] = "weakest"
    cover: int = 50
    guard: int = 0
    flee: int = 0
    breaks: int = 0
    spends: Literal["never", "when hurt", "freely"] = "when hurt"
    waits: bool = False
    fights: bool = True
    stands: bool = False


STEADY = Policy("steady", "Shoots the weakest, takes cover when half dead, spends points when hurt, and stays to the end.")
POLICIES = {
    policy.name: policy
    for policy in (
        STEADY,
        Policy(
            "aggressive", "Goes for the strongest, never minds cover, spends everything at once, and stays to the end.",
            "strongest", cover=0, spends="freely",
        ),
        Policy(
            "careful", "Lets others act first, keeps in cover, defends when badly hurt, and runs with a quarter of his health.",
            "weakest", cover=100, guard=40, flee=25, waits=True,
        ),
        Policy(
            "mob", "Everybody attacks one of his own, nobody takes cover, and all run when half of them are down.",
            "spread", cover=0, breaks=50, spends="never",
        ),
        Policy(
            "coward", "Shoots whoever is nearest from behind cover, and runs when he is hurt or the first of his side falls.",
            "nearest", cover=100, guard=100, flee=60, breaks=1,
        ),
        Policy("bystander", "Takes cover and attacks nobody.", cover=100, guard=100, fights=False),
        Policy(
            "stand-up", "Attacks the first enemy still standing with the first weapon that works, reloads it, stays to the end.",
            cover=0, spends="never", stands=True,
        ),
    )
}  # fmt: skip
"""The policies that are ready-made, by name."""


def policy(name: str) -> Policy:
    """The policy of this name. Raises FirefightError for an unknown one."""
    if name not in POLICIES:
        raise FirefightError(f"there is no policy '{name}'; there are {', '.join(POLICIES)}")
    return POLICIES[name]
