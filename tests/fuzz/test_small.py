"""Small rule files of all sorts: some dozens here, 19,000 in the longer run."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from tests.fuzz.law import verdict, written
from tests.fuzz.small import folders

CHUNK = 250
settings.register_profile("fuzz", deadline=None, database=None, suppress_health_check=list(HealthCheck))


def lawful(files):
    """The law for the files of a folder; `over.cave` among them is an overlay."""
    with tempfile.TemporaryDirectory() as folder:
        over = {name: data for name, data in files.items() if name == "over.cave"}
        rules = written(Path(folder, "rules"), {name: data for name, data in files.items() if name not in over})
        return verdict(rules, *(written(Path(folder, "over"), over) / name for name in over))


@pytest.mark.long
@settings(settings.get_profile("fuzz"), max_examples=40, derandomize=True)
@given(folders)
def test_small_files(files):
    lawful(files)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(19_000 // CHUNK))
def test_many_small_files(chunk):
    @seed(chunk)
    @settings(settings.get_profile("fuzz"), max_examples=CHUNK)
    @given(folders)
    def all_lawful(files):
        lawful(files)

    all_lawful()
