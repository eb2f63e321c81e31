"""The other process of the tests: `python -m tests.store.writer DOING PATH [NAME]`."""

import sys
from collections.abc import Callable
from itertools import count

from firefight.store import Moved, open_store
from tests.store.helpers import payload


def append_for_ever(path: str) -> None:
    with open_store(path) as store:
        if "fight" not in store.tables():
            store.create("fight", b"", b"")
        for after in count(store.newest("fight")):
            if f"side {after + 1}" not in store.tables():
                store.create(f"side {after + 1}", b"header", b"secret")
            print(store.append("fight", after, payload(after + 1)), flush=True)


def create(path: str, name: str) -> None:
    print("ready", flush=True)
    input()
    with open_store(path) as store:
        store.create(name, b"", b"")


def race(path: str, name: str) -> None:
    with open_store(path) as store:
        print("ready", flush=True)
        input()
        for after in range(100):
            try:
                print(store.append("fight", after, name.encode()))
            except Moved:
                continue


DOINGS: dict[str, Callable[..., None]] = {
    "append for ever": append_for_ever,
    "create": create,
    "race": race,
}

if __name__ == "__main__":
    DOINGS[sys.argv[1]](*sys.argv[2:])
