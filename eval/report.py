"""Results as files: JSON for programs, Markdown and a picture for people.

Reports quote no sentence: some are of people's own data, and some of data that nobody should tune to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from eval.mentions import Evaluation, Method, Unseen
from eval.provenance import Provenance
from eval.scoring import Score

REPORTS = Path(__file__).parent / "reports"

FEWEST = 10
"""In the Markdown, kinds with fewer sentences are only named, and parts with fewer cards to find get no F1."""

LANGUAGES = {"ru": "Russian", "en": "English"}


def write_mentions(result: Evaluation, folder: Path = REPORTS) -> Path:
    """Writes mentions-<data>-<lang>.{json,md,png} and gives the path of the Markdown file."""
    stem = f"mentions-{result.data}-{result.language}"
    path = write_report(stem, asdict(result), mentions_markdown(result, picture=f"{stem}.png"), folder)
    draw_mentions(result, folder / f"{stem}.png")
    return path


def write_report(stem: str, figures: Any, text: str, folder: Path) -> Path:
    """Writes <stem>.json with the figures and <stem>.md with the text; gives the path of the Markdown file."""
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / f"{stem}.json", figures)
    path = folder / f"{stem}.md"
    path.write_text(text, encoding="utf-8")
    return path


def write_json(path: Path, value: Any) -> None:
    """Floats to four places, so that a report changes when a figure does."""
    path.write_text(json.dumps(_rounded(value), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def mentions_markdown(result: Evaluation, picture: str) -> str:
    """The report as Markdown."""
    product = result.methods[0]
    labels = ", ".join(f"{count} {what}" for what, count in result.labels.items())
    tales = f"; from {result.tales} tales" if result.tales else ""
    parts = [
        f"# Which cards does a sentence mention? {LANGUAGES.get(result.language, result.language)}, {result.data} data",
        made_by(result.provenance),
        f"Data: {labels}{tales}. Cards left out are for the table to decide and count neither way. Of all other pairs "
        "of sentence and card each counts once. In brackets: where 95 % of resampled sets of sentences lie.",
        "## Figures to reach",
        _reached(result, product.overall),
        "## Beside the baselines",
        table(("", "precision", "recall", "F1", "sentences with a false flag", "how"), _method_rows(result.methods)),
        f"![F1 of each method, and how sure the scores may be]({picture})",
        "## By category (F1)",
        _breakdown(result.methods, {name: one.categories for name, one in _named(result.methods)}),
        "## By kind of difficulty (F1)",
        _kinds(result),
        "## Passing",
        _passing(result),
        "## By answer",
        _answers(result),
        *_faults(result),
    ]
    return "\n\n".join(parts) + "\n"


def draw_mentions(result: Evaluation, path: Path) -> None:
    """F1 of each method as bars, and beside them the reliability of the product's scores."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.6), layout="constrained")
    bars, curve = figure.subplots(1, 2, width_ratios=(3, 2))
    methods = result.methods[::-1]
    f1 = [one.overall.f1 for one in methods]
    ends = [one.overall.intervals["f1"] for one in methods]
    error = (
        [f - low for f, (low, _) in zip(f1, ends, strict=True)],
        [h - f for f, (_, h) in zip(f1, ends, strict=True)],
    )
    colours = ["#2f6f5e" if one is result.methods[0] else "#b9b2a3" for one in methods]
    bars.barh([one.name for one in methods], f1, xerr=error, color=colours, error_kw={"linewidth": 1})
    bars.set(xlim=(0, 1), xlabel="F1")
    bars.axvline(TARGETS["f1"], color="#999999", linewidth=0.8, linestyle="--")
    curve.plot([0, 1], [0, 1], color="#999999", linewidth=0.8, linestyle="--")
    most = max((one.mentions for one in result.reliability), default=1)
    curve.plot([b.mean_score for b in result.reliability], [b.right for b in result.reliability], color="#2f6f5e")
    curve.scatter(
        [b.mean_score for b in result.reliability],
        [b.right for b in result.reliability],
        s=[12 + 120 * b.mentions / most for b in result.reliability],
        color="#2f6f5e",
    )
    curve.set(xlim=(0, 1.02), ylim=(0, 1.02), xlabel="score that was given", ylabel="share that is right")
    figure.savefig(path, dpi=90, metadata={"Software": None})


TARGETS = {"f1": 0.90, "precision": 0.92, "false_sentences": 0.06, "passing": 0.85}
"""What the matcher promises."""


def made_by(provenance: Provenance) -> str:
    """The line that says where figures come from."""
    return (
        f"Made by `{provenance.command}` at commit `{provenance.commit}`"
        f"{' with changes not yet committed' if provenance.commit.endswith('+') else ''}, "
        f"Python {provenance.python}, {provenance.cores} cores."
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; all columns but the first are set to the right when they hold figures."""
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def targets_table(rows: Iterable[tuple[str, str, str, bool]]) -> str:
    """What was wanted, what was measured, and whether that is enough, as a Markdown table."""
    return table(
        ("", "wanted", "measured", "reached"),
        [(what, wanted, found, "yes" if reached else "**no**") for what, wanted, found, reached in rows],
    )


def _reached(result: Evaluation, overall: Score) -> str:
    rows = [
        ("F1", f"at least {TARGETS['f1']:.2f}", f"{overall.f1:.3f}", overall.f1 >= TARGETS["f1"]),
        (
            "precision",
            f"at least {TARGETS['precision']:.2f}",
            f"{overall.precision:.3f}",
            overall.precision >= TARGETS["precision"],
        ),
        (
            "sentences with a false flag",
            f"at most {TARGETS['false_sentences']:.0%}",
            f"{overall.false_sentences:.1%}",
            overall.false_sentences <= TARGETS["false_sentences"],
        ),
        (
            "`passing` right",
            f"at least {TARGETS['passing']:.0%}",
            f"{result.passing.accuracy:.1%}",
            result.passing.accuracy >= TARGETS["passing"],
        ),
    ]
    return targets_table(rows)


def _method_rows(methods: Sequence[Method]) -> Iterable[tuple[str, ...]]:
    for number, one in enumerate(methods):
        name = f"**{one.name}**" if number == 0 else one.name
        shares = [_share(one.overall, what) for what in ("precision", "recall", "f1")]
        low, high = one.overall.intervals["false_sentences"]
        yield (name, *shares, f"{one.overall.false_sentences:.1%} ({low:.1%}–{high:.1%})", one.note or "–")


def _share(one: Score, what: str) -> str:
    low, high = one.intervals[what]
    return f"{getattr(one, what):.3f} ({low:.3f}–{high:.3f})"


def _named(methods: Sequence[Method]) -> list[tuple[str, Method]]:
    return [(one.name, one) for one in methods]


def _breakdown(methods: Sequence[Method], parts: dict[str, dict[str, Score]]) -> str:
    """One row a part, with what is to be found there, the product's precision and recall, and each method's F1."""
    product = parts[methods[0].name]
    head = ("", "to find", "precision", "recall", *(one.name for one in methods), "false flag in")
    rows = [
        (
            part,
            str(one.right + one.missed),
            f"{one.precision:.3f}" if _is_enough(one) else "–",
            f"{one.recall:.3f}" if _is_enough(one) else "–",
            *(f"{parts[method.name][part].f1:.3f}" if _is_enough(one) else "–" for method in methods),
            f"{one.false_sentences:.1%} of {one.sentences}",
        )
        for part, one in product.items()
    ]
    return table(head, rows)


def _is_enough(one: Score) -> bool:
    return one.right + one.missed >= FEWEST


def _kinds(result: Evaluation) -> str:
    product = result.methods[0].kinds
    if not product:
        return "The data names no kinds."
    enough = [kind for kind, one in product.items() if one.sentences >= FEWEST]
    few = [f"{kind} ({one.sentences})" for kind, one in product.items() if one.sentences < FEWEST]
    text = _breakdown(
        result.methods, {name: {kind: one.kinds[kind] for kind in enough} for name, one in _named(result.methods)}
    )
    note = "Where little or nothing is to be found, only the last column means something."
    rest = f"\n\nToo few sentences to score: {', '.join(few)}." if few else ""
    return f"{text}\n\n{note}{rest}"


def _passing(result: Evaluation) -> str:
    one = result.passing
    return (
        f"Of {one.cards} cards that were rightly flagged, the labels call {one.passing} passing. The matcher's "
        f"`passing` is right for {one.accuracy:.1%}; calling none of them passing would be right for "
        f"{one.always_plot:.1%}. Of the passing ones it finds {one.found:.1%}.{_passing_unseen(result.passing_unseen)}"
    )


def _passing_unseen(unseen: Unseen) -> str:
    """Development data are what that model was made from, so figures on them flatter it."""
    figures = ", ".join(f"{name} {value:.3f}" for name, value in unseen.figures.items() if name != "mentions")
    return f"\n\nOn tales that its model has not seen ({unseen.how}, cross-validated by tale): {figures}."


def _answers(result: Evaluation) -> str:
    rows = [
        (
            answer,
            *(str(count) for count in (one.shown, one.flags, one.mentioned, one.left_out)),
            str(one.shown - one.mentioned - one.left_out),
        )
        for answer, one in result.answers.items()
    ]
    head = ("answer", "shown", "of them flags", "mentioned", "for the table", "not mentioned")
    found = result.methods[0].overall
    asked = sum(one.mentioned for one in result.answers.values()) - found.right
    return (
        "What the labels say of everything that the matcher shows. Below a score of 0.5 it is a question, no flag. "
        f"Of {found.right + found.missed} cards to be found, {found.right} are flagged, and {asked} more are asked "
        f"about.\n\n{table(head, rows)}"
    )


def _faults(result: Evaluation) -> list[str]:
    if not result.faults:
        return []
    worst = result.faults[:20]
    rows = [(one.card, str(one.false), str(one.missed)) for one in worst]
    return ["## Cards with most faults", table(("card", "false flags", "missed"), rows)]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(one) for one in value]
    return value
