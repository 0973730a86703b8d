"""The helpers of these tests stand beside them; ways to walk and the domain of actions among the tests of play, random rule files among the fuzz and the syntax."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / each) for each in ("play", "fuzz", "syntax"))]
