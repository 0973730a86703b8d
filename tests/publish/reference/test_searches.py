"""What readers look for stands first: thirteen searches on a built site, answered by the search of its own theme."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.publish.reference.test_command import run

CI = Path(__file__).parents[3] / ".ci"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node: `apt-get install nodejs`")
@pytest.mark.skipif(find_spec("material") is None, reason="there is no MkDocs: `pip install -e .[docs]`")
def test_the_page_that_answers_is_found_first(tmp_path):
    assert run("docs", "the-cave", "--no-figures", "--out", tmp_path)[0] == 0
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(tmp_path / "mkdocs.en.yml")]
    subprocess.run(build, check=True, env=environment)
    asked = ["node", str(CI / "check_searches.mjs"), str(tmp_path / "site" / "en"), str(CI / "searches.json")]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
