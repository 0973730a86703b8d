"""Commands that editors begin, as they are typed: `lsp`, `dap`."""

from __future__ import annotations

from typing import Annotated

from .arguments import Language, option


def lsp_command(
    lang: Language = "en",
    stdio: Annotated[bool, option("--stdio", help="What editors say; nothing else is known.")] = True,
) -> int:
    """A language server for editors, on the standard streams; needs the extra `lsp`."""
    from .serve import serve_editor

    return serve_editor(lang)


def dap_command(lang: Language = "en") -> int:
    """A debugger for editors, on the standard streams: waits at lines of rules, shows values, says why not."""
    from .serve import serve_debugger

    return serve_debugger(lang)
