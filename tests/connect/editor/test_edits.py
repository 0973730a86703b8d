"""What an editor writes: remedies that were tried, names that are changed everywhere, edits of overlays, completion."""

import pytest
from tests.connect.editor.test_workspace import BASE, CASES, OVERLAY, opened

from cavewright.connect.cli.fix import fix
from cavewright.connect.editor.code_actions import code_actions
from cavewright.connect.editor.completion import complete
from cavewright.connect.editor.positions import Position, Range, apply_edits
from cavewright.connect.editor.remedies import remedies, sure_remedies
from cavewright.connect.editor.renaming import RefusedRename, rename
from cavewright.connect.editor.workspace import Workspace
from cavewright.play.loading.rulesets import read_files


@pytest.mark.gate("C0203", "C0204", "C0215", "C0311", "C0411", "C0526", "C0502")
@pytest.mark.parametrize("case", CASES, ids=lambda each: each.parent.name)
def test_a_remedy_mends_and_breaks_nothing(case):
    workspace = Workspace()
    text = case.read_text("utf-8")
    workspace.write(case, text)
    project = workspace.project(case)
    for each in project.whole[:3]:
        for remedy in remedies(workspace, case, each):
            trial = Workspace()
            trial.write(case, apply_edits(text, remedy.edits))
            after = [(one.code, one.message) for one in trial.project(case).whole]
            before = [(one.code, one.message) for one in project.whole]
            assert after.count((each.code, each.message)) < before.count((each.code, each.message))


def test_most_findings_that_name_a_word_have_a_remedy():
    mended = 0
    for case in [
        each for each in CASES if each.parent.name in ("C0203", "C0204", "C0207", "C0211", "C0215", "C0412", "C0103")
    ]:
        workspace = Workspace()
        workspace.write(case, case.read_text("utf-8"))
        mended += bool(sure_remedies(workspace, case))
        assert not [each for each in workspace.project(case).whole if each.severity == "error"], case
    assert mended == 7


def test_fix_mends_files_and_leaves_what_is_not_sure(tmp_path, capsys):
    path = tmp_path / "mine.cave"
    path.write_text(BASE.replace("lamp in bag", "lampp in bag") + "\nconstant spare = 4\n", "utf-8")
    fix([str(path)], "en")
    assert "lamp in bag" in path.read_text("utf-8") and "spare" in path.read_text("utf-8")
    assert "C0203" in capsys.readouterr().out
    rules, _, found = read_files(str(path))
    assert rules is not None and [each.code for each in found] == ["C0520"]
    with pytest.raises(ValueError, match="installed"):
        fix(["the-cave"], "en")


def test_fix_mends_a_misspelt_action_of_an_example(tmp_path):
    path = tmp_path / "mine.cave"
    example = "\nexample rested\n    | team | gold |\n    | Anna | 2    |\n    | Bo   | 2    |\n    begin play\n"
    path.write_text(f"{BASE}{example}    when roll Anna\n    when Anna: rst\n", "utf-8")
    fix([str(path)], "en")
    assert path.read_text("utf-8").endswith("when Anna: rest\n")


@pytest.mark.parametrize(("word", "wrong"), [("lamp in bag", "lampp in bag"), ("require", "requre")])
def test_fix_takes_a_stack_and_mends_what_stands_before_the_guilty_place(word, wrong, tmp_path, capsys):
    """A path within `ID+PATH` is mended, too; so is a word that makes the next one look wrong."""
    path = tmp_path / "mine.cave"
    path.write_text(BASE.replace(word, wrong, 1), "utf-8")
    fix([f"tic-tac-toe+{path}"], "en")
    assert path.read_text("utf-8") == BASE and "mended mine.cave" in capsys.readouterr().out


# ---- names -----------------------------------------------------------------------------------------------------------


def renamed(workspace, path, word, new, text):
    edits = rename(workspace, path, text.index(word), new)
    return {where.name: apply_edits(workspace.texts[where], each) for where, each in edits.items()}


@pytest.mark.parametrize(
    ("word", "new"),
    [("days", "rounds"), ("lamp ", "torch"), ("gold:", "ore"), ("item in", "thing"), ("dig in", "delve")],
)
@pytest.mark.gate("dig in-delve", "gold:-ore")
def test_a_name_changes_in_all_files_and_they_mean_the_same(word, new):
    workspace, folder = opened(mine=BASE, deep=OVERLAY)
    texts = renamed(workspace, folder / "mine.cave", word, new, BASE)
    assert new in texts["mine.cave"]
    assert ("deep.cave" in texts) == (word == "days")
    for name, text in texts.items():
        workspace.write(folder / name, text)
    assert workspace.look_closely(folder / "deep.cave") == workspace.look_closely(folder / "mine.cave") == ()
    back = renamed(workspace, folder / "mine.cave", new, word.rstrip(" :").split()[0], texts["mine.cave"])
    assert back["mine.cave"] == BASE


@pytest.mark.parametrize(
    ("word", "new", "why"),
    [
        ("days", "gold", "taken"),
        ("days", "a b", "no name"),
        ("days", "", "no name"),
        ("Rounds", "x", "no name that"),
    ],
)
def test_what_would_break_rules_is_refused(word, new, why):
    workspace, folder = opened(mine=BASE)
    with pytest.raises(RefusedRename, match=why):
        rename(workspace, folder / "mine.cave", BASE.index(word), new)


# ---- overlays and words ----------------------------------------------------------------------------------------------


def labels_at(workspace, path, text):
    position = Position(text.count("\n"), len(text.rpartition("\n")[2]))
    return {each.label: each.text for each in complete(workspace, path, position)}


def test_an_overlay_is_offered_every_key_with_its_edit():
    text = OVERLAY + "\namend action dig\n    change "
    workspace, folder = opened(mine=BASE, deep=text)
    found = labels_at(workspace, folder / "deep.cave", text)
    assert found["change light"] == "change light: require lamp in bag to require lamp in bag"
    assert {"change light", "change gain", "change if"} <= {each.partition("[")[0] for each in found}
    at_margin = OVERLAY + "\namend action d"
    workspace.write(folder / "deep.cave", at_margin)
    assert {"amend action dig", "amend action buy", "amend kind tool"} <= set(
        labels_at(workspace, folder / "deep.cave", at_margin)
    )


def test_words_come_from_the_grammar_and_names_from_the_rules():
    workspace, folder = opened(mine=BASE)
    path = folder / "mine.cave"
    for text, wanted, others in (
        (BASE + "\nboard cave of tool ", {"by", "for"}, {"require", "gold"}),
        (BASE + "\naction sing in work\n    ", {"require", "gain", "cost"}, {"ruleset"}),
        (BASE + "\naction sing in work\n    require ", {"gold", "days", "not"}, {"gain"}),
        (BASE + "\nexample one\n    when Anna: ", {"dig", "buy", "rest"}, {"gold"}),
    ):
        workspace.write(path, text)
        found = set(labels_at(workspace, path, text))
        assert wanted <= found and not found & others, text


def test_actions_offer_remedies_and_the_edit_of_an_overlay():
    wrong = BASE.replace("lamp in bag", "lampp in bag")
    workspace, folder = opened(mine=wrong, deep=OVERLAY)
    path = folder / "mine.cave"
    line = wrong[: wrong.index("lampp")].count("\n")
    made = code_actions(workspace, path, Range(Position(line, 0), Position(line, 40)))
    assert [each.title for each in made if each.finding] == ["write `lamp`"]
    workspace.write(path, BASE)
    made = code_actions(workspace, path, Range(Position(line, 0), Position(line, 40)))
    ((edit,),) = [each.edits[folder / "deep.cave"] for each in made if folder / "deep.cave" in each.edits]
    workspace.write(folder / "deep.cave", apply_edits(OVERLAY, (edit,)))
    assert "change light: require lamp in bag to require lamp in bag" in workspace.texts[folder / "deep.cave"]
    assert not [each for each in workspace.look_closely(folder / "deep.cave") if each.diagnostic.severity == "error"]
