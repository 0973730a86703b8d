"""Pictures that others drew: what may stand in them stays, all else is left out or refused at its place."""

import pytest

from cavewright.foundation.draw.own_pictures import DEEPEST, MOST_ELEMENTS, PictureError, clean_picture

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 4">'

REFUSED = {
    "<script>1</script>": "`script`",
    '<path onload="1"/>': "`onload`",
    '<path ONLOAD="1"/>': "`ONLOAD`",
    "<text>a</text>": "`text`",
    "<style>path{fill:red}</style>": "`style`",
    '<image href="a.png"/>': "`image`",
    "<foreignObject/>": "`foreignObject`",
    '<use href="#a"/>': "`use`",
    '<a href="https://example.org"/>': "`a`",
    '<animate attributeName="d"/>': "`animate`",
    "<svg/>": "`svg`",
    '<linearGradient href="https://example.org/#a"/>': "`https://example.org/#a`",
    '<linearGradient xlink:href="b.svg#a"/>': "`b.svg#a`",
    '<path fill="url(https://example.org)"/>': "`https://example.org`",
    "<path style=\"fill: URL( 'data:x' )\"/>": "`data:x`",
    '<path fill="url(#there)"/>': "`#there` is nothing",
    '<path fill="u\\72l(x)"/>': "cannot stand",
    '<path fill="url(x"/>': "cannot stand",
    '<path id="a b"/>': "`id=a b`",
    "letters": "letters",
    "<path>": "no SVG",
    "<g>" * DEEPEST + "</g>" * DEEPEST: "within each other",
    "<g/>" * MOST_ELEMENTS: "parts",
}


@pytest.mark.parametrize("inner", REFUSED, ids=lambda each: each[:30])
def test_what_could_run_ask_or_look_otherwise_elsewhere_is_refused_at_its_place(inner):
    with pytest.raises(PictureError) as caught:
        clean_picture(f"{HEAD}\n{inner}</svg>")
    assert REFUSED[inner] in str(caught.value)
    assert (caught.value.line, caught.value.column > 0) == (2, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<p/>",
        '<svg viewBox="0 0 8 4"/>',
        HEAD.replace("0 0 8 4", "0 0 0 4") + "</svg>",
        HEAD.replace("0 0 8 4", "0 0 8 100") + "</svg>",
        HEAD.replace("0 0 8 4", "0 0 9999 9999") + "</svg>",
        HEAD.replace("0 0 8 4", "1e9 - 8 4") + "</svg>",
        '<!DOCTYPE svg [<!ENTITY a "b">]>' + HEAD + "&a;</svg>",
    ],
)
def test_what_is_no_picture_or_has_no_size_is_refused(text):
    with pytest.raises(PictureError):
        clean_picture(text)


def test_what_drawing_programs_leave_behind_is_left_out():
    drawn = clean_picture(
        '<?xml version="1.0" encoding="latin-1"?>\n<!-- by hand -->\n'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:ink="i" width="8" height="4px" class="a" ink:version="1">'
        "<metadata><ink:x>words <b/></ink:x></metadata><ink:view/><title>A hat</title>"
        '<defs><linearGradient id="g"/></defs>'
        '<g style="fill: url(#g); font-family: Arial" data-x="1"><path d="M0\n 0h8"></path></g></svg>'
    )
    assert (drawn.width, drawn.height) == (8, 4)
    assert drawn.svg == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4" viewBox="0 0 8 4">'
        '<defs><linearGradient id="g"/></defs><g fill="url(#g)"><path d="M0 0h8"/></g></svg>'
    )
    assert clean_picture(drawn.svg) == drawn
