"""Strategies for trees: everything that can be written, with names that are words of the language where they may be."""

from dataclasses import replace

from hypothesis import strategies as st

from cavewright.language.syntax import tree as t

names = st.sampled_from(("a", "b2", "here", "squeeze-1", "half-oxygen-tank", "höhle", "yes_no", "Δ", "x_"))
words = st.sampled_from(
    (
        "until",
        "growing",
        "bag",
        "set",
        "all",
        "times",
        "draw",
        "lay",
        "move",
        "if",
        "to",
        "of",
        "by",
        "is",
        "with",
        "in",
        "otherwise",
    )
)
any_name = names | words
texts = st.text(
    st.characters(exclude_characters='"\n\u2028\u2029\ufeff', exclude_categories=("Cs", "Cc", "Cf")), max_size=12
)
ids = st.builds(
    "{}-{}".format, st.sampled_from(("TC-A", "B", "TC-EN-9")), st.sampled_from(("08", "09", "10", "A", "9999"))
)


def maybe(strategy: st.SearchStrategy[t.Node]) -> st.SearchStrategy[t.Node | None]:
    return st.none() | strategy


def some(strategy: st.SearchStrategy[t.Node], most: int = 3) -> st.SearchStrategy[tuple[t.Node, ...]]:
    return st.lists(strategy, min_size=1, max_size=most).map(tuple)


def few(strategy: st.SearchStrategy[t.Node], most: int = 2) -> st.SearchStrategy[tuple[t.Node, ...]]:
    return st.lists(strategy, max_size=most).map(tuple)


cites = st.lists(ids, max_size=5).map(tuple)
tail = {"text": texts, "cites": cites}

# ---- expressions and types -----------------------------------------------------------------------------------------

numbers = st.builds(t.Number, st.integers(0, 10**9 + 1), st.just("") | names)


def _paths(inner: st.SearchStrategy[t.Node], heads: st.SearchStrategy[str]) -> st.SearchStrategy[t.Node]:
    arguments = some(st.builds(t.Argument, inner, maybe(inner), maybe(inner)), 2)
    return st.recursive(
        st.builds(t.Name, heads),
        lambda path: (
            st.builds(t.Attribute, path, any_name)
            | st.builds(t.Index, path, inner)
            | st.builds(t.Apply, path, arguments)
        ),
        max_leaves=2,
    )


def _larger(inner: st.SearchStrategy[t.Node]) -> st.SearchStrategy[t.Node]:
    ops = st.sampled_from(("or", "and", "is", "is not", "in", "not in", "<", "<=", ">", ">=", "+", "-", "*", "/"))
    return (
        _paths(inner, any_name)
        | st.builds(t.Unary, st.sampled_from(("not", "-")), inner)
        | st.builds(t.Binary, ops, inner, inner)
        | st.builds(
            t.Binary, st.sampled_from(("in", "not in")), inner, st.builds(t.Binary, st.just(".."), inner, inner)
        )
        | st.builds(t.Conditional, inner, inner, inner)
    )


_expressions = st.recursive(st.builds(t.Name, any_name) | numbers | st.builds(t.Nothing), _larger, max_leaves=8)
expressions = st.deferred(lambda: _expressions)  # deferred ones have short names in reports
paths = _paths(expressions, names)
quantities = st.builds(t.Quantity, expressions | _paths(expressions, any_name), paths) | st.just(t.Quantity(None, None))
flags = st.builds(
    lambda *each: tuple(filter(None, each)),
    st.sampled_from(("", "endless")),
    st.sampled_from(("", "hidden", "secret")),
    st.sampled_from(("", "uncounted")),
    st.sampled_from(("", "internal")),
)
ends = {"holding": maybe(quantities), "flags": flags}
bounds = {"low": expressions, "high": expressions, "step": maybe(expressions)}
_types = (
    st.builds(t.TypeNode, st.just("name"), names, optional=st.booleans(), **ends)
    | st.builds(t.TypeNode, st.just("range"), **bounds, optional=st.booleans(), **ends)
    | st.builds(t.TypeNode, st.sampled_from(("bag", "set")), any_name, **ends)
    | st.builds(t.TypeNode, st.just("set"), **bounds, **ends)
)
types = st.deferred(lambda: _types)
spans = st.builds(t.Binary, st.just(".."), expressions, expressions)
domains = expressions | spans
binders = st.builds(t.Binder, names, domains)

# ---- statements ----------------------------------------------------------------------------------------------------


def telling(acts: st.SearchStrategy[t.Node]) -> st.SearchStrategy[t.Node]:
    """Some of them say that they reveal something."""
    return st.builds(
        lambda act, reveals: replace(act, reveals=True) if reveals and hasattr(act, "reveals") else act,
        acts,
        st.booleans(),
    )


effects = telling(
    st.one_of(
        st.builds(t.Require, expressions),
        st.builds(t.Cost, some(st.builds(t.Price, quantities, maybe(paths)))),
        st.builds(t.Let, names, expressions),
        st.builds(t.Set, paths, expressions),
        st.builds(t.Gain, some(quantities), maybe(paths)),
        st.builds(t.Lose, some(quantities), maybe(paths)),
        st.builds(t.Move, some(quantities), paths, paths),
        st.builds(t.Lay, expressions, expressions, maybe(expressions)),
        st.builds(t.Draw, any_name, paths, maybe(expressions), st.booleans()),
        st.builds(t.Roll, any_name, domains, maybe(expressions), st.booleans()),
        st.builds(t.Offer, st.just(False), names),
        st.builds(t.Offer, st.just(False), names, optional=st.booleans()),
        st.builds(t.Offer, st.just(True), names, st.none() | expressions, st.booleans()),
        st.builds(t.Repack, paths, paths, maybe(expressions), maybe(expressions)),
        st.builds(t.Finish),
        st.builds(t.Confirm),
    )
)
simple = st.deferred(lambda: effects | st.builds(t.Call, paths))


def _line(statements: st.SearchStrategy[t.Node]) -> st.SearchStrategy[t.Node]:
    return st.builds(t.Line, st.just("") | names, statements, **tail)


def offered(lines: st.SearchStrategy[t.Node]) -> st.SearchStrategy[tuple[t.Node, ...]]:
    """What stands below an `offer`: lines, and actions that are written out."""
    choices = few(st.builds(t.Choice, st.just("") | names, names, expressions))
    return some(lines | st.builds(t.Line, names, st.builds(t.Deed, choices, some(lines, 2)), **tail), 2)


def _turns(block: st.SearchStrategy[tuple[t.Line, ...]]) -> st.SearchStrategy[t.Node]:
    """Turns from a player on, or in an order."""
    whole = (maybe(expressions), maybe(expressions), st.booleans(), st.booleans())
    return st.builds(t.InTurn, names, maybe(expressions), block, *whole) | st.builds(
        t.InTurn, names, st.none(), block, *whole, expressions
    )


def _compound(lines: st.SearchStrategy[t.Node]) -> st.SearchStrategy[t.Node]:
    block = some(lines, 2)
    return _line(
        telling(
            st.one_of(
                st.builds(t.If, some(st.tuples(expressions, block), 2), maybe(block)),
                st.builds(t.ForEach, some(binders, 2), maybe(expressions), block),
                _turns(block),
                st.builds(t.AtOnce, names, block),
                st.builds(t.Repeat, expressions, st.none(), block) | st.builds(t.Repeat, st.none(), expressions, block),
                st.builds(t.Choose, some(binders, 2), maybe(expressions), block, maybe(block)),
                st.builds(t.May, block),
                st.builds(t.AsPlayer, expressions, block),
                st.builds(t.Offer, st.just(False), st.just(""), optional=st.booleans(), actions=offered(lines)),
                st.builds(
                    t.Offer, st.just(True), st.just(""), maybe(expressions), st.booleans(), actions=offered(lines)
                ),
            )
        )
    )


_lines = st.recursive(_line(simple), _compound, max_leaves=5)
lines = st.deferred(lambda: _lines)

# ---- members and declarations --------------------------------------------------------------------------------------

row_texts = st.lists(st.text('ab"#[] \u00a0\tö', max_size=6), min_size=1, max_size=4).map(
    lambda each: f"|{'|'.join(each)}|"
)
portions = expressions | st.builds(t.Quantity, st.builds(t.Name, names), st.builds(t.Name, names))
contents = st.builds(lambda parts: t.Contents(tuple(parts)), st.lists(portions, min_size=2, max_size=3))
keeps = st.builds(t.Keeps, any_name, types, maybe(expressions | contents), **tail, passage=st.just(False))
passages = st.builds(t.Keeps, any_name, types, maybe(expressions), **tail, passage=st.just(True))
rows = st.builds(
    t.Row,
    st.lists(texts.map(lambda text: text.replace("|", "").strip()), min_size=1, max_size=3).map(
        lambda each: "|" + "|".join(f" {cell} " if cell else " " for cell in each) + "|"
    ),
    cites=cites,
)
abilities = st.builds(
    t.Line, names, st.builds(t.Ability, few(st.builds(t.Parameter, names, types)), some(lines, 2)), **tail
)
own_definitions = st.builds(
    t.Line, names, st.builds(t.Definition, few(st.builds(t.Parameter, names, types)), expressions), **tail
)
able_rows = st.builds(lambda row, does: replace(row, abilities=does), rows, few(abilities | own_definitions))
ties = st.builds(t.Tie, st.sampled_from(("highest", "lowest")), expressions, **tail)
file_rows = st.builds(t.Rows, texts, maybe(texts))
versions = st.sampled_from(("1.0", "^1.0", "~1.2", ">=1.2", "2.10.3"))
properties = st.builds(t.Property, any_name, st.just("") | any_name, st.sampled_from(("", "7")) | versions, **tail)
grids = st.just(t.Grid()) | st.builds(t.Grid, expressions, expressions, *[st.booleans()] * 3)
settings = st.builds(t.Setting, any_name, expressions)
amongs = st.builds(t.Among, expressions, **tail)
leasts = st.builds(t.Least, expressions, **tail)
togethers = st.builds(t.Together, maybe(expressions), **tail)
constant_totals = st.builds(t.ConstantTotal, expressions, **tail)
scores = st.builds(t.Score, any_name, expressions, **tail)
winners = st.builds(t.Winner, st.sampled_from(("highest", "lowest")), **tail)
speech = texts.map(lambda text: text.replace("#", "").replace("[", "").strip()).filter(bool)
in_example = st.one_of(
    rows,
    settings,
    st.builds(t.Given, paths, expressions | st.builds(t.Words, st.lists(names, min_size=2, max_size=3).map(tuple))),
    st.builds(t.Begin, any_name, st.just("") | any_name, few(expressions)),
    st.builds(t.Said, st.sampled_from(("when", "refuse", "allow")), speech, cites=cites),
    st.builds(t.Then, expressions, cites=cites),
)
parameters = few(st.builds(t.Parameter, names, types))
choices = few(st.builds(t.Choice, st.just("") | names, names, domains))


def _declaration(kind: str, name: st.SearchStrategy[str] = names, **more: object) -> st.SearchStrategy[t.Node]:
    return st.builds(t.Declaration, st.just(kind), name, **{**tail, **more})


def _whenever(found: t.Declaration) -> t.Declaration:
    return t.Declaration(
        "whenever",
        found.names[0],
        found.text,
        found.cites,
        names=found.names,
        parameters=found.parameters,
        block=found.block,
    )


blocks = some(lines, 3)
bare = {"cites": st.just(())}
_declarations = st.one_of(
    *(_declaration(word, version=versions, members=few(properties, 4), **bare) for word in ("ruleset", "overlay")),
    _declaration("unit", **bare),
    _declaration("constant", value=expressions),
    _declaration("option", second=maybe(types), value=expressions, members=few(rows, 3), block=few(lines)),
    _declaration("preset", members=some(settings)),
    _declaration("kind", members=some(keeps | file_rows | able_rows, 4)),
    _declaration("game", st.just("game"), members=some(keeps)),
    _declaration("players", second=types, members=few(keeps)),
    _declaration(
        "board",
        of=st.just("") | names,
        by=st.just("") | names,
        each=st.just("") | names,
        members=few(
            grids
            | st.builds(t.Free, expressions, **tail)
            | st.builds(t.Joined, expressions, **tail)
            | keeps
            | passages,
            4,
        ),
    ),
    _declaration("define", parameters=parameters, value=expressions),
    _declaration("currency", value=expressions, block=blocks),
    _declaration("to", parameters=parameters, block=blocks),
    _declaration("menu", always=st.booleans()),
    _declaration("menu", always=st.just(True), each=names, value=st.none() | expressions, internal=st.booleans()),
    _declaration("menu", always=st.just(True), internal=st.booleans()),
    _declaration("note"),
    _declaration("notice", value=maybe(expressions)),
    _declaration("lesson"),
    _declaration("chapter"),
    _declaration("action", choices=choices, names=some(names), block=blocks),
    _declaration("whenever", names=some(names), parameters=parameters, block=blocks).map(_whenever),
    _declaration(
        "ranking",
        parameters=some(st.builds(t.Parameter, names, types)),
        value=expressions,
        members=some(amongs | leasts | rows, 4),
    ),
    _declaration(
        "scoring",
        st.just("scoring"),
        members=some(amongs | leasts | togethers | constant_totals | scores | winners | ties, 4),
    ),
    _declaration("advice", st.just("advice") | names, value=expressions),
    _declaration("example", members=some(in_example, 5)),
)

declarations = st.deferred(lambda: _declarations)

# ---- edits ---------------------------------------------------------------------------------------------------------

cells = (
    expressions
    | spans
    | st.builds(t.Text, texts)
    | st.builds(t.Empty)
    | st.builds(t.Words, st.lists(names, min_size=2, max_size=3).map(tuple))
    | st.builds(t.Cites, st.lists(ids, min_size=1, max_size=4).map(tuple))
)
openings = st.one_of(
    st.builds(lambda condition: t.If(((condition, ()),), None), expressions),
    st.builds(t.ForEach, some(binders, 2), maybe(expressions), st.just(())),
    _turns(st.just(())),
    st.builds(t.AtOnce, names, st.just(())),
    st.builds(t.Repeat, expressions, st.none(), st.just(())) | st.builds(t.Repeat, st.none(), expressions, st.just(())),
    st.builds(t.Choose, some(binders, 2), maybe(expressions), st.just(()), st.none()),
    st.builds(t.May, st.just(())),
    st.builds(t.AsPlayer, expressions, st.just(())),
)
parts = (
    st.builds(t.Parameter, names, types)
    | st.builds(t.Choice, st.just("") | names, names, domains)
    | st.builds(t.Within, any_name)
    | st.builds(t.Upon, any_name)
    | st.builds(t.Column, names, types, maybe(cells))
)
clauses = (
    effects
    | openings
    | cells
    | grids
    | st.builds(t.Keeps, any_name, types, maybe(expressions))
    | parts
    | st.builds(t.Branch, maybe(expressions), st.just(()))
)
sides = st.sampled_from(("before", "after"))
wheres = st.builds(t.Free, expressions, **tail) | st.builds(t.Joined, expressions, **tail)
additions = (
    lines
    | able_rows
    | keeps
    | amongs
    | leasts
    | togethers
    | constant_totals
    | scores
    | ties
    | passages
    | file_rows
    | grids
    | wheres
    | st.builds(t.Branch, maybe(expressions), some(lines, 2))
)
expressions_shared = st.builds(t.Share, st.sampled_from(("and", "or", "+", "-")), expressions)
bounds_shared = st.builds(
    lambda low, high: t.Share("bounds", t.Binary("..", t.Number(low), t.Number(high))),
    st.integers(0, 99),
    st.integers(0, 99),
)
shares = (
    expressions_shared
    | bounds_shared
    | st.builds(t.Share, st.just("cost"), st.builds(t.Cost, some(st.builds(t.Price, quantities, maybe(paths)))))
)
amendments = st.one_of(
    st.builds(t.AddShare, paths, shares, cites=cites),
    st.builds(t.Change, paths, clauses, clauses, **tail),
    st.builds(t.AddValue, st.builds(t.Attribute, paths, any_name), cells, cites=cites),
    st.builds(t.Add, st.just(""), st.just(""), additions) | st.builds(t.Add, sides, names, additions),
    st.builds(t.Add, st.just(""), st.just(""), parts, cites=cites) | st.builds(t.Add, sides, names, parts, cites=cites),
    st.builds(t.Drop, paths, clauses, cites=cites)
    | st.builds(t.Drop, st.none(), rows.map(lambda row: t.Row(row.raw)), cites=cites),
    st.builds(t.MoveClause, any_name, sides, any_name, cites=cites),
)
_edits = st.one_of(
    st.builds(t.SetOption, any_name, expressions, cites=cites),
    st.builds(t.AddShare, st.builds(t.Name, names), shares, st.just("") | names, cites=cites),
    st.builds(t.ChangeValue, paths, cells, cells, **tail)
    | st.builds(t.ChangeValue, st.builds(t.Name, names), cells, cells, names, **tail),
    st.builds(t.Amend, names, names, cites, some(amendments, 4)),
    st.builds(t.AddDeclaration, declarations) | st.builds(t.ReplaceDeclaration, declarations),
    st.builds(t.RemoveDeclaration, names, any_name, texts, cites),
)
items = declarations | st.deferred(lambda: _edits)
files = st.builds(t.File, few(items, 4))
