"""The `companion` command (design, section 5): each file here is one command, this one gathers them.

Exit status: 0 done; 1 something that the message names went wrong; 2 the command was called wrongly.
Nothing heavy is imported before a command needs it, so `companion --help` answers at once.
"""

from __future__ import annotations

import typer

from companion import __version__
from companion.cli.check_answers import check_answers
from companion.cli.db import db
from companion.cli.doctor import doctor
from companion.cli.edge import OneLineErrors, speak_utf8
from companion.cli.eval import evaluate
from companion.cli.judge import judge
from companion.cli.match import match
from companion.cli.play import play
from companion.cli.referee import referee
from companion.cli.replay import replay
from companion.cli.serve import serve
from companion.cli.simulate import simulate

app = typer.Typer(
    cls=OneLineErrors,
    name="companion",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (serve, play, replay, simulate, match, referee, judge, check_answers, doctor):
    app.command()(command)
app.add_typer(db, name="db")
# Whatever follows is for the other program, `--help` included.
app.command("eval", add_help_option=False, context_settings={"ignore_unknown_options": True, "allow_extra_args": True})(
    evaluate
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def companion(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Print the version."),
) -> None:
    """Story Companion: tell a tale together, in the browser or in the terminal."""


def main() -> None:
    """The console script."""
    speak_utf8()
    app(prog_name="companion")
