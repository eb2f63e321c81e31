"""Many who listen, in one loop on bare sockets: how long from a press until the last of them has the whole message."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable, Collection, Sequence

PATIENCE = 20.0
END = b"\n\n"
"""What ends a message of an event stream."""


class Line:
    """A connection that gets messages. `count` tells how many ends of messages are in some new bytes."""

    def __init__(self, port: int, look: str = "", count: Callable[[bytes], int] | None = None) -> None:
        self.look = look
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.count = count or self.ends
        self.got = self.bytes = 0
        self._last = b""

    def ends(self, data: bytes) -> int:
        """Ends of messages; one may be cut by the edge between two pieces."""
        found = (self._last + data).count(END)
        self._last = data[-1:]
        return found

    def take(self) -> None:
        """Takes what has come."""
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionError("the server has ended a line")
        self.bytes += len(data)
        self.got += self.count(data)


class Crowd:
    """All who listen to one server, and the one who presses."""

    def __init__(self, lines: Sequence[Line], presses: Line) -> None:
        self.lines, self.presses = lines, presses
        self.poll = select.epoll()
        self.pressed = 0.0
        self.known = {one.socket.fileno(): one for one in (*lines, presses)}
        for number in self.known:
            self.poll.register(number, select.EPOLLIN)

    def press(self, request: bytes, looks: Collection[str]) -> float:
        """Seconds from a press until everybody who looks so has one message more. Waits for the answer as well."""
        waiting = {number for number, one in self.known.items() if one.look in looks or one is self.presses}
        want = {number: self.known[number].got + 1 for number in waiting}
        last = start = self.pressed = time.perf_counter()
        self.presses.socket.sendall(request)
        while waiting:
            found = self.poll.poll(PATIENCE)
            if not found:
                raise TimeoutError(f"{len(waiting)} who listen have got nothing for {PATIENCE:.0f} seconds")
            for number, _ in found:
                one = self.known[number]
                one.take()
                if number in waiting and one.got >= want[number]:
                    waiting.discard(number)
                    if one is not self.presses:
                        last = time.perf_counter()
        return last - start

    def settle(self, seconds: float = 0.01) -> float:
        """Takes in whatever still comes, until it is quiet. Seconds from the press to the last of it; 0 where nothing came."""
        last = self.pressed
        while found := self.poll.poll(seconds):
            for number, _ in found:
                self.known[number].take()
            last = time.perf_counter()
        return last - self.pressed

    def close(self) -> None:
        """Everybody goes."""
        for one in self.known.values():
            one.socket.close()
        self.poll.close()


def opened(port: int, path: str, look: str = "", **headers: str) -> Line:
    """An open line to a path, past its head and its first message."""
    line = Line(port, look)
    told = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    line.socket.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n{told}\r\n".encode())
    got = b""
    while b"\r\n\r\n" not in got or not got.partition(b"\r\n\r\n")[2].count(END):
        piece = line.socket.recv(1 << 18)
        if not piece:
            raise ConnectionError(got[:200].decode())
        got += piece
    if b" 200 " not in got[:20]:
        raise ConnectionError(got[:200].decode())
    line._last = got[-1:]
    return line


def answers(data: bytes) -> int:
    """Heads of answers in some bytes: one for each request that was sent."""
    return data.count(b"HTTP/1.1 ")
