"""Pages: nothing of a text becomes markup, links lead somewhere, bad rules still read well or are refused."""

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
import yaml

from cavewright import RulesetError, load_game
from cavewright.publish.reference.markdown import (
    Admonition,
    CodeBlock,
    Details,
    Heading,
    Item,
    Items,
    Link,
    Page,
    Paragraph,
    Picture,
    Strong,
    Table,
    escape,
)
from cavewright.publish.reference.options_page import fact_words
from cavewright.publish.reference.publication import Publication, Section
from cavewright.publish.reference.reference import Reference, UnpublishableError
from cavewright.publish.reference.term_links import Term, TermLinks

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a | b",
    "*x* _y_ **z** `c` ~~d~~ ==e== ^f^",
    "[link](javascript:alert(1)) ![p](q.svg)",
    "# head { #anchor .class }",
    "1. one",
    "- item",
    "> quote",
    "$a_1$ \\(b\\)",
    "</details>",
    "```",
    ":material-bug: &amp; &lt;",
    "a\nb\u202e\u0000c",
    "- - -",
    "===",
]


def page_of(*blocks, path="a/page.md"):
    return Publication((Page(path, "Page", blocks),)).files_by_path()[path]


def blocks_of(text):
    words = (text, Strong(text))
    inner = (Paragraph(text), Items((Item(text, (Item(text),)),)), Table((text, "x"), ((text, words),)))
    return (Heading(2, text, "here"), *inner, Details(text, (*inner, CodeBlock(text))), Admonition(inner))


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(text):
    """As HTML the page has the elements that the blocks make, and no others; the text reads as it is written."""
    markdown = pytest.importorskip("markdown")
    names = ["tables", "attr_list", "md_in_html", "toc", "pymdownx.superfences", "pymdownx.highlight"]
    made, plain = (markdown.markdown(page_of(*blocks_of(each)), extensions=names) for each in (text, "plain"))

    def tags(html):
        return [part.split(">")[0].split()[0] for part in html.split("<")[1:] if not part.startswith(("span", "/span"))]

    assert tags(made) == tags(plain)
    assert "href" not in made and "onerror=alert" not in made.replace("onerror&#61;", "")


@pytest.mark.parametrize("text", HOSTILE)
def test_signs_are_escaped(text):
    said = escape(text)
    assert "<" not in said and ">" not in said and "`" not in said and "|" not in said and "\n" not in said


def test_text_from_right_to_left_is_set_apart():
    assert escape("שלום (2)") == "<bdi>שלום</bdi> (2)" and escape("Höhle 洞窟") == "Höhle 洞窟"
    assert escape("a שלום (2) עולם b. שלום, c") == "a <bdi>שלום (2) עולם</bdi> b. <bdi>שלום</bdi>, c"


def test_dead_links_and_pictures_are_found():
    links = Paragraph((Link("a", "b.md"), Link("b", "", "nowhere"), Link("c", "a/page.md", "here"), Link("d", "x.svg")))
    publication = Publication(
        (
            Section(
                "s",
                (Page("a/page.md", "Page", (Heading(2, "h", "here"), links, Admonition((Picture("y.svg", "y"),)))),),
            ),
        ),
        {"x.svg": ""},
    )
    assert publication.dead_links() == [
        ("a/page.md", "b.md"),
        ("a/page.md", "a/page.md#nowhere"),
        ("a/page.md", "y.svg"),
    ]


def test_addresses_start_from_the_folder_of_the_page():
    assert "[a](../b/c.md#d)" in page_of(Paragraph(Link("a", "b/c.md", "d")))
    assert "[a](#d)" in page_of(Paragraph(Link("a", "a/page.md", "d")))


def test_a_number_and_its_unit_stand_in_one_line_of_a_table():
    assert (
        page_of(Table(("a 1 m",), (("0 m · 25 km, 3 of 4 sides",),))).splitlines()[-1]
        == "| 0&nbsp;m · 25&nbsp;km, 3&nbsp;of 4 sides |"
    )


def test_an_anchor_twice_is_found():
    page = Page("a.md", "a", (Heading(2, "x", "here"), Details("f", (Heading(3, "y", "here"),))))
    assert Publication((page,)).twice() == [("a.md", "here")]


# ---- rules that are hard to publish ------------------------------------------------------------------------------------

GAME = """ruleset odd 1.0 "TITLE"
    language 1
    author "TITLE"

constant many = 3 "TITLE"

kind thing "TITLE"
    | thing | points: 0..9 | label: text |
ROWS

game
    keeps starter: player "TITLE"

players player 2..2
    keeps points: 0..9 "TITLE"

menu moves "TITLE"

action gain_one(of it in thing) in moves "TITLE"
    own: require points < 3 "TITLE"
    gain 1 points

note remark "TITLE"

to play
    repeat 2 times
        each player from starter
            offer moves

scoring "TITLE"
    score points = points
    highest total wins
"""


def written(tmp_path, source, lang="en"):
    (tmp_path / "odd.cave").write_text(source, encoding="utf-8")
    publication = Reference.of([str(tmp_path)], with_figures=False).in_language(lang)
    return {path.partition("/")[2] or path: text for path, text in publication.files_by_path().items()}


def rules(title, rows=1, name="row"):
    return GAME.replace("TITLE", title).replace(
        "ROWS", "\n".join(f'    | {name}{n} | {n % 9} | "{title} {n}" |' for n in range(rows))
    )


HARD = {
    "script": "<script>alert(1)</script> '",
    "handler": "<img src=x onerror=alert(1)> & &lt;b&gt;",
    "marks": "*a* _b_ ~~c~~ [d](javascript:e) ![f](g) #h {{.i}}",
    "formula": "$x^2$ $$a_1$$ \\\\(b\\\\) \\\\[c\\\\]",
    "braces": "{{curly}} {{% raw %}} {{{{ x }}}}",
    "rtl": "کاوِ غار (2) abc",
    "cjk": "洞窟探検：はじまり",
    "combining": "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞a 👩‍👩‍👧 ﷽",
    "long": "x" * 300,
    "yaml": "a: b # c - d | e > f",
    "title": "</title><script>alert(1)</script>",
    "percent": "%s %(a)s %d 100 %",
}
"""Texts that are hard to publish, as a rule file writes them."""
BOARD = """
board TILE
    grid 2 by 2
    keeps mark: player or none "TITLE"
"""


def tags_of(html):
    """The elements of a page with their attributes, and all its text."""
    found, said = [], []
    reader = HTMLParser(convert_charrefs=True)
    reader.handle_starttag = lambda tag, attributes: found.append((tag, tuple(sorted(name for name, _ in attributes))))
    reader.handle_data = said.append
    reader.feed(html)
    return found, "".join(said)


@pytest.mark.parametrize("title", HARD.values(), ids=HARD)
@pytest.mark.gate("yaml")
def test_texts_of_any_sort_are_published(title, tmp_path):
    """Every file has the elements of one with plain texts, and no others."""
    board = BOARD.replace("TILE", "square").replace("TITLE", title)
    example = f'\nexample one "{title}"\n    | player |\n    | Anna   |\n    | Ben    |\n    then Anna.points is 0\n'
    plain, made = (
        written(tmp_path, rules(each, 30) + board.replace(title, each) + example.replace(title, each))
        for each in ("plain", title)
    )
    assert made.keys() == plain.keys() and any(each.endswith(".svg") for each in made)
    for path, text in made.items():
        if path.endswith(".md"):
            outside = "".join(part for n, part in enumerate(text.split("```")) if n % 2 == 0)
            assert re.findall(r"<[a-z!/][^>]*>", re.sub(r"</?bdi>", "", outside)) == re.findall(
                r"<[a-z!/][^>]*>", plain[path].replace("```", "")
            ), path
            assert not re.search(r"(?<!\\)[`$]|(?<!\\)\]\(javascript", outside), path
        elif path.endswith(".svg"):
            shapes = ElementTree.fromstring(text).iter()
            assert not [
                each
                for each in shapes
                if each.tag.endswith("script") or any(name.startswith("on") for name in each.attrib)
            ], path
        elif path.endswith(".html"):
            assert tags_of(text)[0] == tags_of(plain[path])[0], path
    assert yaml.safe_load(made["navigation.yml"]) and not re.search("[<>]|&(?![a-z]+;)", made["navigation.yml"])


@pytest.mark.parametrize("name", ["洞窟", "غرفة", "höhle", "x" * 60, "пещера"])
def test_names_in_any_script_have_pages_and_anchors_of_their_own(name, tmp_path):
    """Or the rules say what a name may be."""
    try:
        other = f'action {name}{name[0]}_one in moves "Odd"\n    gain 1 points\n\nnote remark'
        named = rules("Odd").replace("gain_one", f"{name}_one").replace("it in thing", f"{name} in thing")
        files = written(tmp_path, named.replace("note remark", other))
    except RulesetError as refused:
        assert "C0101" in str(refused), refused
    else:
        pages = [path for path in files if path.startswith("actions/")]
        assert len(pages) == 2 and all(
            re.fullmatch(r"actions/[a-z0-9-]*[a-z0-9][a-z0-9-]*\.md", each) for each in pages
        )
        assert all(f"{name} one".capitalize() in files[each] or "Odd" in files[each] for each in pages)


def test_what_is_not_translated_stands_as_it_was_written(tmp_path):
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "de.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgctxt "ruleset"\nmsgid "Odd"\nmsgstr "Seltsam"\n',
        "utf-8",
    )
    pages = written(tmp_path, rules("Odd"), "de")
    assert (
        "# Seltsam" in pages["index.md"]
        and "Odd" in pages["course.md"]
        and "{" not in pages["course.md"].replace("{ #", "")
    )


@pytest.mark.parametrize("text", ["{nothing}", "{points}", "{many", "{1 +}", "{starter}"])
def test_braces_that_name_nothing_known_before_play_are_refused_with_a_word(text, tmp_path):
    with pytest.raises(RulesetError, match=r"C0\d\d\d") as refused:
        written(tmp_path, rules("Odd").replace('moves "Odd"\n', f'moves "{text}"\n', 1))
    assert all(each.labels and each.message for each in refused.value.diagnostics)


def test_a_thousand_rows_are_folded(tmp_path):
    page = written(tmp_path, rules("many", rows=1000))["components.md"]
    assert "Show all 1000" in page and page.count("| many ") == 1000


def test_a_ruleset_that_has_only_a_title_is_refused_with_a_word(tmp_path):
    with pytest.raises(RulesetError, match="C0226") as refused:
        written(tmp_path, 'ruleset odd 1.0 "Odd"\n    language 1\n')
    assert [each.message.count("`") for each in refused.value.diagnostics] == [2, 2, 2] and all(
        each.help for each in refused.value.diagnostics
    )


def test_a_failing_example_stops_it(tmp_path):
    with pytest.raises(UnpublishableError, match="wrong_one"):
        written(
            tmp_path,
            rules("x")
            + '\nexample wrong_one "x"\n    | player | points |\n    | Anna   | 2      |\n    then Anna.points is 5\n',
        )


def test_the_same_rules_give_the_same_bytes():
    made = [Reference.of(["tic-tac-toe"], with_figures=False).in_language("de").files_by_path() for _ in range(2)]
    assert made[0] == made[1]


def test_a_wide_picture_leads_to_itself():
    page = Page("a/page.md", "Page", (Picture("a/x.svg", "x", True), Picture("a/y.svg", "y")))
    written = Publication((page,), {"a/x.svg": "", "a/y.svg": ""}).files_by_path()["a/page.md"]
    assert "[![x](x.svg){ .wide }](x.svg)" in written and "\n![y](y.svg)" in written


def test_players_without_a_name_and_pieces_are_told_in_the_language():
    state = load_game("tic-tac-toe").new_initial_state()
    assert (
        "Spieler 1 ist am Zug" in state.svg(lang="de")
        and "Player 1" not in state.svg(lang="de")
        and "Player 1" in state.svg()
    )
    game = load_game("the-cave")
    kind = game.rules_model.kinds["equipment"]
    rope = kind.rows.index("rope")
    assert [game.wording("de").pieces(n, kind, rope) for n in (1, 2)] == ["1 Seil", "2 Seile"]


def test_definitions_and_steps_are_called_what_they_mean():
    game = Reference.of(["tic-tac-toe"], with_figures=False).games[0]
    german = replace(game, opened=replace(game.opened, words=game.game.wording("de")))
    assert german.heading("define", "won").startswith("Wann ") and german.heading("to", "play") == "Das Spiel"
    assert game.heading("to", "nothing_of_the_sort", "A text.") == "A text"
    assert (german.heading("players", "player"), german.heading("game", "game")) == ("Spieler", "Das Spiel")
    assert (
        german.heading("scoring", "scoring", "Whoever has three in a row wins.")
        == "Wer drei in einer Reihe hat, gewinnt"
    )


def test_examples_lead_to_the_page_on_which_the_game_is_played_if_that_is_published_too():
    reference = Reference.of(["tic-tac-toe"], with_figures=False)
    assert not any(
        "Open this position" in each for each in map(str, reference.in_language("en").files_by_path().values())
    )
    files = (
        reference.with_play_pages(lambda game, opened, others: {"index.html": b"page", "play.mjs": b"script"})
        .in_language("en")
        .files_by_path()
    )
    assert files["tic-tac-toe/play/play.mjs"] == b"script"
    links = [
        each
        for text in files.values()
        if isinstance(text, str)
        for each in re.findall(r"\[Open this position\]\((.*)\)", text)
    ]
    assert len(links) == len(reference.games[0].examples)
    assert all(
        re.fullmatch(r"(\.\./)?play/index\.html#players=2&lang=en&names=[\w,%]+&rules=\w{16}&position=[\w-]+", each)
        for each in links
    )


# ---- what stands where -------------------------------------------------------------------------------------------------

TERMS = {
    each: Term(each, f"a/{page}.md", anchor)
    for each, page, anchor in [
        ("home base", "words", "home"),
        ("base", "words", "base"),
        ("tile", "box", "tile"),
        ("eigene Karte", "words", "card"),
        ("x", "words", "x"),
    ]
}
LINKED = {
    "The tile.": "The [tile](box.md#tile).",
    "Tiles lie on tiles.": "[Tiles](box.md#tile) lie on tiles.",
    "The home base, a base": "The [home base](words.md#home), a [base](words.md#base)",
    "Neben der eigenen Karte": "Neben der [eigenen Karte](words.md#card)",
    "Versatile x, a tiled hut": "Versatile x, a tiled hut",
}


@pytest.mark.parametrize("text", LINKED)
def test_a_word_leads_to_where_it_is_explained_once_on_a_page(text):
    assert page_of(*TermLinks(TERMS, "a/page.md").link_terms([Paragraph(text)])).strip() == LINKED[text]


def test_words_within_lists_lead_there_too_but_no_link_is_linked_again_and_no_page_leads_to_itself():
    blocks = [Items((Item("one", (Item((Strong("tile"), " tile", Link("tile", "a/b.md"))),)),)), Paragraph("tile")]
    assert (
        page_of(*TermLinks(TERMS, "a/page.md").link_terms(blocks))
        == "- one\n    - **tile** [tile](box.md#tile)[tile](b.md)\n\ntile\n"
    )
    assert (
        page_of(*TermLinks(TERMS, "a/box.md").link_terms(blocks)) == "- one\n    - **tile** tile[tile](b.md)\n\ntile\n"
    )


def test_a_fact_names_the_readings_of_options_in_their_words(tmp_path):
    option = 'option pace_set = slow "Pace?"\n    | choice | text    |\n    | slow   | "Walk." |\n    | fast   | "Run."  |\n\nnote remark'
    written(tmp_path, rules("Odd").replace("note remark", option))
    game = Reference.of([str(tmp_path)], with_figures=False).games[0]
    assert (
        fact_words(game, "Taken as `pace_set = slow`; `fast` is quicker, `some_thing` else.")
        == "Taken as “Walk”; “Run” is quicker, “some thing” else."
    )


CHOICE = """
kind way
    | way  | price: 0..9 |
    | walk | 1           |
    | run  | 2           |

action go(by how in way) in moves "Go"
    confirm "There is no way back."
    require points >= how.price
    lose how.price points
"""


def test_the_page_of_an_action_shows_what_is_chosen_from_and_what_is_asked_once_more(tmp_path):
    files = written(tmp_path, rules("Odd").replace("\nnote remark", f"{CHOICE}\nnote remark"))
    assert "| Way | Price |\n| --- | --- |\n| walk | 1 |\n| run | 2 |" in files["actions/go.md"]
    assert "Careful**: There is no way back." in files["actions/go.md"]
    assert "Careful" not in files["actions/gain-one.md"]


def test_what_a_game_is_about_stands_first_on_its_page_and_in_the_list_of_games(tmp_path):
    files = written(tmp_path, rules("Odd").replace("language 1", 'language 1\n    about "Whoever has most wins."'))
    assert files["index.md"].startswith("# Odd\n\nWhoever has most wins.\n\n")
    publication = Reference.of([str(tmp_path)], with_figures=False).in_language("en").files_by_path()
    assert "** – 2 players. Whoever has most wins. *" in publication["index.md"]
    assert "It is not the rulebook" in publication["index.md"]


@cache
def whole(game, *variants):
    """All files of a game that ships, and of its variants."""
    return (
        Reference.of([game], [(game, each) for each in variants], with_figures=False).in_language("en").files_by_path()
    )


@pytest.mark.long
def test_the_list_of_variants_says_what_each_is_for():
    assert (
        "- **[Little to carry, little to eat](variants/light-packs.md)** – Carrying four ropes"
        in whole("the-cave", "the-cave+light-packs")["the-cave/variants.md"]
    )


def test_each_rule_is_folded_away_under_its_chapter_with_its_heading_within(tmp_path):
    page = written(
        tmp_path,
        rules("Odd").replace(
            "\nnote remark", '\nchapter pace "Pace"\n\nconstant steps = 3 "Steps of a turn."\n\nnote remark'
        ),
    )["rules.md"]
    fold = "<summary>Steps of a turn</summary>\n\n### Steps of a turn { #rule-constant-steps }\n\n```cave\nconstant steps = 3"
    assert page.index("## Pace { #rule-chapter-pace }") < page.index(fold)
    assert "<summary>chapter" not in page


@pytest.mark.parametrize(
    "names, said",
    [
        (
            ("the-cave", "the-cave+light-packs"),
            {
                "dive": "- **Anna** dives from the raft (1 action point and 1 tank) and takes 1 water token\n",
                "enter": "- **Rafał** discovers a new part of the cave (1 action point)\n- **Rafał** turns up a squeeze\n",
            },
        ),
        pytest.param(
            ("kave-kapers",), {"walk": "- **Rafał** plays a Flood on Rope-Washer Creek\n"}, marks=pytest.mark.long
        ),
    ],
    ids=["the-cave", "kave-kapers"],
)
@pytest.mark.long
def test_an_example_tells_what_was_done_as_a_match_does(names, said):
    """In sentences, with what it cost; chance is told of whoever acted."""
    pages = whole(*names)
    assert {action: line for action, line in said.items() if line not in pages[f"{names[0]}/actions/{action}.md"]} == {}


def test_rules_are_called_in_words_and_triggers_by_what_they_follow(tmp_path):
    """On the page of the rules as they stand, too: names stand in the lines alone."""
    triggers = "whenever gain_one as one_more\n    gain 1 points\n\nwhenever any\n    gain 1 points\n\nnote remark"
    files = written(tmp_path, rules("Odd").replace("note remark", triggers))
    called = {anchor: said for said, anchor in re.findall(r"^### (.*) \{ #rule-(\S+) \}", files["rules.md"], re.M)}
    assert called["whenever-one-more"] == "After “Odd”" == called["whenever-any"]
    assert not [said for said in called.values() if "_" in said or "." in said]


def test_options_are_told_with_what_they_require(tmp_path):
    options = 'option long: yes_no = no "Long?"\n    require not long or many > 2 "Long is many."\n\noption span: 1..5 = 3 "Span?"\n\nnote remark'
    page = written(tmp_path, rules("Odd").replace("note remark", options))["options.md"]
    assert "no (possible: yes / no)\n\nLong is many." in page and "3 (possible: 1–5)" in page
    bare = rules("Odd").replace("note remark", options.replace(' "Long is many."', ""))
    (tmp_path / "odd.cave").write_text(bare, encoding="utf-8")
    assert [each for each in Reference.of([str(tmp_path)], with_figures=False).missing() if "option long" in each]


def test_what_happens_to_whoever_acts_names_nobody_again_and_unnamed_players_go_by_their_seats(tmp_path):
    example = '\nexample one "One"\n    | player | points |\n    | Anna   | 1      |\n    begin play\n    when Anna: gain_one row0\n    then Anna.points is 2\n'
    files = written(tmp_path, rules("Odd").replace("from starter", "from first(p in player)") + example)
    page = files["actions/gain-one.md"]
    assert "- **Anna** chooses “gain one of Odd 0”: points 1 → 2\n" in page and "| Anna | Player 2 |" in page
