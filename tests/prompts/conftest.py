"""Tests of prompts share a module of replies."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
