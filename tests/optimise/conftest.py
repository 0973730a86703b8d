"""The rulesets and their options stand among the tests of the engines, ways to write rule files among the fuzz."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / each) for each in ("engines", "play", "fuzz", "syntax"))]
