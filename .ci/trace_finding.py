"""Shows who makes a finding: the calls from the command line to the line of the engine that made it.

python .ci/trace_finding.py C0410 docs/diagnostics/C0410/bad.cave
python .ci/trace_finding.py C0410 mine.cave --set many=20       what else `cavewright check` takes may follow
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from pathlib import Path

from cavewright.connect.cli import main
from cavewright.foundation.source import Diagnostic

ENGINE = Path(main.__code__.co_filename).parents[2]


def traced(code: str) -> None:
    """From now on whoever makes a finding with this code is printed, each chain of calls once."""
    told = set[str]()
    made = Diagnostic.__init__

    def made_by(self: Diagnostic, *given: object, **named: object) -> None:
        made(self, *given, **named)  # type: ignore[arg-type]
        if self.code == code and (chain := calls()) not in told:
            told.add(chain)
            print(f"{self.message}\n{chain}\n")

    Diagnostic.__init__ = made_by  # type: ignore[method-assign,assignment]


def calls() -> str:
    """The calls of the engine that have led here, the outermost first."""
    frames = [each for each in traceback.extract_stack() if Path(each.filename).is_relative_to(ENGINE)]
    frames = [each for each in frames if each.name != "at"]
    return "\n".join(f"    {Path(each.filename).relative_to(ENGINE)}:{each.lineno}  {each.name}" for each in frames)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    traced(sys.argv[1])
    with tempfile.TemporaryDirectory() as nothing_kept:
        os.environ["CAVEWRIGHT_CACHE"] = nothing_kept
        sys.argv = ["cavewright", "check", *sys.argv[2:]]
        main()
