"""What `make release` refuses, before it builds anything."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def repository(tmp_path):
    """A repository with a version, its section in the changes, and nothing else."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release", tmp_path / ".ci")
    version = tmp_path / "engine" / "cavewright" / "foundation" / "source" / "version.py"
    version.parent.mkdir(parents=True)
    version.write_text('VERSION = "1.2.3"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.3\n\nAll is new.\n", "utf-8")
    for line in ("init -q", "add .", "-c user.name=A -c user.email=a@example.org commit -qm All"):
        subprocess.run(["git", *line.split()], cwd=tmp_path, check=True)
    return tmp_path


def released(folder):
    """What the command says; `false` stands in the place of Python, so that nothing is built."""
    done = subprocess.run([folder / ".ci" / "release", "false"], capture_output=True, text=True, timeout=60)
    tags = subprocess.run(["git", "tag"], cwd=folder, capture_output=True, text=True, check=True).stdout.split()
    return done.returncode, done.stderr, tags


def tag(folder):
    subprocess.run(["git", "tag", "v1.2.3"], cwd=folder, check=True)


@pytest.mark.parametrize(
    "spoil, told",
    [
        (lambda folder: (folder / "new.txt").write_text("new"), "not committed"),
        (lambda folder: (folder / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.30\n"), "no section `## 1.2.3`"),
        (
            lambda folder: (folder / "engine/cavewright/foundation/source/version.py").write_text('VERSION = "1.2"\n'),
            "`1.2`, not X.Y.Z",
        ),
        (tag, "the tag v1.2.3 is there already"),
    ],
)
def test_what_is_not_ready_is_refused(spoil, told, repository):
    spoil(repository)
    status, said, tags = released(repository)
    assert status == 1 and said.startswith("no release: ") and told in said and tags in ([], ["v1.2.3"])


def test_what_cannot_be_built_is_not_tagged(repository):
    assert released(repository) == (1, "", [])
