"""The helpers of these tests stand beside them; trees of the language are made as in the tests of the syntax."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "syntax")]
