"""The rulesets stand among the tests of the engines."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "engines")]
