"""What an editor shows: words about a clause, an outline, colours, and what came of an example."""

from tests.connect.editor.test_workspace import BASE, opened

from cavewright.bots.falsify import falsify, write_last_run
from cavewright.connect.editor.colours import CLASSES, colours, encode
from cavewright.connect.editor.hover import hover
from cavewright.connect.editor.lenses import lenses, lines_judged, run_named
from cavewright.connect.editor.outline import outline
from cavewright.connect.editor.playground import ROOT, Playground
from cavewright.connect.editor.positions import Position

EXAMPLE = '\nexample digs "Digging pays."\n    | team | gold |\n    | Anna | 2 |\n    | Jola | 2 |\n    begin play\n    when roll Anna\n    refuse Anna: dig because light\n    when Anna: rest\n    then Anna.gold is 3\n'


def shown(text, word, **others):
    workspace, folder = opened(mine=text, **others)
    line = text[: text.index(word)].count("\n")
    column = text.split("\n")[line].index(word)
    found = hover(workspace, folder / "mine.cave", Position(line, column + 1))
    return found.markdown if found else ""


def test_words_tell_a_clause_its_price_and_its_examples():
    text = BASE + EXAMPLE
    assert "Dig for gold" in shown(text, "dig in") and "`digs`" in shown(text, "dig in")
    assert "*Price:*" in shown(text, "buy(")
    assert "It is too dark." in shown(text, "light:")
    assert "constant days = 5" in shown(text, "days times")
    assert shown(text, "Rounds of") == ""


def test_an_example_is_carried_out_where_it_stands():
    text = BASE + EXAMPLE
    workspace, folder = opened(mine=text)
    path = folder / "mine.cave"
    assert [each.name for each in lenses(workspace, path)] == ["digs"]
    assert run_named(workspace, path, "digs").holds, run_named(workspace, path, "digs").summary
    workspace.write(path, text.replace("gold is 3", "gold is 9"))
    made = run_named(workspace, path, "digs")
    assert not made.holds and "does not hold" in made.summary
    assert "no example" in run_named(workspace, path, "sings").summary


def test_a_line_says_which_examples_notice_it(monkeypatch, tmp_path):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path / "cache"))
    text = BASE + EXAMPLE
    workspace, folder = opened(mine=text)
    path = folder / "mine.cave"
    assert lines_judged(workspace, path) == []
    write_last_run(falsify(workspace.project(path).game, most=0))
    found = {text.split("\n")[each.range.start.line].strip(): each.name for each in lines_judged(workspace, path)}
    assert found['light: require lamp in bag "It is too dark."'].startswith("noticed by 1 example"), found
    assert any("noticed by no example" in each for each in found.values())
    workspace.write(path, text.replace("constant days = 5", "constant days = 6"))
    assert all("before the rules changed" in each.name for each in lines_judged(workspace, path))


def test_the_outline_has_what_stands_in_a_declaration():
    workspace, folder = opened(mine=BASE)
    found = {each.name: each for each in outline(workspace, folder / "mine.cave")}
    assert {"ruleset mine", "action dig", "kind tool", "scoring"} <= set(found)
    assert [each.name for each in found["kind tool"].children] == ["lamp", "pick"]
    assert [each.name for each in found["action dig"].children] == ["light"]
    assert all(each.range.start.line <= each.name_range.start.line for each in found.values())


def test_colours_cover_words_in_order():
    workspace, folder = opened(mine='ruleset a 1.0 "𝄞"  # c\n' + BASE.replace("ruleset", "# ruleset"))
    found = colours(workspace, folder / "mine.cave")
    places = [(each.line, each.character) for each in found]
    assert places == sorted(places) and {each.kind for each in found} <= set(CLASSES)
    assert len(encode(found)) == 5 * len(found)
    assert found[3].length == 4  # two quotes, and a character of two units


def test_the_playground_answers_whatever_it_is_asked():
    playground = Playground()
    files = playground.ask("open", "tic-tac-toe")["files"]
    assert playground.ask("look") == {"findings": []}
    name = "tic-tac-toe.cave"
    playground.ask("write", {**files, name: files[name].replace("finish", "finnish")})
    (found, *_) = playground.ask("look")["findings"]
    assert found["file"] == name and found["start"][0] > 5
    playground.ask("write", files)
    names = playground.ask("closely")["examples"]
    assert [playground.ask("run", each)["holds"] for each in names] == [True] * len(names)
    assert playground.ask("open", "nothing")["error"] and playground.ask("run", "nothing")["holds"] is False
    assert playground.ask("write", {"other.cave": "x"}) == {} and playground.main == ROOT / "other.cave"
    assert playground.page()["error"]


def test_a_key_is_told_by_its_own_sentence_wherever_its_file_puts_it():
    assert "lamp" in shown(BASE + EXAMPLE, "light:") and "*Price:* Costs" not in shown(BASE + EXAMPLE, "light:")
    workspace, folder = opened(mine=BASE)
    assert workspace.project(folder / "mine.cave").game_of_files is not None
