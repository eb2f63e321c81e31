"""Errors a user can cause. Each carries one sentence that names the place and the remedy."""


class FirefightError(Exception):
    """Base of every error a user can cause: front ends show its sentence, never a stack trace."""


class Refused(FirefightError):
    """A command or an answer the table does not take, with the reason."""
