"""Running the server: where tables are kept, the links that are printed, the code to scan."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from collections.abc import Callable

import uvicorn

from firefight.store import Store
from firefight.web.app import application


def serve(
    store: Store, host: str, port: int, tell: Callable[[str], None], open: bool = False, address: str = "", browser: bool = False
) -> None:
    """Serves the tables of a store until somebody stops it. `tell` gets the lines for whoever started it."""
    secret = secrets.token_urlsafe(18)
    app = application(store, secret, open)
    base = address.rstrip("/") or f"http://{reachable(host)}:{port}"
    app.state["address"] = base
    link = f"{base}/host/{secret}"
    tell(f"Your link, as the GM:  {link}")
    tell(f"The tables are kept in {store.place}. Ctrl+C stops the server; everything is saved as it happens.")
    if browser:
        webbrowser.open(link)
    config = uvicorn.Config(app, host=host, port=port, log_level="warning", ws="none", timeout_graceful_shutdown=2, lifespan="on")
    uvicorn.Server(config).run()


def reachable(host: str) -> str:
    """The address at which other devices in the room find this one."""
    if host not in ("0.0.0.0", "::", ""):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
