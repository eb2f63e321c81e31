"""What has changed, to everybody who looks: one rendering for each distinct look, one frame of bytes for all who share it.

A channel holds the parts of a page as they were last sent. After a command they are drawn again; those that differ make a
frame, numbered in the channel's own count, which tells nothing but that this page has changed. Who comes back after a
gap in the network names the last frame he got, and gets what came after it, or the page whole.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping
from secrets import token_hex
from typing import Any

from firefight.web.wire import Push, chunk, held_up

Parts = Mapping[str, str]
KEPT = 64
"""Frames kept for those who come back."""
BEAT = 20.0
"""Seconds after which a silent line says that it is alive."""
NOTHING: Parts = {}
GROWING = ("log",)
"""Parts that are lists and mostly get longer."""
STILL = b": still here\n\n"


Write = Callable[[bytes], Coroutine[Any, Any, None]]
"""What sends a message over a line."""


class Watcher:
    """One open line: how it is written to, the newest frame it has got, and the seat through which it was opened."""

    def __init__(self, write: Write, at: int, place: str, seat: str = "", push: Push = held_up) -> None:
        self.write, self.push = write, push
        self.at, self.place, self.seat = at, place, seat
        self.gone = False
        self._resting: asyncio.Future[None] | None = None

    def leave(self) -> None:
        """Ends the line."""
        self.gone = True
        self.wake()

    def wake(self) -> None:
        """There is something to do."""
        if self._resting is not None and not self._resting.done():
            self._resting.set_result(None)

    async def rest(self) -> None:
        """Waits until there is."""
        self._resting = asyncio.get_running_loop().create_future()
        await self._resting
        self._resting = None

    def takes(self, piece: bytes) -> bool:
        """Writes at once, from where the message is made, if the line rests and nothing holds it up.

        A task for each line that wakes only to hand one message on costs as much as sending it.
        """
        return self._resting is not None and not self._resting.done() and self.push(piece)


class Channel:
    """One look at a table that any number of people share."""

    def __init__(self, draw: Callable[[], Parts]) -> None:
        self.draw = draw
        self.name = token_hex(4)
        self.count = 0
        self.parts: dict[str, str] = {}
        self.frames: deque[bytes] = deque(maxlen=KEPT)
        self.watchers: set[Watcher] = set()
        self.stale = True

    @property
    def place(self) -> str:
        """The name of the newest frame."""
        return f"{self.name}-{self.count}"

    def changed(self) -> None:
        """The table has changed: draws it for those who watch, else when somebody looks again."""
        self.stale = True
        if len(self.watchers):
            self.refresh()

    def refresh(self) -> Mapping[str, str]:
        """The parts as they are now."""
        if self.stale:
            self.stale = False
            drawn = self.draw()
            different = {name: html for name, html in drawn.items() if self.parts.get(name) != html}
            if different and self.parts:
                self.count += 1
                self._send(frame(self.place, different, self.parts))
            self.parts.update(different)
        return self.parts

    def _send(self, message: bytes) -> None:
        self.frames.append(message)
        piece, count, place = chunk(message), self.count, self.place
        for watcher in self.watchers:
            if watcher.at == count - 1 and watcher.takes(piece):
                watcher.at, watcher.place = count, place
            else:
                watcher.wake()

    def tell(self, name: str, html: str) -> None:
        """Something for those who watch just now, kept for nobody."""
        self.count += 1
        self._send(frame(self.place, {name: html}))

    def whole(self, place: str) -> bytes:
        """Everything, for somebody who has nothing, or what is too old to go on from."""
        return frame(self.place, self.parts)

    def missed(self, place: str) -> int | None:
        """The count of a frame that somebody names; None where what came after it is not kept."""
        name, _, count = place.partition("-")
        if name != self.name or not count.isdecimal() or len(count) > 12:
            return None
        at = int(count)
        return at if self.count - len(self.frames) <= at <= self.count else None

    async def follow(
        self, write: Write, place: str, seat: str = "", left: Coroutine[Any, Any, None] | None = None, push: Push = held_up
    ) -> None:
        """Writes everything after the frame that is named, until the line is ended or `left` has come to pass.

        `push` writes a chunk at once where that can be.
        """
        self.refresh()
        at = self.missed(place)
        watcher = Watcher(write, self.count if at is None else at, self.place, seat, push)
        self.watchers.add(watcher)
        leaving = asyncio.ensure_future(left) if left else None
        if leaving:
            leaving.add_done_callback(lambda _: watcher.leave())
        try:
            await write(self.whole(place) if at is None else STILL)
            while not watcher.gone:
                if watcher.at < self.count:
                    await write(self.after(watcher))
                    continue
                await watcher.rest()
                if watcher.at == self.count and not watcher.gone:
                    await write(STILL)
        finally:
            self.watchers.discard(watcher)
            if leaving:
                leaving.cancel()

    def beat(self) -> None:
        """A sign of life for everybody who watches."""
        for watcher in self.watchers:
            watcher.wake()

    def after(self, watcher: Watcher) -> bytes:
        """The frames a watcher has not got yet; the page whole for one who has fallen too far behind."""
        behind, before = self.count - watcher.at, watcher.place
        watcher.at, watcher.place = self.count, self.place
        if behind > len(self.frames):
            return self.whole(before)
        return self.frames[-1] if behind == 1 else b"".join(list(self.frames)[-behind:])


def frame(place: str, parts: Parts, before: Parts = NOTHING) -> bytes:
    """Some parts as one message of a stream of events; of a part that has only grown, what is new."""
    drawn = "".join(partial(name, html, before.get(name, "")) for name, html in parts.items())
    return f"id: {place}\n{lines(drawn)}\n".encode()


def partial(name: str, html: str, before: str = "") -> str:
    """A part, addressed to its place on the page. What has the focus or is half typed stays as it is."""
    if before and name in GROWING and html.startswith(before):
        return f'<hx-partial hx-target="#{name}" hx-swap="beforeend">{html[len(before) :]}</hx-partial>'
    return f'<hx-partial hx-target="#{name}" hx-swap="innerMorph">{html}</hx-partial>'


def lines(text: str) -> str:
    """A text as the data of a message."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return "data: " + plain.replace("\n", "\ndata: ") + "\n"


def close(channels: Iterable[Channel], seat: str = "") -> None:
    """Ends every line of some channels, or only those that were opened through a seat."""
    for channel in channels:
        for watcher in list(channel.watchers):
            if not seat or watcher.seat == seat:
                watcher.leave()
