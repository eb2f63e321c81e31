"""How the command line ends: one clear sentence on stderr, an exit code, and never a stack trace for a user's error."""

from collections.abc import Callable

import click
from click.exceptions import NoArgsIsHelpError

from firefight.errors import FirefightError

BAD_INPUT = 2
INTERRUPTED = 130


class Problem(click.ClickException):
    """Wrong usage or bad input: the sentence says where it is and what to do about it."""

    exit_code = BAD_INPUT


def told(run: Callable[[], object]) -> int:
    """Run the command line, tell any error in one sentence on stderr, and give the exit code."""
    try:
        code = run()
    except NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        return _tell(_sentence(error), error.exit_code)
    except FirefightError as error:
        return _tell(str(error), BAD_INPUT)
    except OSError as error:
        return _tell(unreachable(error), BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def unreachable(error: OSError) -> str:
    """What stands in the way of a file, and what to do about it."""
    match error:
        case IsADirectoryError():
            return f"{error.filename} is a folder: add the name of a file to it."
        case FileNotFoundError():
            return f"{error.filename} does not exist: check the name, and that its folder is there."
        case PermissionError():
            return f"{error.filename} is not open to you: check its permissions, or give another place."
    return f"{error.filename or 'What comes out cannot be written'}: {error.strerror or error}."


def _tell(sentence: str, code: int) -> int:
    click.echo(f"firefight: {sentence}", err=True)
    return code


def _sentence(error: click.ClickException) -> str:
    text = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{text} Try '{error.ctx.command_path} --help'."
    return text
