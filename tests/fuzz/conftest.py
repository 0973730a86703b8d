"""The helpers of these tests stand beside them; trees of the language are made as in the tests of the syntax, look-alikes as in those of play."""

import sys
from pathlib import Path

tests = Path(__file__).parents[1]
sys.path[:0] = [str(tests / each) for each in ("fuzz", "syntax", "play")]
