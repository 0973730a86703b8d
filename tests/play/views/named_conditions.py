"""Rules with conditions that have a name, and what is said of each where it does not hold."""

RULES = """ruleset tide 1.0 "Tide"
    language 1

kind mood
    | mood |
    | calm |
    | rough |

players guest 1..1
    keeps key: yes_no = no
    keeps late: yes_no = yes
    keeps fuel: 0..9 = 2
    keeps wind: 0..9 = 2
    keeps sea: mood = rough
    keeps pack: bag of mood

constant some_air = 3

define welcome = key and not late
define closed = late
define calm_air = wind < some_air and not key
define manned(n: 0..20) = fuel >= n
define twice(n: 0..20) = manned(n + n)
define light_or_key = wind < 2 or key
define smooth = sea is calm
define enough = fuel > wind
define nested = welcome and smooth
define rope_there = calm in pack
define strange = not calm_air or some_air <= fuel

to play
    offer moves

menu moves "Your move"

action enter in moves "Enter"
    asked: require CONDITION "Not you."
    finish

action wait in moves "Wait"
    finish

scoring
    score none = 0
    highest total wins
"""

GERMAN = {"key": "Schlüssel", "late": "zu spät", "fuel": "Treibstoff", "wind": "Wind", "sea": "See", "pack": "Rucksack"}


def named_rules(condition):
    """The files of rules whose only action needs a condition."""
    entries = [f'msgctxt "guest.{name} (name)"\nmsgid "{name}"\nmsgstr "{said}"\n' for name, said in GERMAN.items()]
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n'
    return {"tide.cave": RULES.replace("CONDITION", condition), "locale/de.po": "\n".join([head, *entries])}


CONDITIONS = {
    "key": (("no", "yes"), ("nein", "ja"), ("no", "sí")),
    "fuel >= 4": (("2", "at least 4"), ("2", "mindestens 4"), ("2", "al menos 4")),
    "welcome": (("not key", "key"), ("nicht Schlüssel", "Schlüssel"), ("no key", "key")),
    "nested": (("not key", "key"), ("nicht Schlüssel", "Schlüssel"), ("no key", "key")),
    "not closed": (("late", "not late"), ("zu spät", "nicht zu spät"), ("late", "no late")),
    "smooth": (("sea rough", "sea calm"), ("See rough", "See calm"), ("sea rough", "sea calm")),
    "manned(4)": (
        ("fuel 2", "fuel at least 4"),
        ("Treibstoff 2", "Treibstoff mindestens 4"),
        ("fuel 2", "fuel al menos 4"),
    ),
    "not manned(wind)": (
        ("fuel 2", "fuel less than 2"),
        ("Treibstoff 2", "Treibstoff weniger als 2"),
        ("fuel 2", "fuel menos de 2"),
    ),
    "twice(some_air)": (
        ("fuel 2", "fuel at least 6"),
        ("Treibstoff 2", "Treibstoff mindestens 6"),
        ("fuel 2", "fuel al menos 6"),
    ),
    "not calm_air": (
        ("wind 2", "wind at least 3 or key"),
        ("Wind 2", "Wind mindestens 3 oder Schlüssel"),
        ("wind 2", "wind al menos 3 o key"),
    ),
    "light_or_key": (
        ("wind 2", "wind less than 2 or key"),
        ("Wind 2", "Wind weniger als 2 oder Schlüssel"),
        ("wind 2", "wind menos de 2 o key"),
    ),
    "enough": (("fuel 2", "fuel more than 2"), ("Treibstoff 2", "Treibstoff mehr als 2"), ("fuel 2", "fuel más de 2")),
    "not (wind < 5 and late)": (
        ("wind 2", "wind at least 5 or not late"),
        ("Wind 2", "Wind mindestens 5 oder nicht zu spät"),
        ("wind 2", "wind al menos 5 o no late"),
    ),
    "not not key": (("not key", "key"), ("nicht Schlüssel", "Schlüssel"), ("no key", "key")),
    "rope_there": (
        ("pack 0", "pack at least 1 calm"),
        ("Rucksack 0", "Rucksack mindestens 1 calm"),
        ("pack 0", "pack al menos 1 calm"),
    ),
    "strange and late": (
        ("wind 2, fuel 2", "wind at least 3 or key or fuel at least 3"),
        ("Wind 2, Treibstoff 2", "Wind mindestens 3 oder Schlüssel oder Treibstoff mindestens 3"),
        ("wind 2, fuel 2", "wind al menos 3 o key o fuel al menos 3"),
    ),
}
"""What there is and what is needed, in English, German and Spanish."""
