"""Lets the tests of this folder use its modules."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
