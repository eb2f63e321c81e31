"""Firefight runs the combat turn of four cyberpunk tabletop games by the book.

Every value is immutable: a change returns a new value and leaves the old one as it was.
"""
