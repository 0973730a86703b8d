"""Servers of a process compile a template once, and again where its text is another."""

import jinja2
import pytest

pytest.importorskip("starlette")
from cavewright.connect.web import page_answers
from cavewright.connect.web.page_answers import CompiledTemplates, PageAnswers


@pytest.fixture
def compiled(monkeypatch):
    """The names of templates that are compiled, in an empty memory."""
    names, compile_source = [], jinja2.Environment.compile

    def note(self, source, name=None, *more, **given):
        names.append(name)
        return compile_source(self, source, name, *more, **given)

    monkeypatch.setattr(jinja2.Environment, "compile", note)
    monkeypatch.setattr(page_answers, "COMPILED", CompiledTemplates())
    return names


def test_a_second_server_compiles_nothing(compiled):
    for _ in range(2):
        templates = PageAnswers(["web"], {}, {}, frozenset(), "en").templates
        name = min(each for each in templates.list_templates() if each.endswith(".html"))
        templates.get_template(name)
    assert compiled == [name]


def test_another_text_of_the_same_name_is_compiled(compiled):
    for text in ("one", "two", "one"):
        loader = jinja2.DictLoader({"a.html": text})
        templates = jinja2.Environment(loader=loader, bytecode_cache=page_answers.COMPILED)
        assert templates.get_template("a.html").render() == text
    assert compiled == ["a.html", "a.html"]
