"""The dice of a scenario: faces by label for one step, and what of them was missing or left over."""

from __future__ import annotations

from collections.abc import Mapping

from firefight.dice import Dice, Faces, Keyed, derived, fitting

PROBE = Keyed(b"probe")


class StepDice:
    """A source that is loaded anew for each step. A label without faces falls to the spare dice, else it is missing.

    What is missing gets a face all the same, so that everything a step needs is told at once.
    """

    def __init__(self, words: str = "") -> None:
        self.spare = Keyed(derived(words.encode(), "scenario")) if words else None
        self.left: dict[str, list[int]] = {}
        self.missing: list[str] = []

    def load(self, rolls: Mapping[str, int | tuple[int, ...]]) -> None:
        """The faces of the next step."""
        self.left = {label: [faces] if isinstance(faces, int) else list(faces) for label, faces in rolls.items()}
        self.missing = []

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        """The next faces given for this label."""
        left = self.left.get(label)
        if left is None and self.spare is not None:
            return self.spare.faces(path, label, n, sides)
        if left is None or len(left) < n:
            given = f", {len(left)} given" if left else ""
            self.missing.append(f"'{label}' ({n}d{sides}{given})")
            return tuple(1 + face for face in PROBE.faces(path, label, n, max(1, sides - 2))) if sides > 2 else (1,) * n
        taken, self.left[label] = tuple(left[:n]), left[n:]
        return fitting(taken, Dice(n, sides), label)

    def unused(self) -> tuple[str, ...]:
        """Labels with faces that nobody asked for."""
        return tuple(label for label, faces in self.left.items() if faces)
