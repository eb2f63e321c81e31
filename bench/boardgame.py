"""The peer: boardgame.io's own server, one trivial move in memory with 3 KB of state, its socket spoken to on bare sockets."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from bench.peers import NODE
from bench.watchers import Crowd, Line

SERVER = """
const { Server } = require("boardgame.io/server");
const game = { name: "fire", setup: () => ({ n: 0, text: "x".repeat(3000) }), moves: { go: ({ G }) => ({ ...G, n: G.n + 1 }) } };
Server({ games: [game], origins: ["*"] }).run(Number(process.argv[2]));
"""


def script() -> Path:
    """The server's script, beside its packages."""
    path = NODE / "boardgame.cjs"
    path.write_text(SERVER)
    return path


class Socket(Line):
    """A client of the game's socket: counts the updates it gets, and says that it is alive when it is asked."""

    def __init__(self, port: int, match: str, player: str | None) -> None:
        super().__init__(port, "all", self.updates)
        self._rest = b""
        self.match = match
        self.socket.sendall(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\n"
            b"connection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        self._until(b"\r\n\r\n")
        self.say("40/fire,")
        self._until(b"40/fire,")
        self.say(f"42/fire,{json.dumps(['sync', match, player, None, 1])}")
        self._until(b'"sync"')
        self._rest = b""

    def _until(self, text: bytes) -> None:
        got = b""
        while text not in got:
            piece = self.socket.recv(1 << 18)
            if not piece:
                raise ConnectionError(got[:200].decode(errors="replace"))
            got += piece

    def say(self, text: str) -> None:
        """One message."""
        self.socket.sendall(framed(text))

    def updates(self, data: bytes) -> int:
        """How many updates are whole by now."""
        self._rest += data
        found = 0
        while (message := self._message()) is not None:
            found += message.startswith(b'42/fire,["update"')
            if message == b"2":
                self.say("3")
        return found

    def _message(self) -> bytes | None:
        rest = self._rest
        if len(rest) < 2:
            return None
        size, start = rest[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(rest[2:start], "big")
        if len(rest) < start + size or len(rest) < start:
            return None
        self._rest = rest[start + size :]
        return rest[start : start + size]


def framed(text: str) -> bytes:
    """A message of a client, masked as the protocol wants it."""
    data, mask = text.encode(), os.urandom(4)
    size = bytes([128 | len(data)]) if len(data) < 126 else bytes([254]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))


class Match:
    """A match that many watch; the first who asks for it makes it."""

    def __init__(self, port: int, watchers: int) -> None:
        player = first(port)
        self.crowd = Crowd([Socket(port, MATCH, None) for _ in range(watchers)], player)
        self.moves = 0

    def move(self) -> float:
        """Seconds from a move until the last who watches has it."""
        payload = {"type": "go", "args": [], "playerID": "0"}
        told = ["update", {"type": "MAKE_MOVE", "payload": payload}, self.moves, MATCH, "0"]
        self.moves += 1
        return self.crowd.press(framed(f"42/fire,{json.dumps(told)}"), {"all"})


MATCH = "match"


def first(port: int) -> Socket:
    """The player, as soon as the server is up."""
    end = time.monotonic() + 20
    while True:
        try:
            return Socket(port, MATCH, "0")
        except ConnectionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
