"""The player aid prints on two pages in Chromium, and is the same PDF each time."""

import re
import shutil
import subprocess
from functools import cache

import pytest

from cavewright.publish.reference.player_aid import as_pdf, player_aid
from cavewright.publish.reference.reference import Reference

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
in_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: `apt-get install chromium`")


def chromium(*arguments, timeout=120):
    done = subprocess.run(
        [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", *arguments], capture_output=True, timeout=timeout
    )
    assert done.returncode == 0, done.stderr[-500:]
    return done.stdout.decode()


@cache
def aid_of(spec):
    return player_aid(Reference.of([spec], with_figures=False).games[0])


def pages_in(pdf):
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@in_chromium
@pytest.mark.parametrize(
    "spec",
    [
        "tic-tac-toe",
        "the-cave",
        pytest.param("kave-kapers", marks=pytest.mark.long),
        pytest.param("cave-vs-cave", marks=pytest.mark.long),
    ],
)
@pytest.mark.long
def test_the_player_aid_prints_on_two_pages(spec, tmp_path):
    (tmp_path / "aid.html").write_text(aid_of(spec), encoding="utf-8")
    chromium(
        f"--user-data-dir={tmp_path}/profile",
        "--no-pdf-header-footer",
        f"--print-to-pdf={tmp_path}/aid.pdf",
        (tmp_path / "aid.html").as_uri(),
    )
    assert pages_in((tmp_path / "aid.pdf").read_bytes()) == 2


@pytest.mark.long
def test_the_player_aid_as_pdf_is_the_same_each_time():
    pytest.importorskip("weasyprint", reason="WeasyPrint is not installed: `pip install -e .[pdf]`")
    made = [as_pdf(aid_of("the-cave")) for _ in range(2)]
    assert made[0] == made[1] and made[0].startswith(b"%PDF")
    assert len(re.findall(r"<section", aid_of("the-cave"))) == 2
