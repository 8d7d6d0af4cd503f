"""`python -m eval`, also called `companion eval`: the commands that measure. Exit status as `companion`'s."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.edge import OneLineErrors, speak_utf8


class Language(StrEnum):
    ru = "ru"
    en = "en"


class Narrator(StrEnum):
    scripted = "scripted"
    llm = "llm"


class Split(StrEnum):
    dev = "dev"
    test = "test"


app = typer.Typer(
    cls=OneLineErrors,
    name="companion eval",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Measure what the companion claims, and write reports.",
)

Languages = Annotated[list[Language] | None, typer.Option("--lang", help="Only this language; may be repeated.")]
Data = Annotated[
    Path | None,
    typer.Option(help="A folder with mentions_<lang>_dev.jsonl, instead of the project's own sentences."),
]
Name = Annotated[str, typer.Option(help="What reports call the sentences of --data.")]
Reports = Annotated[Path | None, typer.Option("--reports", help="Folder for the reports.  [default: eval/reports]")]


@app.command()
def mentions(
    lang: Languages = None,
    data: Data = None,
    split: Annotated[
        Split | None, typer.Option(help="Only this part of the project's own sentences.", show_default="both")
    ] = None,
    name: Name = "tales",
    reports: Reports = None,
    cv: Annotated[bool, typer.Option("--cv", help="Fit anew what is fitted, cross-validated by tale.")] = False,
    faults: Annotated[
        bool, typer.Option("--faults", help="Print every sentence that is answered wrongly, and write no report.")
    ] = False,
) -> None:
    """Does the matcher flag the right cards? Beside baselines on the same sentences."""
    from eval.mentions import answers_of, evaluate, everything_on, faults_in
    from eval.provenance import provenance
    from eval.report import REPORTS, write_mentions

    if data and split:
        raise typer.BadParameter(
            "goes with the project's own sentences; leave it out beside --data", param_hint="--split"
        )
    for wanted, option in ((faults, "--faults"), (cv, "--cv")):
        if wanted and not data and split is not Split.dev:
            raise typer.BadParameter("the test part must stay unseen: add --split dev, or --data", param_hint=option)
    made_by = provenance()
    for given, chosen_on in _data(lang, data, split, name):
        if faults:
            for line in faults_in(given, answers_of(everything_on(given.language), given)):
                typer.echo(line)
            continue
        result = evaluate(given, chosen_on, made_by, refit=cv)
        for method in result.methods:
            one = method.overall
            typer.echo(
                f"{given.name} {given.language}  {method.name:<32} precision {one.precision:.3f}  "
                f"recall {one.recall:.3f}  F1 {one.f1:.3f}  false flag in {one.false_sentences:.1%}"
            )
        typer.echo(f"-> {write_mentions(result, reports or REPORTS)}")


@app.command()
def speed(
    lang: Languages = None,
    sentences: Annotated[int, typer.Option(min=1, help="How many the file for `companion match` has.")] = 10_000,
    reports: Reports = None,
) -> None:
    """How long does a sentence take? Beside the naive way: an encoder asked for sentence and names each time."""
    from eval.data import LANGUAGES, own_data
    from eval.provenance import provenance
    from eval.report import REPORTS
    from eval.report_speed import write_speed
    from eval.speed import measure

    made_by = provenance()
    for language in [one.value for one in lang or ()] or LANGUAGES:
        result = measure(own_data(language, "dev"), sentences, made_by)
        full, words = result.full, result.words
        typer.echo(
            f"{language}  everything on: median {full.median:.1f} ms, 95th percentile {full.percentile_95:.1f} ms, "
            f"{full.memory:.0f} MB; words: {words.median:.1f} ms, first flag after {result.cold.seconds:.2f} s; "
            f"companion match: {result.batch.per_second:.0f} sentences a second"
        )
        typer.echo(f"-> {write_speed(result, reports or REPORTS)}")


@app.command()
def curve(
    lang: Languages = None,
    data: Data = None,
    name: Name = "tales",
    reports: Reports = None,
) -> None:
    """What do the lexicon's entries bring? With none, a quarter, half, three quarters and all of them."""
    from eval.curve import measure, write_curve
    from eval.provenance import provenance
    from eval.report import REPORTS

    made_by = provenance()
    for given, _ in _data(lang, data, Split.dev, name):
        result = measure(given, made_by)
        steps = ", ".join(f"{point.entries} {point.f1:.3f}" for point in result.points)
        typer.echo(f"{given.name} {given.language}  F1 by entries: {steps}")
        typer.echo(f"-> {write_curve(result, reports or REPORTS)}")


@app.command()
def referee(
    lang: Languages = None,
    split: Annotated[Split | None, typer.Option(help="Only this part.", show_default="both")] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="A folder of challenges_<lang>.jsonl, instead of the project's narrations."),
    ] = None,
    name: Annotated[str, typer.Option(help="What reports call the narrations of --data.")] = "tales",
    reports: Reports = None,
) -> None:
    """Does the referee challenge what a fair table would challenge? Beside baselines on the same narrations."""
    from eval.data import LANGUAGES, SPLITS
    from eval.provenance import provenance
    from eval.referee import evaluate, write_referee
    from eval.report import REPORTS
    from eval.stories import narrations

    if data and split:
        raise typer.BadParameter(
            "goes with the project's own narrations; leave it out beside --data", param_hint="--split"
        )
    made_by = provenance()
    for language in [one.value for one in lang or ()] or LANGUAGES:
        for part in [name] if data else [split.value] if split else SPLITS:
            result = evaluate(narrations(language, part, data), language, part, made_by)
            for method in result.methods:
                typer.echo(
                    f"{part} {language}  {method.name:<28} macro F1 {method.macro_f1:.3f}  "
                    f"false alarms {method.false_alarms:.1%}"
                )
            typer.echo(f"-> {write_referee(result, reports or REPORTS)}")


@app.command()
def judge(
    lang: Languages = None,
    split: Annotated[Split | None, typer.Option(help="Only this part.", show_default="both")] = None,
    reports: Reports = None,
) -> None:
    """Does the judge tell plausible endings from others? Beside baselines on the same endings."""
    from eval.data import LANGUAGES, SPLITS
    from eval.judge import evaluate, write_judge
    from eval.provenance import provenance
    from eval.report import REPORTS
    from eval.stories import closings

    made_by = provenance()
    for language in [one.value for one in lang or ()] or LANGUAGES:
        for part in [split.value] if split else SPLITS:
            result = evaluate(closings(language, part), closings(language, "dev"), language, part, made_by)
            for method in result.methods:
                typer.echo(
                    f"{part} {language}  {method.name:<34} accuracy {method.accuracy:.3f}  "
                    f"pairwise {method.pairwise:.3f}  plausible refused {method.refused:.1%}"
                )
            typer.echo(f"-> {write_judge(result, reports or REPORTS)}")


@app.command()
def answers(
    lang: Languages = None,
    split: Annotated[Split | None, typer.Option(help="Only this part.", show_default="both")] = None,
    data: Annotated[Path | None, typer.Option(help="A file of labelled answers, instead of the project's own.")] = None,
    name: Annotated[str, typer.Option(help="What reports call the answers of --data.")] = "quiz",
    reports: Reports = None,
) -> None:
    """Does the companion accept the quiz answers that a fair host would? Beside baselines on the same answers."""
    from eval.answers import answers_in, evaluate, own_answers, write_answers
    from eval.data import LANGUAGES, SPLITS
    from eval.provenance import provenance
    from eval.report import REPORTS

    if data and split:
        raise typer.BadParameter(
            "goes with the project's own answers; leave it out beside --data", param_hint="--split"
        )
    made_by = provenance()
    for language in [one.value for one in lang or ()] or LANGUAGES:
        chosen_on = own_answers(language, "dev")
        for part in [name] if data else [split.value] if split else SPLITS:
            rows = answers_in(data, language) if data else own_answers(language, part)
            result = evaluate(rows, chosen_on, language, part, made_by)
            for method in result.methods:
                typer.echo(
                    f"{part} {language}  {method.name:<30} accuracy {method.accuracy:.3f}  "
                    f"wrong accepted {method.wrong_accepted:.1%}  right refused {method.right_refused:.1%}"
                )
            typer.echo(f"-> {write_answers(result, reports or REPORTS)}")


@app.command()
def narrators(
    lang: Languages = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many games a language.", show_default="200; by a model 5")
    ] = None,
    seed: Annotated[int, typer.Option(help="The first game's seed; the others count up from it.")] = 1,
    by: Annotated[
        Narrator, typer.Option(help="Who tells: scripted, or llm (the model that COMPANION_LLM names).")
    ] = Narrator.scripted,
    reports: Reports = None,
) -> None:
    """What tales do the AI narrators tell? Whole games of three of them, read by matcher, referee and judge."""
    from tqdm import tqdm

    from eval.data import LANGUAGES
    from eval.narrators import evaluate, stood_in_line, write_narrators
    from eval.provenance import provenance
    from eval.report import REPORTS

    made_by = provenance()
    for language in [one.value for one in lang or ()] or LANGUAGES:
        count = games or (200 if by is Narrator.scripted else 5)
        result = evaluate(
            language,
            count,
            seed,
            made_by,
            lambda seeds: tqdm(seeds, unit="game", disable=None, leave=False),
            by=by.value,
        )
        for name, value in result.measured.items():
            typer.echo(f"{language}  {name:<45} {value:.3f}")
        if by is Narrator.llm:
            typer.echo(f"{language}  {stood_in_line(result)}")
        typer.echo(f"-> {write_narrators(result, reports or REPORTS)}")


@app.command()
def book(
    games: Annotated[int, typer.Option(min=2, help="How many games a match.")] = 2_000,
    seed: Annotated[int, typer.Option(help="The first deal's seed; the others count up from it.")] = 1,
    reports: Reports = None,
) -> None:
    """How strong are the machine players of the book game? Each strength against the next weaker one."""
    from tqdm import tqdm

    from eval.book import evaluate, write_book
    from eval.provenance import provenance
    from eval.report import REPORTS

    result = evaluate(games, seed, provenance(), lambda seeds: tqdm(seeds, unit="game", disable=None, leave=False))
    for one in result.matches:
        low, high = one.interval
        typer.echo(
            f"{one.stronger:<8} against {one.weaker:<8} cards taken {one.taken}  "
            f"{one.share:.1%} ({low:.1%} to {high:.1%})"
        )
    typer.echo(f"-> {write_book(result, reports or REPORTS)}")


@app.command()
def load(
    tables: Annotated[int, typer.Option(min=1, max=40, help="How many tables play.")] = 8,
    people: Annotated[int, typer.Option(min=2, max=6, help="How many people sit at each.")] = 5,
    pause: Annotated[float, typer.Option(min=0.5, help="Seconds between two sentences at a table.")] = 5.0,
    seconds: Annotated[float, typer.Option(min=1, help="How long the play is measured.")] = 60.0,
    idle: Annotated[int, typer.Option(min=0, max=200, help="Tabs of the idle house; 0: leave it out.")] = 200,
    given_back: Annotated[
        float, typer.Option(min=0, help="Seconds to wait for memory after all tabs were closed.")
    ] = 300.0,
    polling: Annotated[bool, typer.Option(help="Measure pages that ask once a second, too.")] = True,
    reports: Reports = None,
) -> None:
    """How many play at once? A class at its tables, driven as browsers would; takes about ten minutes."""
    import asyncio

    from eval.load import Size, measure
    from eval.provenance import provenance
    from eval.report import REPORTS
    from eval.report_load import write_load

    size = Size(tables, people, pause, seconds, idle, given_back)
    result = asyncio.run(measure(size, provenance(), polling=polling))
    play, memory = result.play, result.memory
    typer.echo(
        f"{tables * people} people: on every screen after {play.shown.median:.0f} ms (median), "
        f"{play.shown.percentile_95:.0f} ms (95th percentile), {play.missed} missed; "
        f"server {play.processor:.0%} of a core"
    )
    if result.idle is not None:
        typer.echo(f"{result.idle.tabs} idle tabs: {result.idle.processor:.1%} of a core")
    typer.echo(f"memory: {memory.per_tab:.2f} MB a tab, {memory.per_tab_played:.2f} MB with its tale")
    typer.echo(f"-> {write_load(result, reports or REPORTS)}")


@app.command()
def wake(
    asleep: Annotated[float, typer.Option(min=1, help="Seconds that the phone sleeps.")] = 600.0,
    offline: Annotated[float, typer.Option(min=1, help="Seconds that it has no network.")] = 30.0,
    times: Annotated[int, typer.Option(min=1, max=20, help="How often.")] = 3,
    chromium: Annotated[str, typer.Option(help="The browser's program.")] = "/usr/bin/chromium",
    reports: Reports = None,
) -> None:
    """How soon does a phone that slept show the present state? A real browser; takes about fifteen minutes."""
    import asyncio

    from companion.errors import BadInput
    from eval.provenance import provenance
    from eval.report import REPORTS
    from eval.wake import measure, write_wake

    if not Path(chromium).exists():
        raise BadInput(f"companion eval wake: there is no browser at {chromium}; --chromium names another")
    found = asyncio.run(measure(chromium, asleep=asleep, offline=offline, times=times))
    for one in found:
        typer.echo(f"{one.how}, {one.away:.0f} s: {', '.join(f'{ms:.0f} ms' for ms in one.milliseconds)}")
    typer.echo(f"-> {write_wake(found, provenance(), reports or REPORTS)}")


def _data(lang: list[Language] | None, folder: Path | None, split: Split | None, name: str) -> Any:
    """The data sets asked for, each with the one on which baselines choose their thresholds."""
    from eval.data import LANGUAGES, SPLITS, data_in, languages_in, own_data

    asked = [one.value for one in lang or ()]
    if folder is not None:
        for language in asked or languages_in(folder) or LANGUAGES:
            given = data_in(folder, language, name)
            yield given, given
        return
    for language in asked or LANGUAGES:
        dev = own_data(language, "dev")
        for part in [split.value] if split else SPLITS:
            yield (dev, dev) if part == "dev" else (own_data(language, part), dev)


def main() -> None:
    speak_utf8()
    app(prog_name="companion eval")


if __name__ == "__main__":
    main()
