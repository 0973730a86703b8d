"""Commands of publishers, translators and embedders, as they are typed: `diff`, `docs`, `translate`, `serve`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from typer import BadParameter

from .arguments import AsJson, Language, SetOptions, any_language, argument, option, words
from .rules_argument import settings_of


def diff_command(
    old: Annotated[str, argument("A", help="Id or path, with overlays: ID+my-rule.")],
    new: Annotated[str, argument("B", help="What to compare it with.")],
    texts: Annotated[
        bool, option("--texts", help="Also what differs in wording only, or has no effect on play.")
    ] = False,
    set_: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> int:
    """How two rulesets differ, rule by rule, in words."""
    from .diff import diff

    return diff(old, new, settings_of(set_), texts=texts, as_json=as_json, lang=lang)


def docs_command(
    specs: Annotated[
        list[str] | None,
        argument(
            "RULESET",
            help="What to publish: games, games with overlays, or overlays alone. All that there are, if not said.",
        ),
    ] = None,
    out: Annotated[
        Path, option("--out", "DIR", help="The folder that is filled, with a folder for each language.")
    ] = Path("reference"),
    languages: Annotated[
        str, option("--lang", "LANGS", help="Languages of the pages: en,de,es.", show_default=True)
    ] = "en",
    strict: Annotated[bool, option("--strict", help="A rule without a text or an example is an error too.")] = False,
    pdf: Annotated[bool, option("--pdf", help="The player aid as PDF too; needs the extra `pdf`.")] = False,
    figures: Annotated[
        bool,
        option("--figures/--no-figures", help="Play simulated games of which no figures are kept, or leave those out."),
    ] = True,
    set_: SetOptions = None,
) -> int:
    """A rule reference to publish: Markdown, pictures and a navigation file."""
    from .docs import docs

    return docs(specs or [], out, words(languages), settings_of(set_), strict=strict, pdf=pdf, figures=figures)


def translate_command(
    name: Annotated[str, argument("RULESET", help="Whose texts; the last overlay, if some are named.")],
    lang: Annotated[str, option("--lang", "LANG", help="The language to translate into.", callback=any_language)],
) -> int:
    """A catalogue of the texts of rules, to be filled in by a translator."""
    from .translate import translate

    return translate(name, lang)


def serve_command(
    specs: Annotated[
        list[str] | None, argument("RULESET", help="What is played; all that are installed, if not said.")
    ] = None,
    stdio: Annotated[bool, option("--stdio", help="JSON-RPC 2.0 on the standard streams, one message a line.")] = False,
    mcp: Annotated[
        bool, option("--mcp", help="The Model Context Protocol on the standard streams; needs the extra `mcp`.")
    ] = False,
    lang: Language = "en",
) -> int:
    """Matches for other programs and for language models."""
    from .serve import serve_mcp, serve_stdio

    if stdio == mcp:
        raise BadParameter("one of --stdio and --mcp")
    return serve_mcp(specs or [], lang) if mcp else serve_stdio(specs or [])


PUBLISHING: dict[str, Callable[..., int]] = {
    "diff": diff_command,
    "docs": docs_command,
    "translate": translate_command,
    "serve": serve_command,
}
"""What is typed, and what it does."""
