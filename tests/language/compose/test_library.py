"""Rule files on disk: where they are found, and what is refused."""

import os
import sys
from pathlib import Path

import pytest

from cavewright.foundation.source import Diagnostic
from cavewright.language.compose import Folder, compose, find_ruleset, registered_games, registered_overlays
from cavewright.language.compose.folders import LIMITS, MOST_BYTES, MOST_FILES
from cavewright.language.syntax import parse_file

HEAD = "# a game\n\nruleset cards 1.0\n    language 1\n"
OVERLAY = "overlay quick 1.0\n    language 1\n    extends cards ^1.0\n"


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return folder


def found(name: str, beside: Path | None = None) -> Folder:
    folder = find_ruleset(name, beside)
    assert isinstance(folder, Folder), [str(each) for each in folder]
    return folder


def refused(name: str, beside: Path | None = None) -> list[Diagnostic]:
    findings = find_ruleset(name, beside)
    assert not isinstance(findings, Folder)
    return list(findings)


def names(folder: Folder) -> tuple[list[str], dict[str, str], str | None]:
    return (
        [each.name for each in folder.sources],
        {key: each.name for key, each in folder.tables.items()},
        folder.facts.name if folder.facts else None,
    )


# ---- Found ---------------------------------------------------------------------------------------------------------


def test_a_folder_by_its_path(tmp_path: Path) -> None:
    write(
        tmp_path / "cards",
        {
            "b.cave": "b",
            "a.cave": HEAD,
            "z.csv": "x\n",
            "facts.csv": "id\n",
            "notes.md": "",
            ".c.cave": "",
            "deeper/c.cave": "",
        },
    )
    path = str(tmp_path / "cards")
    folder = found(path + "/")
    assert names(folder) == ([f"{path}/a.cave", f"{path}/b.cave"], {"z.csv": f"{path}/z.csv"}, f"{path}/facts.csv")
    assert (folder.sources[0].text, folder.id_or_path) == (HEAD, path + "/")


def test_a_single_file_has_no_tables(tmp_path: Path) -> None:
    write(tmp_path, {"quick.cave": OVERLAY, "z.csv": "x\n", "facts.csv": "id\n"})
    assert names(found(str(tmp_path / "quick.cave"))) == ([str(tmp_path / "quick.cave")], {}, None)


def test_tables_cannot_be_changed(tmp_path: Path) -> None:
    folder = found(str(write(tmp_path, {"a.cave": HEAD, "z.csv": "x\n"})))
    with pytest.raises(TypeError):
        folder.tables["y.csv"] = folder.sources[0]  # type: ignore[index]


@pytest.mark.parametrize("file", ["quick.cave", "quick/rules.cave", "house-rules/quick.cave"])
def test_beside_the_folder_given(tmp_path: Path, file: str) -> None:
    write(tmp_path, {file: OVERLAY})
    assert names(found("quick", tmp_path))[0] == [f"{tmp_path}/{file}"]


def test_beside_the_folder_given_a_file_comes_before_a_folder_and_both_before_what_is_bundled(tmp_path: Path) -> None:
    write(tmp_path, {"the-cave.cave": OVERLAY, "the-cave/a.cave": HEAD})
    assert found("the-cave", tmp_path).sources[0].text == OVERLAY
    (tmp_path / "the-cave.cave").unlink()
    assert found("the-cave", tmp_path).sources[0].text == HEAD


def test_as_a_path_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, {"cards/a.cave": HEAD, "the-cave/notes.md": ""}))
    assert names(found("cards"))[0] == ["cards/a.cave"]
    assert names(found("the-cave"))[0][0].startswith("rulesets/the-cave/")


def test_bundled_rulesets_compose() -> None:
    folder = found("the-cave")
    files = [parse_file(each)[0] for each in folder.sources]
    result, findings = compose(files, [], folder.tables.values())
    assert findings == () and result.head.name == "the-cave"
    for declaration in result.declarations:
        for member in declaration.members:
            if type(member).__name__ == "Rows":
                assert result.table(member) in folder.tables.values()  # type: ignore[arg-type]


# ---- Listed, also from installed packages --------------------------------------------------------------------------


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package whose code must not run, with rulesets in a folder of it."""
    info = "Metadata-Version: 2.1\nName: shelf\nVersion: 1.0\n"
    points = "[cavewright.rulesets]\nmore = shelf_x.games\nlost = shelf_gone\nodd = shelf_x.games:thing\n"
    write(
        tmp_path,
        {
            "shelf_x/__init__.py": "raise SystemExit",
            "shelf_x/games/__init__.py": "raise SystemExit",
            "shelf_x/games/cards/a.cave": "constant x = 1\n",
            "shelf_x/games/cards/b.cave": HEAD,
            "shelf_x/games/house-rules/quick.cave": OVERLAY,
            "shelf_x/games/the-cave.cave": OVERLAY,
            "shelf_x/games/headless.cave": "constant x = 1\n",
            "shelf_x/games/empty/z.csv": "x\n",
            "shelf-1.0.dist-info/METADATA": info,
            "shelf-1.0.dist-info/entry_points.txt": points,
        },
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path / "shelf_x" / "games"


def test_what_packages_offer_is_listed_and_found(offered: Path) -> None:
    assert "cards" in registered_games() and "quick" in registered_overlays()
    assert names(found("cards"))[0] == ["shelf_x/games/cards/a.cave", "shelf_x/games/cards/b.cave"]
    assert names(found("quick"))[0] == ["shelf_x/games/house-rules/quick.cave"]
    assert "shelf_x" not in sys.modules


def test_what_is_bundled_comes_first(offered: Path) -> None:
    assert "the-cave" in registered_games() and "the-cave" not in registered_overlays()
    assert names(found("the-cave"))[0][0].startswith("rulesets/")


def test_what_is_no_ruleset_is_not_listed(offered: Path) -> None:
    listed = {*registered_games(), *registered_overlays()}
    assert not listed & {"headless", "empty", "house-rules", "games"}


def test_listing_is_sorted() -> None:
    assert list(registered_games()) == sorted(set(registered_games()))
    assert "the-cave" in registered_games()


# ---- Refused -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("the-cafe", "did you mean `the-cave`?"),
        ("qwertz", "`cavewright games` lists what there is; or give a path"),
        ("", "`cavewright games` lists what there is; or give a path"),
        ("house-rules", None),
        ("the-cave\0", None),
        ("x" * 5000, None),
        ("the cave", None),
    ],
)
def test_an_unknown_id(name: str, help: str | None) -> None:
    (finding,) = refused(name)
    assert finding.code == "C0201" and len(finding.message) < 150
    assert help in (None, finding.help)


def test_the_nearest_id_may_lie_beside(tmp_path: Path) -> None:
    (finding,) = refused("quik", write(tmp_path, {"quick.cave": OVERLAY}))
    assert finding.help == "did you mean `quick`?"


@pytest.mark.parametrize("name", ["nowhere/at/all", "./the-cave", "../..", "the-cave.cave", "no/../the-cave", "/", "."])
def test_a_path_without_rules(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert [each.code for each in refused(name)] == ["C0105"]


def test_only_rule_files_are_read(tmp_path: Path) -> None:
    write(tmp_path, {"secret.txt": "x"})
    assert [each.code for each in refused(str(tmp_path / "secret.txt"))] == ["C0105"]


def test_every_bad_file_is_told(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.cave": b'unit m "\xe4"\n',
            "b.cave": "x" * (LIMITS[".cave"] + 1),
            "c.cave": HEAD,
            "d.csv": b"a\nb,\xff\n",
            "e.csv": "x" * (LIMITS[".csv"] + 1),
            "f.csv": "x\n",
        },
    )
    shown = [(each.code, str(each.span).removeprefix(f"{tmp_path}/")) for each in refused(str(tmp_path))]
    assert shown == [("C0103", "a.cave:1:9"), ("C0601", "b.cave:1:1"), ("C0103", "d.csv:2:3"), ("C0601", "e.csv:1:1")]


def test_a_bad_byte_is_placed_by_characters(tmp_path: Path) -> None:
    (finding,) = refused(str(write(tmp_path, {"a.cave": "# ⌂⌂\n# ü".encode() + b"\x80\n"})))
    assert str(finding.span).endswith("a.cave:2:4") and "80" in finding.message


def test_files_of_the_largest_size_are_read(tmp_path: Path) -> None:
    write(tmp_path, {"a.cave": "#" * LIMITS[".cave"], "b.csv": "x" * LIMITS[".csv"]})
    assert len(found(str(tmp_path)).tables) == 1


@pytest.mark.parametrize(("count", "codes"), [(MOST_FILES - 1, []), (MOST_FILES, ["C0601"])])
def test_too_many_files(tmp_path: Path, count: int, codes: list[str]) -> None:
    write(tmp_path, {"a.cave": HEAD, **{f"t{n}.csv": "x\n" for n in range(count)}})
    findings = find_ruleset(str(tmp_path))
    assert ([] if isinstance(findings, Folder) else [each.code for each in findings]) == codes


@pytest.mark.parametrize("name", ["b.cave", "z.csv", "facts.csv"])
def test_files_of_each_kind_count(tmp_path: Path, name: str) -> None:
    """Towards the number of files, and towards their size; the help of neither is empty."""
    full = {"a.cave": HEAD, **{f"t{n}.csv": "x\n" for n in range(MOST_FILES - 1)}}
    assert isinstance(find_ruleset(str(write(tmp_path / "many", full))), Folder)
    (finding,) = refused(str(write(tmp_path / "many", {name: "# one more\n"})))
    assert finding.code == "C0601" and finding.help and f"{MOST_FILES + 1} files" in finding.message
    size = LIMITS[".cave"]
    large = {f"c{n}.cave": "#" * size for n in range(MOST_BYTES // size - 1)}
    last = write(tmp_path / "large", {**large, "d.csv": "#" * (size - 1)})
    assert isinstance(find_ruleset(str(last)), Folder)
    write(last, {name: "#"})
    assert isinstance(find_ruleset(str(last)), Folder)
    (finding,) = refused(str(write(last, {name: "##"})))
    assert finding.code == "C0601" and finding.help and "KiB together" in finding.message


@pytest.mark.parametrize("file", ["a.cave", "z.csv", "facts.csv"])
def test_links_out_of_the_folder_are_refused(tmp_path: Path, file: str) -> None:
    write(tmp_path, {"out/secret": "x", "in/b.cave": HEAD})
    (tmp_path / "in" / file).symlink_to(tmp_path / "out" / "secret")
    (finding,) = refused(str(tmp_path / "in"))
    assert finding.code == "C0105" and "link" in finding.message


def test_links_off_a_shelf_are_refused(tmp_path: Path) -> None:
    write(tmp_path, {"out/cards/a.cave": HEAD, "in/b.cave": HEAD})
    (tmp_path / "in" / "cards").symlink_to(tmp_path / "out" / "cards")
    (finding,) = refused("cards", tmp_path / "in")
    assert finding.code == "C0105" and "link" in finding.message


def test_what_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path, {"b.cave": HEAD})
    (tmp_path / "a.cave").mkdir()
    (tmp_path / "c.cave").symlink_to("c.cave")
    os.mkfifo(tmp_path / "d.cave")
    assert [each.code for each in refused(str(tmp_path))] == ["C0105"] * 3
