"""Handing a message on at once: to two hundred lines in a row, without waking a task for each, or making a copy for each."""

from __future__ import annotations

from collections.abc import Callable

from litestar.types import Send
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

Push = Callable[[bytes], bool]
"""Writes a chunk at once, unless something is in the way; whether it is written."""


def held_up(chunk: bytes) -> bool:
    """Writes nothing: whoever has something to say waits for the network."""
    return False


def push(send: Send) -> Push:
    """What writes at once to whom `send` sends. Only uvicorn's own lines can be written to so; for all others there is a task.

    It does what uvicorn does with a piece of a body, without building the same chunk again for each who gets it: half the time
    of telling everybody. As long as the network holds something up, the client has gone, or the answer is not sent in chunks,
    nothing is written.
    """
    cycle = getattr(send, "__self__", None)
    if not isinstance(cycle, RequestResponseCycle):
        return held_up

    def pushed(chunk: bytes) -> bool:
        if cycle.flow.write_paused or cycle.disconnected or cycle.response_complete or not cycle.chunked_encoding:
            return False
        cycle.transport.write(chunk)
        return True

    return pushed


def chunk(message: bytes) -> bytes:
    """A message as a piece of a body that is sent in chunks."""
    return b"%x\r\n%b\r\n" % (len(message), message)
