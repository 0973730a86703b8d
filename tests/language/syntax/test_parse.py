"""The parser: every construct with its tree, every mistake with its place, and no text that it cannot bear."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from cavewright.foundation.source import Diagnostic, Source
from cavewright.language.syntax import FILE_LIMIT, parse_file, parse_text, tree
from cavewright.language.syntax.lark_parser import DEPTH_LIMIT, _Blocks, _words, grammar_text
from cavewright.language.syntax.parse import CHUNK_LIMIT
from cavewright.language.syntax.parse_findings import _STATEMENTS
from cavewright.language.syntax.tree import (
    Ability,
    Add,
    AddDeclaration,
    AddShare,
    AddValue,
    Amend,
    Among,
    Apply,
    Argument,
    AsPlayer,
    AtOnce,
    Attribute,
    Begin,
    Binary,
    Binder,
    Bottom,
    Branch,
    Call,
    Change,
    ChangeValue,
    Choice,
    Choose,
    Cite,
    Cites,
    Column,
    Conditional,
    Confirm,
    ConstantTotal,
    Contents,
    Cost,
    Deal,
    Declaration,
    Deed,
    Definition,
    Draw,
    Drop,
    Empty,
    Expr,
    File,
    Finish,
    ForEach,
    Free,
    Gain,
    Given,
    Grid,
    If,
    Index,
    InTurn,
    Joined,
    Keeps,
    Lay,
    Least,
    Let,
    Line,
    Lose,
    May,
    Move,
    MoveClause,
    Name,
    Node,
    Nothing,
    Number,
    Offer,
    Parameter,
    Price,
    Property,
    Quantity,
    Ranked,
    RemoveDeclaration,
    Repack,
    Repeat,
    ReplaceDeclaration,
    Require,
    Roll,
    Row,
    Rows,
    Said,
    Score,
    Set,
    SetOption,
    Setting,
    Share,
    Shuffle,
    Statement,
    Text,
    Then,
    Tie,
    Together,
    TypeNode,
    Unary,
    Upon,
    Winner,
    Within,
    Words,
    walk,
)

HERE = Path(__file__).parent
ERRORS = sorted((HERE / "errors").glob("*.cave"))
TEXTS = [path.read_bytes().decode("utf-8") for path in sorted((HERE / "format").glob("*.cave"))]
TEXTS += [path.read_text("utf-8")[:6000] for path in sorted((HERE.parents[2] / "rulesets").glob("*/*.cave"))]
EXPECTED = re.compile(r"#! (C\d{4}) (.*)")

a, b, c = Name("a"), Name("b"), Name("c")
ONE, TWO = Number(1), Number(2)
TRUE_LINE = (Line("", Call(a)),)


def parsed(text: str, rule: str) -> object:
    node, problem = parse_text(Source("a.cave", text), 0, len(text), rule)
    assert problem is None
    return node


# ---- every construct -----------------------------------------------------------------------------------------------

EXPRESSIONS: dict[str, Expr] = {
    "a": a,
    "höhle-2_x": Name("höhle-2_x"),
    "1": ONE,
    "25 m": Number(25, "m"),
    "999999999999999999999": Number(10**9 + 1),
    "none": Nothing(),
    "(a)": a,
    "a.none": Attribute(a, "none"),
    "a[b.c]": Index(a, Attribute(b, "c")),
    "a(b, 1)[c]": Index(Apply(a, (Argument(b), Argument(ONE))), c),
    "a(b in c where b: 1)": Apply(a, (Argument(Binary("in", b, c), b, ONE),)),
    "a(b: 1)": Apply(a, (Argument(b, None, ONE),)),
    "-a * b": Binary("*", Unary("-", a), b),
    "-(a * b)": Unary("-", Binary("*", a, b)),
    "a - b - c": Binary("-", Binary("-", a, b), c),
    "a - (b - c)": Binary("-", a, Binary("-", b, c)),
    "a + b * c": Binary("+", a, Binary("*", b, c)),
    "a / b * c": Binary("*", Binary("/", a, b), c),
    "a + b < c": Binary("<", Binary("+", a, b), c),
    "a is not b": Binary("is not", a, b),
    "a is b": Binary("is", a, b),
    "a in b": Binary("in", a, b),
    "a in 1..b + 2": Binary("in", a, Binary("..", ONE, Binary("+", b, TWO))),
    "a not in b": Binary("not in", a, b),
    "a <= b": Binary("<=", a, b),
    "a > b": Binary(">", a, b),
    "a >= b": Binary(">=", a, b),
    "not a is b": Unary("not", Binary("is", a, b)),
    "not a and b": Binary("and", Unary("not", a), b),
    "a or b and c": Binary("or", a, Binary("and", b, c)),
    "a and b and c": Binary("and", Binary("and", a, b), c),
    "a and (b or c)": Binary("and", a, Binary("or", b, c)),
    "a or b or c": Binary("or", Binary("or", a, b), c),
    "1 if a otherwise 2 if b otherwise c": Conditional(ONE, a, Conditional(TWO, b, c)),
    "a(\n  # within brackets\n  b,\n1)": Apply(a, (Argument(b), Argument(ONE))),
}

TYPES = {
    "a": TypeNode("name", "a"),
    "a or none": TypeNode("name", "a", optional=True),
    "0..5": TypeNode("range", low=Number(0), high=Number(5)),
    "-1..a + 1 by 2 or none": TypeNode("range", low=Unary("-", ONE), high=Binary("+", a, ONE), step=TWO, optional=True),
    "0 m..b by 25 m": TypeNode("range", low=Number(0, "m"), high=b, step=Number(25, "m")),
    "bag of a holding 8 b endless hidden": TypeNode(
        "bag", "a", holding=Quantity(Number(8), b), flags=("endless", "hidden")
    ),
    "bag of a holding b c secret uncounted internal": TypeNode(
        "bag", "a", holding=Quantity(b, c), flags=("secret", "uncounted", "internal")
    ),
    "pile of a holding 8 a hidden": TypeNode("pile", "a", holding=Quantity(Number(8), a), flags=("hidden",)),
    "set of a": TypeNode("set", "a"),
    "set of 1..2 by a": TypeNode("set", low=ONE, high=TWO, step=a),
}

STATEMENTS: dict[str, Statement] = {
    "require a": Require(a),
    "require a reveals": Require(a, reveals=True),
    "offer any x until b reveals": Offer(True, "x", b, reveals=True),
    "offer or none reveals\n  k: finish": Offer(False, "", optional=True, actions=(Line("k", Finish()),), reveals=True),
    "offer any once until b reveals\n  a": Offer(True, "", b, True, actions=TRUE_LINE, reveals=True),
    "if b reveals\n  a\n otherwise if c\n  a\n otherwise\n  a": If(
        ((b, TRUE_LINE), (c, TRUE_LINE)), TRUE_LINE, reveals=True
    ),
    "for each x in b where a reveals\n  a": ForEach((Binder("x", b),), a, TRUE_LINE, reveals=True),
    "each x from a reveals\n  a": InTurn("x", a, TRUE_LINE, reveals=True),
    "repeat until b reveals\n  a": Repeat(b, None, TRUE_LINE, reveals=True),
    "repeat 3 times reveals\n  a": Repeat(None, Number(3), TRUE_LINE, reveals=True),
    "choose x in b reveals\n  a": Choose((Binder("x", b),), None, TRUE_LINE, None, reveals=True),
    "as b reveals\n  a": AsPlayer(b, TRUE_LINE, reveals=True),
    "cost 1 a, a b from c, (a + 1) b, all": Cost(
        (
            Price(Quantity(ONE, a), None),
            Price(Quantity(a, b), c),
            Price(Quantity(Binary("+", a, ONE), b), None),
            Price(Quantity(None, None), None),
        )
    ),
    "let x = a": Let("x", a),
    "set a.x = b": Set(Attribute(a, "x"), b),
    "gain 1 a, 2 b in c": Gain((Quantity(ONE, a), Quantity(TWO, b)), c),
    "gain 1 a": Gain((Quantity(ONE, a),), None),
    "lose 1 a from c": Lose((Quantity(ONE, a),), c),
    "move 1 a, all from b to c": Move((Quantity(ONE, a), Quantity(None, None)), b, c),
    "lose up to 2 from bottom of a": Lose((Quantity(TWO, None),), Bottom(a), True),
    "gain 1 a in bottom of b": Gain((Quantity(ONE, a),), Bottom(b)),
    "move 1 from a to bottom of b": Move((Quantity(ONE, None),), a, Bottom(b)),
    "shuffle a": Shuffle(a),
    "draw x from bottom of a secret": Draw("x", a, secret=True, bottom=True),
    "draw 2 from bottom of a to b": Deal(Quantity(TWO, None), Bottom(a), b),
    "draw (a + 1) from b to c": Deal(Quantity(Binary("+", a, ONE), None), b, c),
    "lay a at b turned c": Lay(a, b, c),
    "lay a at b": Lay(a, b, None),
    "draw x from a": Draw("x", a),
    "draw x from a showing 2": Draw("x", a, TWO),
    "draw x from a showing 2 secret": Draw("x", a, TWO, True),
    "roll x in a": Roll("x", a),
    "roll x in a where b": Roll("x", a, b),
    "roll x in 1..2": Roll("x", Binary("..", ONE, TWO)),
    "offer x": Offer(False, "x"),
    "offer x reveals\n otherwise\n  a": Offer(False, "x", otherwise=TRUE_LINE, reveals=True),
    "offer any x once until b\n otherwise\n  a": Offer(True, "x", b, True, otherwise=TRUE_LINE),
    "offer\n  a\n otherwise\n  a": Offer(False, "", actions=TRUE_LINE, otherwise=TRUE_LINE),
    "offer any x": Offer(True, "x"),
    "offer x or none": Offer(False, "x", optional=True),
    "offer any x once until b": Offer(True, "x", b, True),
    "offer or none\n  k: finish": Offer(False, "", optional=True, actions=(Line("k", Finish()),)),
    "offer any once until b\n  a\n  action x(p in b)\n   a": Offer(
        True, "", b, True, actions=(*TRUE_LINE, Line("x", Deed((Choice("", "p", b),), TRUE_LINE)))
    ),
    "repack a with b": Repack(a, b, None, None),
    "repack a with b where c": Repack(a, b, c, None),
    "repack a with b filling 1": Repack(a, b, None, ONE),
    "repack a with b where c filling 1": Repack(a, b, c, ONE),
    "finish": Finish(),
    "confirm": Confirm(),
    "a(b)": Call(Apply(a, (Argument(b),))),
    "if b\n  a": If(((b, TRUE_LINE),), None),
    "if b\n  a\n otherwise if c\n  a\n otherwise\n  a": If(((b, TRUE_LINE), (c, TRUE_LINE)), TRUE_LINE),
    "for each x in b, y in c where a\n  a": ForEach((Binder("x", b), Binder("y", c)), a, TRUE_LINE),
    "for each x in b\n  a": ForEach((Binder("x", b),), None, TRUE_LINE),
    "each x from a\n  a": InTurn("x", a, TRUE_LINE),
    "each x backwards from a\n  a": InTurn("x", a, TRUE_LINE, backwards=True),
    "repeat each x in a where b\n  a": InTurn("x", None, TRUE_LINE, b, again=True, order=a),
    "each x\n  a": InTurn("x", None, TRUE_LINE),
    "each x where b\n  a": InTurn("x", None, TRUE_LINE, b),
    "repeat each x from a where b until c\n  a": InTurn("x", a, TRUE_LINE, b, c, True),
    "each x at once\n  a": AtOnce("x", TRUE_LINE),
    "repeat until b\n  a": Repeat(b, None, TRUE_LINE),
    "repeat 3 times\n  a": Repeat(None, Number(3), TRUE_LINE),
    "choose x in b\n  a": Choose((Binder("x", b),), None, TRUE_LINE, None),
    "choose x in b, y in c where a\n  a\n otherwise\n  a": Choose(
        (Binder("x", b), Binder("y", c)), a, TRUE_LINE, TRUE_LINE
    ),
    "choose any x in b where a once or stop until c reveals\n  a": Choose(
        (Binder("x", b),), a, TRUE_LINE, None, True, True, True, c, reveals=True
    ),
    "choose x in b where a otherwise c otherwise any\n  a\n otherwise\n  a": Choose(
        (Binder("x", b),), Ranked((a, c), True), TRUE_LINE, TRUE_LINE
    ),
    "choose x in b where (a if b otherwise c) otherwise b\n  a": Choose(
        (Binder("x", b),), Ranked((Conditional(a, b, c), b), False), TRUE_LINE, None
    ),
    "may\n  a": May(TRUE_LINE),
    "as b\n  a": AsPlayer(b, TRUE_LINE),
}

TAIL = {"text": "t", "cites": ("A-1", "A-2")}
NUMBER_TYPE = TYPES["0..5"]

ITEMS: dict[str, Node] = {
    'ruleset x 1.0 "t"\n language 1\n y z ^1.0 "t" [A-1, A-2]': Declaration(
        "ruleset",
        "x",
        "t",
        version="1.0",
        members=(Property("language", number="1"), Property("y", "z", "^1.0", **TAIL)),
    ),
    "overlay x 1.2.3": Declaration("overlay", "x", version="1.2.3"),
    "edition x 1.0": Declaration("edition", "x", version="1.0"),
    'unit m "t"': Declaration("unit", "m", "t"),
    'constant x = 1 "t" [A-1..2]': Declaration("constant", "x", **TAIL, value=ONE),
    'option x: 0..5 = 1 "t" [A-1, A-2]\n | p |': Declaration(
        "option", "x", **TAIL, second=NUMBER_TYPE, value=ONE, members=(Row("| p |"),)
    ),
    "option x = a": Declaration("option", "x", value=a),
    'preset x "t" [A-1,\n A-2]\n set y = 1': Declaration("preset", "x", **TAIL, members=(Setting("y", ONE),)),
    'kind x\n rows "f"\n rows "g" separated by ";"\n |p|"q|r"|| [A-1]\n keeps y: 0..5 = 1 "t" [A-1..2]': Declaration(
        "kind",
        "x",
        members=(Rows("f"), Rows("g", ";"), Row('|p|"q|r"||', cites=("A-1",)), Keeps("y", NUMBER_TYPE, ONE, **TAIL)),
    ),
    "game\n keeps y: a": Declaration("game", "game", members=(Keeps("y", TYPES["a"]),)),
    "game\n keeps y: a = 1, 2 x, (b) c, 1..2": Declaration(
        "game",
        "game",
        members=(
            Keeps(
                "y",
                TYPES["a"],
                Contents((ONE, Number(2, "x"), Quantity(b, Name("c")), Binary("..", ONE, TWO))),
            ),
        ),
    ),
    "players x 0..5": Declaration("players", "x", second=NUMBER_TYPE),
    'board x of y by z\n grid growing\n free where a "t" [A-1..2]\n passage keeps y: a': Declaration(
        "board", "x", of="y", by="z", members=(Grid(), Free(a, **TAIL), Keeps("y", TYPES["a"], passage=True))
    ),
    "board x by z\n grid 1 by a": Declaration("board", "x", by="z", members=(Grid(ONE, a),)),
    "board x\n grid 1 round by a": Declaration("board", "x", members=(Grid(ONE, a, False, True),)),
    "board x\n grid a by 1 round hexagonal": Declaration("board", "x", members=(Grid(a, ONE, True, False, True),)),
    'board x by z "t" [A-1..2]': Declaration("board", "x", **TAIL, by="z"),
    'board x of y for each z\n grid 1 by 1 hexagonal\n passage where a "t" [A-1..2]': Declaration(
        "board", "x", of="y", each="z", members=(Grid(ONE, ONE, True), Joined(a, **TAIL))
    ),
    'define x(p: a, q: 0..5) = a "t" [A-1..2]': Declaration(
        "define", "x", **TAIL, parameters=(Parameter("p", TYPES["a"]), Parameter("q", NUMBER_TYPE)), value=a
    ),
    "currency x = b\n a": Declaration("currency", "x", value=b, block=TRUE_LINE),
    'to x\n k: finish "t" [A-1..2]': Declaration("to", "x", block=(Line("k", Finish(), **TAIL),)),
    'to x(p: a)\n k: may "t" [A-1..2]\n  a': Declaration(
        "to", "x", parameters=(Parameter("p", TYPES["a"]),), block=(Line("k", May(TRUE_LINE), **TAIL),)
    ),
    'menu x "t" [A-1..2]': Declaration("menu", "x", **TAIL),
    "menu x always": Declaration("menu", "x", always=True),
    "menu x always for each p": Declaration("menu", "x", always=True, each="p"),
    "menu x always for each p where 1 internal": Declaration(
        "menu", "x", always=True, each="p", value=Number(1), internal=True
    ),
    "menu x always internal": Declaration("menu", "x", always=True, internal=True),
    "kind x\n | p |\n  to y(p: a)\n   a": Declaration(
        "kind", "x", members=(Row("| p |", abilities=(Line("y", Ability((Parameter("p", TYPES["a"]),), TRUE_LINE)),)),)
    ),
    'kind x\n | p |\n  define y = 1 "t" [A-1..2]\n  define z(p: a) = 1': Declaration(
        "kind",
        "x",
        members=(
            Row(
                "| p |",
                abilities=(
                    Line("y", Definition((), ONE), **TAIL),
                    Line("z", Definition((Parameter("p", TYPES["a"]),), ONE)),
                ),
            ),
        ),
    ),
    'action x(p in b, by q in c) in y, z "t" [A-1..2]\n a': Declaration(
        "action", "x", **TAIL, choices=(Choice("", "p", b), Choice("by", "q", c)), names=("y", "z"), block=TRUE_LINE
    ),
    "whenever x, y(p: a)\n a": Declaration(
        "whenever", "x", names=("x", "y"), parameters=(Parameter("p", TYPES["a"]),), block=TRUE_LINE
    ),
    'ranking x(p: a) by b\n among a "t" [A-1..2]\n least 1 "t" [A-1..2]\n | p |': Declaration(
        "ranking",
        "x",
        parameters=(Parameter("p", TYPES["a"]),),
        value=b,
        members=(Among(a, **TAIL), Least(ONE, **TAIL), Row("| p |")),
    ),
    'scoring\n together\n together by a "t" [A-1..2]\n least 1\n constant total 1 "t" [A-1..2]': Declaration(
        "scoring", "scoring", members=(Together(), Together(a, **TAIL), Least(ONE), ConstantTotal(ONE, **TAIL))
    ),
    'scoring "t"\n score y = 1 "t" [A-1..2]\n highest total wins\n lowest total wins "t" [A-1..2]\n then lowest a "t" [A-1..2]': Declaration(
        "scoring",
        "scoring",
        "t",
        members=(Score("y", ONE, **TAIL), Winner("highest"), Winner("lowest", **TAIL), Tie("lowest", a, **TAIL)),
    ),
    "add to a: + 1 [A-1]": AddShare(a, Share("+", ONE), cites=("A-1",)),
    "add to players x: 6": AddShare(Name("x"), Share("bounds", Binary("..", Number(6), Number(6))), "players"),
    "amend to x\n add to a: and b\n add to a.b: or a and b\n add to a: - a * b\n add to a: cost 1 a from b, 2 b\n add to a: 0..9": Amend(
        "to",
        "x",
        (),
        (
            AddShare(a, Share("and", b)),
            AddShare(Attribute(a, "b"), Share("or", Binary("and", a, b))),
            AddShare(a, Share("-", Binary("*", a, b))),
            AddShare(a, Share("cost", Cost((Price(Quantity(ONE, a), b), Price(Quantity(Number(2), b), None))))),
            AddShare(a, Share("bounds", Binary("..", Number(0), Number(9)))),
        ),
    ),
    "advice = a": Declaration("advice", "advice", value=a),
    "advice b = a": Declaration("advice", "b", value=a),
    'note x "t"': Declaration("note", "x", "t"),
    'lesson x "t"': Declaration("lesson", "x", "t"),
    'notice x "t"': Declaration("notice", "x", "t"),
    'notice x where 1 "t"': Declaration("notice", "x", "t", value=Number(1)),
    'chapter x "t" [A-1..2]': Declaration("chapter", "x", **TAIL),
    "chapter x": Declaration("chapter", "x"),
    "example x\n | p |\n set y = 1\n given a.x = 1\n begin y\n begin y as Z\n begin y(1, b) as Z\n then a [A-1]": Declaration(
        "example",
        "x",
        members=(
            Row("| p |"),
            Setting("y", ONE),
            Given(Attribute(a, "x"), ONE),
            Begin("y"),
            Begin("y", "Z"),
            Begin("y", "Z", (ONE, b)),
            Then(a, cites=("A-1",)),
        ),
    ),
    'example x\n when Z: y "z"  [A-1]\n refuse Z: y(1 because z # not this\n allow\t Z | y': Declaration(
        "example",
        "x",
        members=(Said("when", 'Z: y "z"', cites=("A-1",)), Said("refuse", "Z: y(1 because z"), Said("allow", "Z | y")),
    ),
    "set x = 1": SetOption("x", ONE),
    "change a.x: 1 to 2": ChangeValue(Attribute(a, "x"), ONE, TWO),
    'change a: "t" to _': ChangeValue(a, Text("t"), Empty()),
    'change y x: 1..2 to 1..1 "t" [A-1]': ChangeValue(
        Name("x"), Binary("..", ONE, TWO), Binary("..", ONE, ONE), "y", text="t", cites=("A-1",)
    ),
    "change a.x: a b to a, b": ChangeValue(Attribute(a, "x"), Words(("a", "b")), Words(("a", "b"))),
    'amend y x\n change a: [A-1] to _\n change b: "s" to "t" [A-1]\n drop a: may [A-1]\n drop |p| [A-1]\n move x before y [A-1]': Amend(
        "y",
        "x",
        (),
        (
            Change(a, Cites(("A-1",)), Empty()),
            Change(b, Text("s"), Text("t"), cites=("A-1",)),
            Drop(a, May(()), cites=("A-1",)),
            Drop(None, Row("|p|"), cites=("A-1",)),
            MoveClause("x", "before", "y", cites=("A-1",)),
        ),
    ),
    "amend y x\n change a: if a to if b\n change a: keeps y: a to keeps y: a = 1\n change a: grid growing to grid 1 by 2": Amend(
        "y",
        "x",
        (),
        (
            Change(a, If(((a, ()),), None), If(((b, ()),), None)),
            Change(a, Keeps("y", TYPES["a"]), Keeps("y", TYPES["a"], ONE)),
            Change(a, Grid(), Grid(ONE, TWO)),
        ),
    ),
    "amend y x\n drop a: for each a in b where a\n drop a: each y from a\n drop a: each y at once\n drop a: repeat until a": Amend(
        "y",
        "x",
        (),
        (
            Drop(a, ForEach((Binder("a", b),), a, ())),
            Drop(a, InTurn("y", a, ())),
            Drop(a, AtOnce("y", ())),
            Drop(a, Repeat(a, None, ())),
        ),
    ),
    "amend y x\n drop a: repeat 1 times\n drop a: choose a in 1..2\n drop a: as b": Amend(
        "y",
        "x",
        (),
        (
            Drop(a, Repeat(None, ONE, ())),
            Drop(a, Choose((Binder("a", Binary("..", ONE, TWO)),), None, (), None)),
            Drop(a, AsPlayer(b, ())),
        ),
    ),
    'remove game because "t"': RemoveDeclaration("game", "game", "t"),
    "set x = 1 [A-1]": SetOption("x", ONE, cites=("A-1",)),
    'option x = 1\n | p |\n k: require a "t" [A-1]\n require a': Declaration(
        "option",
        "x",
        value=ONE,
        members=(Row("| p |"),),
        block=(Line("k", Require(a), text="t", cites=("A-1",)), Line("", Require(a))),
    ),
    "amend y x [A-1]\n change a: 1 to _\n change b: finish to require a": Amend(
        "y", "x", ("A-1",), (Change(a, ONE, Empty()), Change(b, Finish(), Require(a)))
    ),
    "amend game\n drop a: finish\n drop |p|\n move x before y\n move x after y": Amend(
        "game",
        "game",
        (),
        (Drop(a, Finish()), Drop(None, Row("|p|")), MoveClause("x", "before", "y"), MoveClause("x", "after", "y")),
    ),
    "amend y x\n add k: finish\n add before y a\n add after y |p|\n add if b\n  a": Amend(
        "y",
        "x",
        (),
        (
            Add("", "", Line("k", Finish())),
            Add("before", "y", Line("", Call(a))),
            Add("after", "y", Row("|p|")),
            Add("", "", Line("", If(((b, TRUE_LINE),), None))),
        ),
    ),
    'amend y x\n add keeps y: a\n add score y = 1\n add passage keeps y: a\n add rows "f"\n add grid growing\n add among a\n add least 1\n add together\n add constant total 1': Amend(
        "y",
        "x",
        (),
        tuple(
            Add("", "", each)
            for each in (
                Keeps("y", TYPES["a"]),
                Score("y", ONE),
                Keeps("y", TYPES["a"], passage=True),
                Rows("f"),
                Grid(),
                Among(a),
                Least(ONE),
                Together(),
                ConstantTotal(ONE),
            )
        ),
    ),
    "amend y x\n add with y: x\n add after y with a in 1..2 [A-1]\n add in x\n add before y with x a in b": Amend(
        "y",
        "x",
        (),
        (
            Add("", "", Parameter("y", TypeNode("name", "x"))),
            Add("after", "y", Choice("", "a", Binary("..", ONE, TWO)), cites=("A-1",)),
            Add("", "", Within("x")),
            Add("before", "y", Choice("x", "a", b)),
        ),
    ),
    "amend y x\n change a: with a: 1..2 to with a: set of x\n change a: with a in b to b\n drop a: in y": Amend(
        "y",
        "x",
        (),
        (
            Change(a, Parameter("a", TypeNode("range", low=ONE, high=TWO)), Parameter("a", TypeNode("set", "x"))),
            Change(a, Choice("", "a", b), b),
            Drop(a, Within("y")),
        ),
    ),
    "amend whenever x\n add whenever y [A-1]\n change x: whenever x to whenever y\n drop a: whenever a": Amend(
        "whenever",
        "x",
        (),
        (Add("", "", Upon("y"), cites=("A-1",)), Change(Name("x"), Upon("x"), Upon("y")), Drop(a, Upon("a"))),
    ),
    "amend y x\n add after a otherwise if b\n  a\n add after y[a + 1] otherwise\n  a\n add free where a\n add passage where b": Amend(
        "y",
        "x",
        (),
        (
            Add("after", "a", Branch(b, TRUE_LINE)),
            Add("after", "y[a + 1]", Branch(None, TRUE_LINE)),
            Add("", "", Free(a)),
            Add("", "", Joined(b)),
        ),
    ),
    "amend y x\n change otherwise: otherwise if a to otherwise if b\n drop a.otherwise[b]: otherwise": Amend(
        "y",
        "x",
        (),
        (
            Change(Name("otherwise"), Branch(a, ()), Branch(b, ())),
            Drop(Index(Attribute(a, "otherwise"), b), Branch(None, ())),
        ),
    ),
    "amend y x [A-1]": Amend("y", "x", ("A-1",), ()),
    "amend y x\n add a.x: b [A-1]\n add a.x: b, x\n drop a.x: b\n add column y: x = 1 [A-1]\n drop y: column y: x\n change y: 1..2 to 1..1": Amend(
        "y",
        "x",
        (),
        (
            AddValue(Attribute(a, "x"), b, cites=("A-1",)),
            AddValue(Attribute(a, "x"), Words(("b", "x"))),
            Drop(Attribute(a, "x"), b),
            Add("", "", Column("y", TypeNode("name", "x"), ONE), cites=("A-1",)),
            Drop(Name("y"), Column("y", TypeNode("name", "x"))),
            Change(Name("y"), Binary("..", ONE, TWO), Binary("..", ONE, ONE)),
        ),
    ),
    'amend y x\n change b: b to if a "t"\n  a\n otherwise if b\n  a\n change b: b to offer\n  a': Amend(
        "y",
        "x",
        (),
        (
            Change(b, b, If(((a, TRUE_LINE), (b, TRUE_LINE)), None), text="t"),
            Change(b, b, Offer(False, "", actions=TRUE_LINE)),
        ),
    ),
    "whenever x, y(a: x) as b\n a": Declaration(
        "whenever", "b", names=("x", "y"), parameters=(Parameter("a", TypeNode("name", "x")),), block=TRUE_LINE
    ),
    "amend y x\n cite a [A-1]\n cite a.x [A-1..2]": Amend(
        "y", "x", (), (Cite(a, cites=("A-1",)), Cite(Attribute(a, "x"), cites=("A-1", "A-2")))
    ),
    "amend y x\n change a: 1 to 2 [A-1]\n drop a: 1 [A-1]\n drop |p| [A-1]\n move x after y [A-1]": Amend(
        "y",
        "x",
        (),
        (
            Change(a, ONE, TWO, cites=("A-1",)),
            Drop(a, ONE, cites=("A-1",)),
            Drop(None, Row("|p|"), cites=("A-1",)),
            MoveClause("x", "after", "y", cites=("A-1",)),
        ),
    ),
    "change a: 1 to 2 [A-1]": ChangeValue(a, ONE, TWO, cites=("A-1",)),
    "add menu x": AddDeclaration(Declaration("menu", "x")),
    "replace to x\n a": ReplaceDeclaration(Declaration("to", "x", block=TRUE_LINE)),
    'remove y x because "t" [A-1]': RemoveDeclaration("y", "x", "t", ("A-1",)),
}


IDS = {
    "[A-08..10, B-1]": ("A-08", "A-09", "A-10", "B-1"),
    "[A-1,\n    B-2..2, ]": ("A-1", "B-2"),
    "[A-10..08]": ("A-10..08",),
    "[A-1..500]": ("A-1..500",),
    "[A-1..12345]": ("A-1..12345",),
    "[A-1\n  x]": None,
    "[A-1\n   2]": ("A-1 2",),
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expression(text: str) -> None:
    assert parsed(text, "expr") == EXPRESSIONS[text]


@pytest.mark.parametrize("text", TYPES)
def test_type(text: str) -> None:
    assert parsed(text, "type") == TYPES[text]


@pytest.mark.parametrize("text", STATEMENTS)
def test_statement(text: str) -> None:
    assert parsed(f"to x\n {text}", "item") == Declaration("to", "x", block=(Line("", STATEMENTS[text]),))


@pytest.mark.parametrize("text", ITEMS)
def test_item(text: str) -> None:
    assert parsed(text, "item") == ITEMS[text]


@pytest.mark.parametrize("text", IDS)
def test_ids(text: str) -> None:
    """Ranges are spelled out, except those that make no sense, which are left for the checker to find."""
    source = Source("a.cave", f"menu x {text}")
    node, _ = parse_text(source, 0, len(source.text), "item")
    assert (node and node.cites) == IDS[text]


def test_nothing_is_left_out() -> None:
    """Every class of the tree that no other builds on, and every fixed word of the grammar, is in an example above."""
    trees = (*EXPRESSIONS.values(), *TYPES.values(), *STATEMENTS.values(), *ITEMS.values(), File(()))
    classes = {each for each in vars(tree).values() if isinstance(each, type) and issubclass(each, Node)}
    classes -= {base for each in classes for base in each.__bases__}
    assert {type(node) for each in trees for node in walk(each)} == classes
    text = " ".join((*EXPRESSIONS, *TYPES, *STATEMENTS, *ITEMS))
    assert [word for word in re.findall(r'(?m)^[A-Z_]+: "(.+)"$', grammar_text()) if word not in text] == []


def test_grammar_is_strict_and_every_terminal_has_a_name() -> None:
    built = Lark(grammar_text(), parser="lalr", start=["item", "type", "expr"], postlex=_Blocks(), strict=True)
    assert [each.name for each in built.terminals if each.name.startswith("__ANON")] == []


def test_grammar_is_short() -> None:
    """A person reads it in one sitting. Forms behind `->` are not counted, terminals neither."""
    assert len(re.findall(r"(?m)^[?!]?[a-z_]+(?:\{\w+\})?:", grammar_text())) <= 80


def test_spans_end_with_the_last_word() -> None:
    """Blanks, comments and line breaks behind a node are no part of it."""
    text = 'to x  # c\n  if a  # c\n    b "t" [A-1]  # c\n    # c\n\n  finish\t\r\n\n# c\n'
    file, _ = parse_file(Source("a.cave", text))
    nodes = {type(node): node.span.text for node in walk(file.items)}
    assert nodes == {
        Declaration: text[: text.index("\t")],
        Line: "finish",
        Finish: "finish",
        Name: "b",
        Call: "b",
        If: 'if a  # c\n    b "t" [A-1]',
    }


# ---- every mistake -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_errors(path: Path) -> None:
    """`#! C0101 pattern` on a line: this code is reported there, with such a message; and nothing else is."""
    source = Source(path.name, path.read_bytes().decode("utf-8"))
    _, found = parse_file(source)
    lines = source.text.split("\n")
    expected = [(number, *match.groups()) for number, line in enumerate(lines, 1) if (match := EXPECTED.search(line))]
    assert [(each.span.line, each.code) for each in found if each.span] == [(line, code) for line, code, _ in expected]
    for each, (_, _, pattern) in zip(found, expected, strict=True):
        assert re.match(pattern, each.message), each.message


MISSPELT = {
    "cst 1 point": "cost",
    "key: cst 1 point": "cost",
    "requre points > 0": "require",
    "st points = 4": "set",
    "chose q in p": "choose",
    "repet 3 times": "repeat",
    "wander 3": "",
    "cost 1 2": "",
}


@pytest.mark.parametrize("line", MISSPELT)
def test_a_misspelt_statement_is_told_the_nearest_one(line: str) -> None:
    """Where its first word would be the name of a process, which nothing follows."""
    _, (found,) = parse_file(Source("a.cave", f"to play\n    {line}\n"))
    assert found.help == (f"did you mean `{MISSPELT[line]}`?" if MISSPELT[line] else "")


KEPT = "what is kept stands first, then words such as `holding`, `hidden` and `internal`: "
HOW_TO_WRITE = {
    "game\n    keeps d: hidden pile of c\n": f"{KEPT}`keeps d: pile of c hidden`",
    "game\n    keeps d: uncounted bag of c hidden\n": f"{KEPT}`keeps d: bag of c hidden uncounted`",
    "game\n    keeps secret d: set of c\n": f"{KEPT}`keeps d: set of c secret`",
    "game\n    keeps d: set of face down c\n": f"{KEPT}`keeps d: set of c hidden`",
    "game\n    keeps d: none or c\n": f"{KEPT}`keeps d: c or none`",
    "game\n    keeps d: bag holding 3 of c\n": f"{KEPT}`keeps d: bag of c holding 3 c`",
    "game\n    keeps d: stack of c\n": f"{KEPT}`keeps d: pile of c`",
    "game\n    keeps d: secretly pile of c\n": "",
    "to play\n    gain a + b c\n": "an amount that is worked out stands in brackets: `gain (A + B) NAME`",
    "game\n    keeps c: bag of d holding a * b slots\n": "an amount that is worked out stands in brackets: `holding (A * B) NAME`",
    "define f(a in 1..3) = a\n": "a parameter says its type: `a: 0..9`, `a: player`; only what is chosen says `in`",
    "define f(b: 0..9, a) = a\n": "a parameter says its type: `a: 0..9`, `a: player`; only what is chosen says `in`",
    "to f(a in side)\n    a\n": "a parameter says its type: `a: 0..9`, `a: player`; only what is chosen says `in`",
    "to play\n    key: lose 2 * a b from c\n": "an amount that is worked out stands in brackets: `lose (A * B) NAME`",
    "game\n    keeps at: 0..9 = 1 internal\n": f"{KEPT}`keeps at: 0..9 internal = 1`",
    'game\n    keeps hand: bag of a = 1 b secret "Cards."\n': f"{KEPT}`keeps hand: bag of a secret = 1 b`",
    "to play\n    set a = 1 internal\n": "it is written `set NAME = VALUE`",
}


@pytest.mark.parametrize("text", HOW_TO_WRITE)
def test_a_line_is_told_how_it_is_written(text: str) -> None:
    _, (found,) = parse_file(Source("a.cave", text))
    assert (found.code, found.help) == ("C0101", HOW_TO_WRITE[text])


def test_statements_begin_with_words_of_the_language() -> None:
    assert {f"`{each}`" for each in _STATEMENTS} <= {*_words().values()}


def test_good_declarations_survive_bad_ones() -> None:
    source = Source("a.cave", "menu a\nmenu = b\n  junk\nmenu c\nto d\nmenu e")
    file, found = parse_file(source)
    assert [each.name for each in file.items if isinstance(each, Declaration)] == ["a", "c", "e"]
    assert [each.span.line for each in found if each.span] == [2, 5]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("\x00", "C0103", (1, 1)),
        ("menu a\nmenu \u202eb", "C0103", (2, 6)),
        ("\ufeffmenu a", "C0103", (1, 1)),
        ("menu a\n" * (FILE_LIMIT // 7 + 1), "C0601", (1, 1)),
        ("menu a\n" * (CHUNK_LIMIT + 2), "C0601", (CHUNK_LIMIT + 1, 1)),
        ("advice = " + "(" * DEPTH_LIMIT + "a" + ")" * DEPTH_LIMIT, "C0602", None),
        ("advice = " + "(" * 200, "C0602", (1, 110)),
        ("to a\n" + "".join(" " * depth + "may\n" for depth in range(1, 150)), "C0602", (DEPTH_LIMIT + 1, 1)),
        ("advice = " + "a" + " + a" * DEPTH_LIMIT, "C0602", None),
        ("advice = a" + ".b" * DEPTH_LIMIT, "C0602", None),
        (
            "to a\n" + "".join(" " * depth + "may\n" for depth in range(1, DEPTH_LIMIT)) + " " * DEPTH_LIMIT + "b",
            "C0602",
            None,
        ),
    ],
)
def test_limits(text: str, code: str, place: tuple[int, int] | None) -> None:
    _, found = parse_file(Source("a.cave", text))
    assert [each.code for each in found] == [code]
    span = found[0].span
    assert span and (place is None or (span.line, span.column) == place)


@pytest.mark.parametrize("text", ["", "\n", "  \n\t\n", "# c", "  # c\n", "\r\n# c\r\n"])
def test_files_without_declarations(text: str) -> None:
    assert parse_file(Source("a.cave", text)) == (File(()), ())


# ---- any text whatever ---------------------------------------------------------------------------------------------

unlimited = settings(deadline=None)
lexemes = st.sampled_from(
    (
        *re.findall(r'(?m)^[A-Z_]+: "(.+)"$', grammar_text()),
        "a",
        "b",
        "7",
        "25 m",
        '"t"',
        " [A-1]",
        "\n",
        "\n    ",
        "\n        ",
        "\n\n",
        "| a | b |",
        "when a",
        "1.0",
        "# c\n",
        '"',
        "\t",
        "\u00a0",
    )
)


def bears(text: str) -> None:
    """The parser returns, and what it reports has a place in the text and a message."""
    source = Source("a.cave", text)
    file, found = parse_file(source)
    for each in found:
        assert isinstance(each, Diagnostic)
        assert each.span and 0 <= each.span.start <= each.span.end <= max(len(text), 1)
        assert each.message and not each.message.endswith(".")
    for item in file.items:
        assert item.span.text == item.span.text.strip()
    for rule in ("expr", "type", "item"):
        parse_text(source, 0, len(text), rule)


@unlimited
@given(st.text(st.characters(codec=None)))
def test_any_text(text: str) -> None:
    bears(text)


@unlimited
@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    bears(data.decode("latin-1"))


@unlimited
@given(st.lists(lexemes, max_size=40).map(" ".join))
def test_any_words_of_the_language(text: str) -> None:
    bears(text)


@pytest.mark.long
@unlimited
@given(st.sampled_from(TEXTS), st.integers(0, 6000), st.integers(0, 40), st.text(max_size=3) | lexemes)
def test_any_change_to_a_file(text: str, place: int, length: int, put: str) -> None:
    bears(text[:place] + put + text[place + length :])


@pytest.mark.parametrize(
    "text",
    [
        "advice = " + "(" * 50_000,
        "advice = " + "[" * 50_000,
        "advice = a" + "(a" * 12_000 + ")" * 12_000,
        "advice = " + "not " * 12_000 + "a",
        "advice = " + "-" * 50_000 + "a",
        "advice = a" + " + a" * 12_000,
        "advice = " + "a if b otherwise " * 3_000 + "c",
        "advice = " + "9" * 60_000,
        "advice = " + "a-" * 30_000,
        "advice = " + '"' * 60_000,
        "kind a\n" + "|" * 60_000,
        "kind a\n | " + 'a | "' * 10_000,
        "note a  [A-" + "1" * 60_000,
        "note a  [A-" + "1.." * 3_000 + "]",
        "#" * 60_000,
        "\n" * 60_000,
        "a\n" * 30_000,
        " " * 60_000 + "a",
        "to a\n" + "".join(" " * depth + "may\n" for depth in range(1, 300)),
        "to a\n" + " if b\n  c\n" * 3_000,
        "to a\n if b\n  c\n" + " otherwise if b\n  c\n" * 2_000,
        pytest.param(
            "example a\n when " + " " * 60_000 + "#",
            marks=pytest.mark.skipif(
                r"[ \t]+[^\n#\[]*" in grammar_text(), reason="`SAID` goes back over blanks again and again"
            ),
        ),
    ],
    ids=lambda text: text[:22],
)
@pytest.mark.gate("advice = a if b otherw", "note a  [A-11111111111", 18, 21)
def test_large_text_in_bounded_time(text: str) -> None:
    """Neither the patterns of the terminals nor the parser go back over a text again and again."""
    _, found = parse_file(Source("a.cave", text))
    assert all(len(each.message) < 200 for each in found)


CONTROLS = [chr(n) for n in (*range(9), 11, 12, *range(14, 32), *range(0x7F, 0xA0))]


@pytest.mark.parametrize("character", [*CONTROLS, "\r"], ids=lambda each: f"U+{ord(each):04X}")
def test_no_control_character_stands_in_a_rule_file(character):
    """Nor does a carriage return, but where a line ends with it."""
    for text in (
        f'note a "b{character}c"\n',
        f"# {character} \n",
        f"unit m{character}m\n",
        f'unit m "metre"{character}',
    ):
        file, (found, *more) = parse_file(Source("a.cave", text))
        assert (file.items, found.code, more) == ((), "C0103", []) and f"U+{ord(character):04X}" in found.message
        assert found.span.text == character


def test_lines_may_end_as_they_do_on_windows():
    text = 'note a "b"\nto play\n    finish\n\n# c\nkind d\n    | d |\n    | e |\n'
    file, found = parse_file(Source("a.cave", text.replace("\n", "\r\n")))
    assert found == () and [each.name for each in file.items] == ["a", "play", "d"]
