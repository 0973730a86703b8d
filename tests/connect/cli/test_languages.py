"""The command line in German and Spanish, and catalogues: begun, brought up to date, looked at."""

import io
import shutil
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.connect.cli.play import play
from cavewright.connect.cli.seats import MatchRequest
from cavewright.foundation.texts import read_catalogue

PAGES = Path(__file__).parents[3] / "docs" / "diagnostics"


def run(*line):
    """Status, and all that is printed, in one line."""
    result = CliRunner().invoke(app, [str(each) for each in line], env={"COLUMNS": "200"})
    return result.exit_code, " ".join((result.stdout + result.stderr).split())


SAID = {
    "games --lang de": [
        "Die Höhle",
        "2 bis 5 Spieler",
        "Zusätze (gespielt als BASIS+ZUSATZ)",
        "Seile für Wagemutige auf the-cave",
    ],
    "games the-cave --lang es": [
        "La cueva",
        "de 2 a 5 jugadores",
        "Opciones (--set NOMBRE=VALOR; * es el valor actual)",
        "hunger_test ¿Cuándo se ve si un equipo pasa hambre?",
    ],
    "show the-cave+long-rope --lang de": [
        "mit long-rope 1.0.1: Seile für Wagemutige - Unsere Runde",
        "Durch Zusätze geändert",
        "REKONSTRUKTION",
        "Einen neuen Teil der Höhle entdecken",
        "Wertung",
    ],
    "show the-cave --citations --lang es": ["Sin efecto en el juego", "cumplidos por una cláusula"],
    "show the-cave --rule nothing --lang de": ["Fehler", "es gibt keine Regel `nothing` in the-cave"],
    "diff the-cave the-cave-de --lang de --lines": [
        "hier gilt: Das Team taucht frühestens in seinem nächsten Zug. Bisher: Das Team darf sofort tauchen, mit den Aktionspunkten, die ihm bleiben.",
        "Spieler außerdem: im Zug davor gepaddelt: Das Team kam in seinem vorigen Zug",
        "Wann das Zelt zur Hand ist „ein Zelt in der Reserve",
        "neue Möglichkeit: Das Team taucht nur in dem Zug, der auf die Ankunft folgt.",
        "Regeln sind anders",
        "verdecktes Plättchen (Gelände Steinschlag, offen n e s w)",
        "Art, neu: Proviant (Stück 54), Seile (Stück 45), Sauerstoffflaschen (Stück 21)",
    ],
    "diff the-cave the-cave-de --lang es": [
        "aquí: No en el turno en que remó hasta allí. Antes: Enseguida",
        "(terreno estrangulamiento de rocas",
        "además: Los campamentos están con los equipos",
        "Desde ahora, el equipo remó en el turno anterior si el equipo ha remado en este turno",
    ],
    "diff the-cave the-cave-de --lang en --lines": [
        "here: The team dives in its next turn at the earliest. Formerly: The team may dive at once, with",
        "Camp in reach “a camp is in the stores",
        "also: The camps stand with the teams at the home base.",
        "“Too late: you can dive only in the turn after you arrived.”",
    ],
    "diff the-cave the-cave+lamp-oil+short-turns --lang de": [
        "Eine Lampe, die ausbrennt - Ihr sollt die Dunkelheit spüren",
        "Lampe füllen (1 Aktionspunkt, im Basislager): Deine Lampe ist wieder voll.",
        "Spielt dann noch 2 Runden. (Vorher: Spielt dann noch 3 Runden.)",
        "4 statt 5",
    ],
    "diff the-cave the-cave+crystal-chambers --lang es --lines": [
        "nuevo: cristal (puntos 4, categoría cristales, se halla en cámara de cristal)",
        "(pila II, ",
        "entra en cámara de cristal, puntos de acción 3, gana la ficha sí",
        "puntúa además: cristales",
    ],
    "diff the-cave the-cave+long-rope --lang de --lines": [
        "kletternd: Aktionspunkte 3 statt 2",
        "bringt außerdem Punkte: am tiefsten: Sind alle Teams zu Hause",
    ],
    "diff the-cave the-cave+flood-season --lang de --lines": [
        "außerdem: Wasserspiegel: Ein Plättchen unter dieser Tiefe zu betreten kostet 1 Aktionspunkt mehr.",
        "außerdem: Den Wasserspiegel um 25 m verringern",
        "sonst 0 – Ein Plättchen unter dem Wasserspiegel zu betreten",
    ],
    "diff the-cave the-cave+flood-season --lang en --lines": [
        "also: Entering a tile below this depth costs 1 action point more.",
        "Round also: The water line goes down by 25 m",
    ],
    "diff the-cave the-cave+alliances --lang es --lines": [
        "Alianza novedad: clase: murciélagos, topos",
        "quienes coinciden en la alianza ganan juntos",
    ],
    "diff cave-vs-cave cave-vs-cave+cave-vs-cave-era2 --lang de --lines": [
        "Wände: Wände, die beide noch bauen dürfen: 0 bis 10 statt 0 bis 7",
        "neu: Esel (Grenze 9, zu Beginn 0)",
        "außerdem: zweite Ära begonnen",
        "neu: Erzader (Farbe orange, Rückseite hell II, Punkte 2, mit oder ohne Wand n e w): Nimm 3 Erz und 2 Nahrung.",
        "neu: Wochenmarkt (Stapel zweite Ära)",
    ],
    "diff the-cave the-cave+two-tiles --lang de --lines": ["kostet 2 Aktionspunkte statt 1"],
    "diff the-cave the-cave+two-tiles --lang en --lines": ["costs 2 action points instead of 1"],
    "--lang de --help": [
        "Aufruf: root",
        "Optionen: --version Zeigt die Version",
        "Befehle:",
        "diff Worin sich zwei Regelwerke unterscheiden",
        "Diese Hilfe zeigen und enden.",
    ],
    "--help --lang es": ["Uso: root", "Opciones:", "Órdenes:", "Mostrar esta ayuda y terminar."],
    "diff --help --lang de": ["Angaben:", "[nötig]", "[sonst: en]"],
    "--lang de games the-cave": ["Die Höhle", "2 bis 5 Spieler"],
    "diff the-cave --lang es": ["Uso: root diff", "Para ver la ayuda: 'root diff -h'.", "Error: Falta 'B'."],
    "play --nothing --lang de": ["Fehler: Es gibt keine Option --nothing"],
    "nothing --lang de": ["Fehler: Es gibt keinen Befehl 'nothing'."],
    "explain hunger_test --lang es": [
        "opción hunger_test de the-cave",
        "(por defecto)",
        "Antes de descartar el consumible",
    ],
    "explain C0203 --lang de": [
        "Diese Seite gibt es nur auf Englisch.",
        "Falsch: C0203/bad.cave",
        "Richtig: C0203/good.cave",
    ],
    "test hex --lang de": ["Hex", "Beispielen stimmen"],
    "check the-cave --lang es": ["cláusulas", "sin errores"],
    "check the-cave-de --against the-cave --lang de": [
        "gegen the-cave 2.0: eine große Änderung",
        "option dive_wait hier gilt: Das Team taucht frühestens",
        "„Dein Zelt ist hier nicht aufgestellt.“",
        "`the-cave-de` 2.0 sagt zu wenig",
    ],
    "check the-cafe --lang de": [
        "Fehler[C0201]: es gibt kein Regelwerk `the-cafe`",
        "Hilfe: war `the-cave` gemeint?",
        "1 Fehler, 0 Warnungen",
    ],
    "play the-cave --players 9 --lang es": ["error: The Cave es para 2 a 5 jugadores, no para 9"],
    "play the-cave --bots foo --lang de": ["einen Bot `foo` gibt es nicht; es gibt: `greedy`, `mcts`, `random`"],
    "simulate the-cave --bots gredy --lang es": ["no hay ningún bot `gredy`; ¿querías decir `greedy`?"],
    "play the-cave --bots greedy,random,greedy --players 2 --lang de": ["3 Bots sind zu viele für 2 Plätze"],
    "play the-cave --seed x --lang es": ["hace falta un número entero de 0 a", "no 'x'"],
    "play the-cave --sett a --lang de": ["Es gibt keine Option --sett (mögliche Optionen: --save, --seed, --set)"],
    "chek the-cave --lang es": ["No existe la orden 'chek'. ¿Querías decir 'check'?"],
    "play the-cave extra --lang de": ["Zu viel: (extra)"],
    "replay nothing.json --lang de": ["`nothing.json`: eine solche Datei gibt es nicht"],
    "play long-rope --lang de": [
        "`long-rope` ist ein Zusatz und lässt sich nicht allein spielen",
        "spiele ihn auf `the-cave`: the-cave+long-rope",
    ],
    "check the-cave+cave-vs-cave --lang es": ["`cave-vs-cave` es un reglamento propio, y no se puede poner sobre otro"],
    "play the-cave --help --lang de": ["Wie viele spielen, oder ihre Namen", "Eine gespeicherte Partie fortsetzen."],
    "new --help --lang es": ["Las reglas que cambia; sin esto, un juego propio."],
    "profile tic-tac-toe --games 1 --bots random --lang de": [
        "1 Partie, ",
        "Bedingungen: `require`",
        "Anteil",
        "Klausel",
        "Möglichkeiten",
    ],
    "simulate the-cave --games 1 --bound 3 --jobs 1 --lang de": [
        "Die Höhle (the-cave 2.0), 2 Spieler",
        "aufgegeben",
        "Regeln, die nie wirkten",
    ],
}


@pytest.mark.parametrize("line", SAID)
@pytest.mark.gate("explain hunger_test --lang es")
def test_commands_speak_the_language(line):
    _, said = run(*line.split())
    assert [each for each in SAID[line] if each not in said] == [], said


def session(lang, *lines, game="the-cave", bots=("greedy",)):
    """What a person sees who types these lines; bots play too."""
    raw, waiting = io.StringIO(), iter(lines)

    def read(prompt):
        raw.write(prompt)
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    play(MatchRequest(game, 1 + len(bots), (), bots, 3, None, {}, lang), None, None, Console(file=raw, width=100), read)
    return " ".join(raw.getvalue().split())


@pytest.mark.parametrize(
    "lang, yes, expected",
    [
        (
            "de",
            "j",
            [
                "Das Zelt mitnehmen? (ja oder nein)",
                "Zelt füllen: Proviant – wie viele? (0 bis 4)",
                "Jetzt nicht: entdecken.",
                "„Einen neuen Teil der Höhle entdecken“ ist jetzt nicht wählbar",
                "der ganze Plan mit seiner Legende",
                "Basislager",
                "Spieler 1",
                "Zurückgenommen: Zelt füllen: Proviant 2.",
                "Die Eingabe ist zu Ende",
                "99 ist nicht möglich; möglich ist 0 bis 4",
            ],
        ),
        (
            "es",
            "sí",
            [
                "¿Llevar el campamento? (sí o no)",
                "llenar el campamento: consumible — ¿qué cantidad? (0 a 4)",
                "Ahora no: descubrir.",
                "«Descubrir una parte nueva de la cueva» no se puede elegir ahora",
                "base de operaciones",
                "Jugador 1",
                "Deshecho: llenar el campamento: consumible 2.",
                "La entrada se ha acabado",
                "99 no es posible; di 0 a 4",
            ],
        ),
        ("de", "yes", ["Jetzt nicht: entdecken."]),
    ],
)
@pytest.mark.gate("es-s\\xed-expected1", "de-j-expected0")
def test_a_session_in_the_language(lang, yes, expected):
    seen = session(lang, yes, "?", "map", "why not discover", "99", "2", "undo")
    assert [each for each in expected if each not in seen] == [], seen


@pytest.mark.parametrize(
    "lang, yes, typed, expected",
    [
        ("de", "j", "entdecken", "„Einen neuen Teil der Höhle entdecken“ ist jetzt nicht wählbar"),
        ("de", "n", "why not Zelt aufstellen", "Jetzt nicht: Zelt aufstellen."),
        ("de", "n", "rules fotografieren", "Das Motiv fotografieren"),
        ("es", "no", "why not montar el campamento", "Ahora no: montar el campamento."),
    ],
)
def test_actions_are_typed_as_they_are_called(lang, yes, typed, expected):
    """Those that are not in the list now, too."""
    assert expected in session(lang, yes, typed)


@pytest.mark.parametrize(
    "lang, expected",
    [
        (
            "en",
            [
                "20 places to the east",
                "1 Player 1 · at A1",
                "1 Player 1 2 Random 2",
                "g1 gate of Player 1",
                ": write `walk to STATION`.",
            ],
        ),
        (
            "de",
            [
                "20 Orte im Osten",
                "1 Spieler 1 · auf A1",
                "1 Spieler 1 2 Random 2",
                "e1 Eingang von Spieler 1",
                "`walk` fehlt ein Wert: schreib `walk to STATION`.",
                "Wo gehst du hinein?",
                "hineingehen bei A1 Nordeingang",
            ],
        ),
        (
            "es",
            [
                "20 lugares al este",
                "1 Jugador 1 · en A1",
                "1 Jugador 1 2 Random 2",
                "e1 entrada de Jugador 1",
                "A `walk` le falta un valor: escribe `walk to STATION`.",
                "¿Por dónde entras?",
                "entrar por A1 Entrada Norte",
            ],
        ),
    ],
)
@pytest.mark.gate("de-expected1")
def test_a_session_on_a_printed_map(lang, expected):
    """Before anybody has gone in, the map says how much it leaves out; then figures have their own marks, and what is theirs another."""
    seen = session(lang, "1", "map", "why not walk", game="kave-kapers", bots=("random", "random"))
    assert [each for each in expected if each not in seen] == [] and "None" not in seen, seen


# ---- catalogues -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def mine(tmp_path):
    """A ruleset of one file, in a folder of its own."""
    return Path(shutil.copy(PAGES / "base.cave", tmp_path / "mine.cave"))


def test_a_catalogue_is_begun_filled_and_kept(mine):
    status, said = run("translate", mine, "--lang", "fr")
    path = mine.parent / "locale" / "mine.fr.po"
    assert status == 0 and "to be translated" in said and len(read_catalogue(path.read_text("utf-8")).entries) > 20
    text = path.read_text("utf-8").replace(
        'msgid "It is too dark."\nmsgstr ""', 'msgid "It is too dark."\nmsgstr "Il fait trop noir."'
    )
    path.write_text(text, "utf-8")
    assert run("translate", mine, "--lang", "fr")[0] == 0 and path.read_text("utf-8") == text
    assert cw.load_game(mine).wording("fr").text("dig.light", "It is too dark.") == "Il fait trop noir."


def test_a_changed_text_makes_its_translation_doubtful_and_check_tells_both(mine):
    test_a_catalogue_is_begun_filled_and_kept(mine)
    mine.write_text(mine.read_text("utf-8").replace("It is too dark.", "You need a lamp."), "utf-8")
    said = run("check", mine, "--lang", "fr")[1]
    assert "C0702" in said and "You need a lamp." in said and "It is too dark." in said and "mine.fr.po" in said
    run("translate", mine, "--lang", "fr")
    entries = {
        each.context: each
        for each in read_catalogue((mine.parent / "locale" / "mine.fr.po").read_text("utf-8")).entries
    }
    assert (entries["dig.light"].sources, entries["dig.light"].said, entries["dig.light"].fuzzy) == (
        ("You need a lamp.",),
        ("Il fait trop noir.",),
        True,
    )
    assert "C0701" in run("check", mine)[1] and "C0702" not in run("check", mine)[1]


def test_a_language_without_catalogue_is_told_once(mine):
    status, said = run("check", mine, "--lang", "pt-BR")
    assert status == 0 and said.count("C0701") == 2 and "cavewright translate mine --lang pt-BR" in said
    assert run("check", mine, "--lang", "../x")[0] == 2 and run("translate", mine, "--lang", "en")[0] == 1


ONE_WORD_EACH = {"es": ["apretón", "apretones", "tablero inicial", "tableros iniciales"]}
"""Words that stand for a thing which our Spanish calls otherwise: a squeeze is a `compresión`, a starting board a `tablero de salida`."""


@pytest.mark.parametrize("lang", ONE_WORD_EACH)
def test_a_thing_has_one_name(lang):
    catalogues = [
        each for each in (Path(cw.__file__).parents[2] / "rulesets").rglob("*.po") if each.name.endswith(f"{lang}.po")
    ]
    said = {
        each: " ".join(text for entry in read_catalogue(each.read_text("utf-8")).entries for text in entry.said)
        for each in catalogues
    }
    assert (
        len(said) > 3
        and [(each.name, word) for each, text in said.items() for word in ONE_WORD_EACH[lang] if word in text.lower()]
        == []
    )


@pytest.mark.parametrize(("lang", "nowhere"), [("de", "nirgends"), ("es", "ningún lugar")])
@pytest.mark.gate("de-nirgends")
def test_no_place_is_not_none_of_something_else(lang, nowhere):
    game = cw.load_game("the-cave")
    field = next(each for each in game.rules_model.fields if each.name == "camp_at")
    assert game.wording(lang).show_value(-1, field.type) == nowhere


@pytest.mark.parametrize("languages", [(), ("de",), ("fr",), ("de", "fr")])
@pytest.mark.long
def test_an_overlay_is_asked_for_the_languages_that_it_has(mine, languages):
    """It changes a text that the base translates: that the translation no longer fits is said where it has a catalogue of the language."""
    test_a_catalogue_is_begun_filled_and_kept(mine)
    over = mine.parent / "over" / "over.cave"
    (over.parent / "locale").mkdir(parents=True)
    over.write_text(
        'overlay over 1.0 "Over"\n    language 1\n    extends mine ^1.0\n\namend action dig\n    change light: "It is too dark." to "You need a lamp."\n',
        "utf-8",
    )
    for lang in languages:
        (over.parent / "locale" / f"over.{lang}.po").write_text(f'msgid ""\nmsgstr "Language: {lang}\\n"\n', "utf-8")
    assert ("C0702" in run("check", f"{mine}+{over}", "--format", "json")[1]) is ("fr" in languages)
    assert "C0702" in run("check", f"{mine}+{over}", "--lang", "fr", "--format", "json")[1]
