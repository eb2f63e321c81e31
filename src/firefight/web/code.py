"""A link as a code to scan: on a page, or in the terminal. What draws it is loaded with the first one."""

from __future__ import annotations

import io


def code(link: str) -> str:
    """A link as a drawing for a page; empty without one."""
    import segno

    return segno.make(link).svg_inline(border=2, scale=4, omitsize=True, svgclass="qr", lineclass="qr-path") if link else ""


def in_letters(link: str) -> str:
    """A link as a drawing for the terminal."""
    import segno

    out = io.StringIO()
    segno.make(link).terminal(out, compact=True)
    return out.getvalue()
