# Wie Regeln auf Deutsch gesagt werden. Das Nötige über die Zeichen steht in en.ftl.
#
# Eine Bedingung steht so da wie hinter „wenn“ oder „dass“, das Verb am Ende; was zu tun ist, steht in der Grundform.
# Fälle: nom, acc, dat, gen; in gen steht nur, was ein Geschlecht hat, sonst sagt owned-by „von“. Geschlechter: m, f, n, und p für Wörter, die es nur in der Mehrzahl gibt.

# ---- Grammatik ------------------------------------------------------------------------------------------------------

contractions = in dem=im, zu dem=zum, zu der=zur, von dem=vom, der der=welcher der, die die=welche die, das das=welches das
gender = { $article ->
    [der] m
    [die] f
    [das] n
    [den] m
    [dem] m
   *[other] unknown
}
dative-plural = { ENDING($noun) ->
    [n] { ONE($noun, "dat") }
    [s] { ONE($noun, "dat") }
   *[other] { ONE($noun, "dat") }n
}
genitive = { DECLINED($noun, "n", "s", "es") }
the = { GENDER($noun) ->
    [name] { ONE($noun) }
    [m] { $case ->
        [a] ein { DECLINED($noun, "r", form: "nom") }
        [no] kein { DECLINED($noun, "r", form: "nom") }
        [acc] den { DECLINED($noun, "n") }
        [dat] dem { DECLINED($noun, "n") }
        [gen] des { genitive }
       *[nom] der { ONE($noun) }
    }
    [f] { $case ->
        [a] eine { ONE($noun) }
        [no] keine { ONE($noun) }
        [dat] der { DECLINED($noun, "n") }
        [gen] der { DECLINED($noun, "n") }
       *[nom] die { ONE($noun) }
    }
    [n] { $case ->
        [a] ein { DECLINED($noun, "s", form: "nom") }
        [no] kein { DECLINED($noun, "s", form: "nom") }
        [dat] dem { DECLINED($noun, "n") }
        [gen] des { genitive }
       *[nom] das { ONE($noun) }
    }
    [p] { $case ->
        [dat] den { dative-plural }
        [gen] der { ONE($noun) }
       *[nom] die { ONE($noun) }
    }
   *[unknown] „{ ONE($noun) }“
}
einen = { GENDER($thing) ->
    [m] einen { DECLINED($thing, "n") }
    [f] eine { ONE($thing) }
    [n] ein { DECLINED($thing, "s", form: "nom") }
   *[unknown] { ONE($thing) }
}
keinen = { GENDER($thing) ->
    [m] keinen { DECLINED($thing, "n") }
    [n] kein { DECLINED($thing, "s", form: "nom") }
   *[f] keine { ONE($thing) }
}
jedes = { GENDER($thing) ->
    [m] jeden { DECLINED($thing, "n") }
    [n] jedes { DECLINED($thing, "s", form: "nom") }
   *[f] jede { ONE($thing) }
}
any-thing = { GENDER($noun) ->
    [m] { $case ->
        [acc] einen { DECLINED($noun, "n") }
        [dat] einem { DECLINED($noun, "n") }
        [gen] eines { genitive }
       *[nom] ein { DECLINED($noun, "r", form: "nom") }
    }
    [f] { $case ->
        [dat] einer { DECLINED($noun, "n") }
        [gen] einer { DECLINED($noun, "n") }
       *[nom] eine { ONE($noun) }
    }
    [n] { $case ->
        [dat] einem { DECLINED($noun, "n") }
        [gen] eines { genitive }
       *[nom] ein { DECLINED($noun, "s", form: "nom") }
    }
   *[other] { the }
}
another = { GENDER($noun) ->
    [m] { $case ->
        [acc] einen anderen { DECLINED($noun, "n") }
        [dat] einem anderen { DECLINED($noun, "n") }
        [gen] eines anderen { genitive }
       *[nom] ein anderer { DECLINED($noun, "r", form: "nom") }
    }
    [f] { $case ->
        [dat] einer anderen { DECLINED($noun, "n") }
        [gen] einer anderen { DECLINED($noun, "n") }
       *[nom] eine andere { ONE($noun) }
    }
    [n] { $case ->
        [dat] einem anderen { DECLINED($noun, "n") }
        [gen] eines anderen { genitive }
       *[nom] ein anderes { DECLINED($noun, "s", form: "nom") }
    }
   *[other] { the }
}
that = { GENDER($noun) ->
    [m] { $case ->
        [acc] diesen { DECLINED($noun, "n") }
        [dat] diesem { DECLINED($noun, "n") }
        [gen] dieses { genitive }
       *[nom] dieser { ONE($noun) }
    }
    [f] { $case ->
        [dat] dieser { DECLINED($noun, "n") }
        [gen] dieser { DECLINED($noun, "n") }
       *[nom] diese { ONE($noun) }
    }
    [n] { $case ->
        [dat] diesem { DECLINED($noun, "n") }
        [gen] dieses { genitive }
       *[nom] dieses { ONE($noun) }
    }
    [p] { $case ->
        [dat] diesen { dative-plural }
        [gen] dieser { ONE($noun) }
       *[nom] diese { ONE($noun) }
    }
   *[unknown] „{ ONE($noun) }“
}
passed = { the } unterwegs
lettered = { $case ->
    [nom] { ONE($noun) }
    [gen] von { ONE($noun, "dat") }
   *[other] { ONE($noun, "dat") }
}
me = { the } am Zug
owned-by = { GENDER($owner) ->
    [unknown] von { CASE($owner, "dat") }
    [name] von { CASE($owner, "dat") }
   *[m] { CASE($owner, "gen") }
}
# Ein Besitzer vor dem, was ihm gehört: „Annas Lampe“, „Klaus’ Lampe“.
owner-before = { ENDING($owner) ->
    [s] { $owner }’
    [x] { $owner }’
    [z] { $owner }’
   *[other] { $owner }s
}
owned-place = { owner-before } { $place }
of = { CASE($thing, $case) } { owned-by }
# Ein Wort, das für sich steht, ohne Artikel: „eigener Plan“.
entry = { GENDER($noun) ->
    [m] { DECLINED($noun, "r", form: "nom") }
    [n] { DECLINED($noun, "s", form: "nom") }
   *[other] { ONE($noun) }
}
# Wörter, die von einem Hauptwort zu einem Satz darüber führen.
relatives = der, die, das, den, dem, deren, dessen, welche, welcher, welches
noun-thing = das Ding, die Dinge
noun-number = die Zahl, die Zahlen
noun-place = der Platz, die Plätze
noun-passage = der Durchgang, die Durchgänge
noun-sides = die Lage, die Lagen

sentence = { ENDING($text) ->
    [mark] { $text }
   *[other] { $text }.
}
head = { ENDING($text) ->
    [mark] { $text }
   *[other] { $text }:
}
quoted = „{ INNER($text, "„", "‚", "“", "‘") }“
and = { CASE($left, $case) } und { CASE($right, $case) }
or = { CASE($left, $case) } oder { CASE($right, $case) }
comma = { CASE($first, $case) }, { CASE($next, $case) }
either = entweder { $condition }
negation = es nicht so ist, dass { $condition }
nothing = nichts
holds = die Regeln es so festlegen
never-holds = es nie so ist
so = es so ist: { $name }
    .not = es nicht so ist: { $name }
named = { $of ->
    [none] „{ $name }“
   *[other] „{ $name }“ von { CASE($of, "dat") }
}
named-clause = { $of ->
    [none] „{ $name }“ gilt
   *[other] „{ $name }“ für { CASE($of, "acc") } gilt
}
    .not = { $of ->
        [none] „{ $name }“ nicht gilt
       *[other] „{ $name }“ für { CASE($of, "acc") } nicht gilt
    }
named-process = { $of ->
    [none] „{ $name }“
   *[other] „{ $name }“ mit { CASE($of, "dat") }
}
kept-holds = { $owner ->
    [none] { CASE($name, "nom") } gilt
   *[other] { CASE($name, "nom") } für { CASE($owner, "acc") } gilt
}
    .not = { $owner ->
        [none] { CASE($name, "nom") } nicht gilt
       *[other] { CASE($name, "nom") } für { CASE($owner, "acc") } nicht gilt
    }

# ---- Beutel und Mengen ----------------------------------------------------------------------------------------------

op-amount = { $case ->
    [dat] der Zahl
   *[nom] die Zahl
} der { MANY($piece) } in { CASE($bag, "dat") }
op-mass = { $case ->
    [dat] der Menge
   *[nom] die Menge
} an { ONE($piece, "dat") } in { CASE($bag, "dat") }
piece-owned = { GENDER($piece) ->
    [unknown] von { CASE($piece, "dat") }
    [name] von { CASE($piece, "dat") }
   *[m] { CASE($piece, "gen") }
}
amount-of = { $case ->
    [dat] der Zahl
   *[nom] die Zahl
} { piece-owned } in { CASE($bag, "dat") }
op-has = { CASE($piece, "a") } in { CASE($bag, "dat") } ist
    .not = { CASE($piece, "no") } in { CASE($bag, "dat") } ist
op-has-such = { $piece } in { CASE($bag, "dat") } ist
    .not = { $piece } nicht in { CASE($bag, "dat") } ist
holds-pieces = in { CASE($bag, "dat") } { bounded } { COUNT($amount) ->
    [one] { ONE($piece) } ist
   *[other] { MANY($piece) } sind
}
holds-such = in { CASE($bag, "dat") } { bounded } von { CASE($piece, "dat") } { COUNT($amount) ->
    [one] ist
   *[other] sind
}
position-known = die Stellung schon in { CASE($kept, "dat") } steht
    .not = die Stellung noch nicht in { CASE($kept, "dat") } steht
op-occurrences = { $case ->
    [dat] der Zahl
   *[nom] die Zahl
} der gleichen Stellungen in { CASE($kept, "dat") }
op-with-occurrences = die Stellungen in { CASE($kept, "dat") } mit dieser
op-lying = { $case ->
    [dat] dem { $place }. Stück
   *[nom] das { $place }. Stück
} von oben in { CASE($pile, "dat") }
op-size = { $case ->
    [dat] der Zahl
   *[nom] die Zahl
} der Stücke in { CASE($bag, "dat") }
op-room = { $case ->
    [acc] den freien Platz
    [dat] dem freien Platz
   *[nom] der freie Platz
} in { CASE($bag, "dat") }
op-in-set = { $member } zu { CASE($set, "dat") } gehört
    .not = { $member } nicht zu { CASE($set, "dat") } gehört
op-in-list = { $member } zu { CASE($list, "dat") } gehört
    .not = { $member } nicht zu { CASE($list, "dat") } gehört
beside = { $member } an { CASE($place, "acc") } grenzt
    .not = { $member } nicht an { CASE($place, "acc") } grenzt
within = { $member } zwischen { $low } und { $high } liegt
    .not = { $member } nicht zwischen { $low } und { $high } liegt
op-count-bits = { $case ->
    [dat] der Anzahl
   *[nom] die Anzahl
} von { CASE($set, "dat") }

# ---- Zahlen und Vergleiche ------------------------------------------------------------------------------------------

op-add = { CASE($left, $case) } plus { CASE($right, $case) }
op-sub = { CASE($left, $case) } minus { CASE($right, $case) }
op-mul = { CASE($left, $case) } mal { CASE($right, $case) }
op-div = { CASE($left, $case) } geteilt durch { CASE($right, "acc") }, abgerundet
op-remainder = der Rest von { CASE($left, "dat") } geteilt durch { CASE($right, "acc") }
grouped = ({ CASE($number, $case) })
op-within = { CASE($number, $case) }
op-seat = { $case ->
    [dat] dem Sitzplatz
    [acc] den Sitzplatz
   *[nom] der Sitzplatz
} von { CASE($player, "dat") }
op-next-seat = wer { $steps } Plätze nach { CASE($player, "dat") } sitzt
seat-after = wer als Nächstes nach { CASE($player, "dat") } sitzt
seat-before = wer gleich vor { CASE($player, "dat") } sitzt
op-seats-between = { $case ->
    [dat] der Zahl
   *[nom] die Zahl
} der Plätze von { CASE($left, "dat") } bis zu { CASE($right, "dat") }
op-seats = { $case ->
    [dat] allen
   *[nom] alle
} reihum nach { CASE($player, "dat") }
seats-back = { $case ->
    [dat] allen
   *[nom] alle
} reihum zurück von { CASE($player, "dat") } aus
op-neg = minus { CASE($number, $case) }
op-abs = { CASE($number, $case) } ohne Vorzeichen
difference = { $case ->
    [acc] den Unterschied
    [dat] dem Unterschied
   *[nom] der Unterschied
} zwischen { CASE($left, "dat") } und { CASE($right, "dat") }
op-eq = { $left } { $right } ist
op-ne = { $left } nicht { $right } ist
op-named-none = { $left } fehlt
op-named-some = { $left } da ist
op-is-none = { $left } fehlt
op-is-some = { GENDER($left) ->
    [m] es einen { DECLINED($left, "n") } gibt
    [f] es eine { ONE($left) } gibt
    [n] es ein { DECLINED($left, "s", form: "nom") } gibt
   *[other] { $left } da ist
}
no-such-thing = { GENDER($noun) ->
    [f] { $case ->
        [dat] keiner { DECLINED($noun, "n") }
       *[nom] keine { ONE($noun) }
    }
    [n] { $case ->
        [dat] keinem { DECLINED($noun, "n") }
       *[nom] kein { DECLINED($noun, "s", form: "nom") }
    }
    [m] { $case ->
        [acc] keinen { DECLINED($noun, "n") }
        [dat] keinem { DECLINED($noun, "n") }
       *[nom] kein { DECLINED($noun, "r", form: "nom") }
    }
   *[other] kein { ONE($noun) }
}
has-none = { $owner } { keinen } hat
has-some = { $owner } { einen } hat
empty = { $bag } leer ist
    .not = { $bag } nicht leer ist
op-same = entweder beides gilt oder keines von beiden: dass { $left }, und dass { $right }
op-differ = nur eines von beiden gilt: dass { $left }, oder dass { $right }
op-lt = { $left } kleiner als { $right } ist
op-le = { $left } höchstens { $right } ist
op-gt = { $left } größer als { $right } ist
op-ge = { $left } mindestens { $right } ist
op-if = { CASE($then, $case) }, wenn { $condition }, sonst { CASE($otherwise, $case) }
op-as = { CASE($value, $case) } aus der Sicht von { CASE($player, "dat") }
op-possible = { $form ->
    [to] man { CASE($deed, "nom") } kann
   *[other] { CASE($deed, "nom") } möglich ist
}
    .not = { $form ->
        [to] man nicht { CASE($deed, "nom") } kann
       *[other] { CASE($deed, "nom") } nicht möglich ist
    }
op-after = { $form ->
    [to] { CASE($value, $case) }, wenn man { CASE($deed, "nom") } würde,
   *[other] { CASE($value, $case) } nach { CASE($deed, "dat") }
}
op-after-clause = { $form ->
    [to] { $value }, wenn man { CASE($deed, "nom") } würde
   *[other] nach { CASE($deed, "dat") } { $value }
}

# ---- Was der Reihe nach angesehen wird ------------------------------------------------------------------------------

# „aus der Auslage“, aber „unter den Nachbarn“.
among = { $through ->
    [none] {""}
   *[other] {" "}{ GENDER($through) ->
        [unknown] unter
        [p] unter
       *[m] aus
    } { CASE($through, "dat") }
}
# RELATIVE($where, $it, "der", "bei dem"): „der offen ist“, wo die Bedingung mit dem beginnt, wovon sie handelt.
which = { $where ->
    [none] {""}
   *[other] , { GENDER($thing) ->
        [f] { RELATIVE($where, $it, "die", "bei der") }
        [n] { RELATIVE($where, $it, "das", "bei dem") }
        [p] { RELATIVE($where, $it, "die", "bei denen") }
       *[m] { RELATIVE($where, $it, "der", "bei dem") }
    },
}
which-all = { $where ->
    [none] {""}
   *[other] , { GENDER($thing) ->
        [f] { RELATIVE($where, $it, "von denen jede", "bei denen") }
        [n] { RELATIVE($where, $it, "von denen jedes", "bei denen") }
       *[m] { RELATIVE($where, $it, "von denen jeder", "bei denen") }
    },
}
# „deren Besitzer Weiß ist“
whose = { GENDER($thing) ->
    [f] deren
    [p] deren
   *[m] dessen
} { ONE($noun) }
whose-eq = { whose } { $right } ist
whose-ne = { whose } nicht { $right } ist
whose-lt = { whose } kleiner als { $right } ist
whose-le = { whose } höchstens { $right } ist
whose-gt = { whose } größer als { $right } ist
whose-ge = { whose } mindestens { $right } ist
op-sum = { $case ->
    [dat] der Summe
   *[nom] die Summe
}, wenn man für { jedes }{ among }{ which } { CASE($what, "acc") } zählt,
op-count = { $case ->
    [dat] der Zahl
   *[nom] die Zahl
} der { MANY($thing) }{ among }{ which-all }
op-some = es { einen }{ among } gibt{ which }
    .not = es { keinen }{ among } gibt{ which }
# EVERY($what, $it, jeder, fuer-jedes): „jedes Tor offen ist“, wo alles mit dem beginnt, wovon es handelt.
fuer-jedes = für { jedes }{ among }{ which } gilt, dass { $what }
nicht-fuer-jedes = nicht für { jedes }{ among }{ which } gilt, dass { $what }
jeder = { GENDER($thing) ->
    [m] jeder { DECLINED($thing, "", form: "nom") }
    [n] jedes { DECLINED($thing, "s", form: "nom") }
   *[f] jede { ONE($thing) }
}{ among }{ which }
nicht-jeder = nicht { jeder }
op-every = { EVERY($what, $it, jeder, fuer-jedes) }
    .not = { EVERY($what, $it, nicht-jeder, nicht-fuer-jedes) }
# Wie viele es gibt: „es mindestens 2 Felder gibt, deren Besitzer Weiß ist“.
bounded = { $bound ->
    [ge] mindestens { $amount }
    [le] höchstens { $amount }
   *[eq] { $amount }
}
there-are = es { bounded } { COUNT($amount) ->
    [one] { ONE($thing, "acc") }{ among } gibt{ which }
   *[other] { MANY($thing) }{ among } gibt{ which-all }
}
passages-lead = { COUNT($amount) ->
    [0] von { CASE($place, "dat") } kein Durchgang wegführt
    [1] von { CASE($place, "dat") } { bounded } Durchgang wegführt
   *[other] von { CASE($place, "dat") } { bounded } Durchgänge wegführen
}
there-are-all = es { bounded } { $kind ->
    [frontier] { COUNT($amount) ->
        [one] unerforschten Ausgang
       *[other] unerforschte Ausgänge
    }
   *[places] { COUNT($amount) ->
        [one] { ONE($board, "acc") }
       *[other] { MANY($board) }
    }
} gibt
has-any = { $owner } { MANY($piece) } hat
    .not = { $owner } keine { MANY($piece) } hat
has-number = { $owner } { bounded } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
} hat
any-left = es { MANY($piece) } gibt
    .not = es keine { MANY($piece) } gibt
number-left = es { bounded } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
} gibt
op-first = { GENDER($thing) ->
    [f] { $case ->
        [dat] der ersten
       *[nom] die erste
    }
    [n] { $case ->
        [dat] dem ersten
       *[nom] das erste
    }
   *[m] { $case ->
        [acc] den ersten
        [dat] dem ersten
       *[nom] der erste
    }
} { ONE($thing, $case) }{ among }{ which }
op-most = { $case ->
    [acc] den größten Wert
    [dat] dem größten Wert
   *[nom] der größte Wert
}, wenn man für { jedes }{ among }{ which } { CASE($what, "acc") } nimmt,
op-least = { $case ->
    [acc] den kleinsten Wert
    [dat] dem kleinsten Wert
   *[nom] der kleinste Wert
}, wenn man für { jedes }{ among }{ which } { CASE($what, "acc") } nimmt,
kind-dative = { ENDING($kind, "many") ->
    [n] { MANY($kind) }
    [s] { MANY($kind) }
   *[other] { MANY($kind) }n
}
op-rows = { $case ->
    [dat] allen { kind-dative }
   *[nom] alle { MANY($kind) }
}
begun = { $case ->
    [dat] der Nummer
   *[nom] die Nummer
} des Durchgangs von „{ $loop }“
op-range = { $case ->
    [dat] den Zahlen von { $left } bis { $right }
   *[nom] { $left } bis { $right }
}
thing-dative = { ENDING($thing, "many") ->
    [n] { MANY($thing) }
    [s] { MANY($thing) }
   *[other] { MANY($thing) }n
}
op-those = { $case ->
    [dat] allen { thing-dative }
   *[nom] alle { MANY($thing) }
}{ among }{ which-all }
op-turnings = { $case ->
    [dat] den möglichen Lagen
   *[nom] die möglichen Lagen
} von { CASE($sides, "dat") }
op-turned = { CASE($sides, $case) } (Vierteldrehungen: { $times })

# ---- Spielpläne -----------------------------------------------------------------------------------------------------

place-owned = { GENDER($place) ->
    [unknown] von { CASE($place, "dat") }
    [name] von { CASE($place, "dat") }
   *[m] { CASE($place, "gen") }
}
op-open = { $case ->
    [dat] den offenen Seiten
   *[nom] die offenen Seiten
} { place-owned }
op-laid = etwas auf { CASE($place, "dat") } liegt
    .not = nichts auf { CASE($place, "dat") } liegt
op-fits = jede Seite passt, mit der { $place } ein Plättchen berührt,
    .not = eine Seite nicht passt, mit der { $place } ein Plättchen berührt
board-dative = { ENDING($board, "many") ->
    [n] { MANY($board) }
    [s] { MANY($board) }
   *[other] { MANY($board) }n
}
op-places = { $case ->
    [dat] allen { board-dative }
   *[nom] alle { MANY($board) }
}
player-owned = { GENDER($player) ->
    [unknown] von { CASE($player, "dat") }
    [name] von { CASE($player, "dat") }
   *[m] { CASE($player, "gen") }
}
op-own-places = { $case ->
    [dat] allen { board-dative }
   *[nom] alle { MANY($board) }
} { player-owned }
neighbours-joined = { $case ->
    [dat] den Nachbarn
   *[nom] die Nachbarn
}, die ein Durchgang mit { CASE($place, "dat") } verbindet,
op-neighbours = { $case ->
    [dat] den Nachbarn
   *[nom] die Nachbarn
} { place-owned }
op-exits = { $case ->
    [dat] den unerforschten Ausgängen
   *[nom] die unerforschten Ausgänge
} { place-owned }
op-openers = { $case ->
    [dat] allem
   *[nom] alles
}, was sich zu { CASE($place, "dat") } hin öffnet,
op-frontier = { $case ->
    [dat] allen unerforschten Ausgängen
   *[nom] alle unerforschten Ausgänge
}
op-lines = { $case ->
    [dat] allen geraden Linien
   *[nom] alle geraden Linien
} aus { $length } Plätzen
op-cell = { CASE($board, $case) } ({ $x }, { $y })
op-coordinate = { $axis } { place-owned }
op-owner = { $case ->
    [acc] den Besitzer
    [dat] dem Besitzer
   *[nom] der Besitzer
} { place-owned }
op-beside = { $case ->
    [dat] dem
   *[nom] das
}, was neben { CASE($place, "dat") } liegt, an { CASE($side, "dat") }
sight-far = { $far ->
    [none] {""}
   *[other] {" "}bis in die Entfernung { $far }
}
sight-while = { $where ->
    [none] {""}
   *[other] {" "}(bis zum ersten Platz, für den nicht gilt, dass { $where })
}
op-sight = { $case ->
    [dat] allem
   *[nom] alles
}, was von { CASE($place, "dat") } aus in Richtung ({ $east }, { $north }){ sight-far } zu sehen ist{ sight-while }
op-passage = { $case ->
    [acc] den Durchgang
    [dat] dem Durchgang
   *[nom] der Durchgang
} zwischen { CASE($place, "dat") } und { CASE($other, "dat") }
op-border = { CASE($side, $case) } { place-owned }
steps = { $where ->
    [none] {""}
   *[other] {" "}über Plätze, bei denen { $where },
}{ $cost ->
    [none] {""}
   *[other] {" "}(jeder Schritt zählt { CASE($cost, "acc") })
}
op-distance = { $case ->
    [dat] der Entfernung
   *[nom] die Entfernung
} von { CASE($place, "dat") } zu { CASE($other, "dat") }{ steps }
reachable = { $member } von { CASE($place, "dat") } aus{ steps } zu erreichen ist
    .not = { $member } von { CASE($place, "dat") } aus{ steps } nicht zu erreichen ist
op-reach = { $case ->
    [dat] allem
   *[nom] alles
}, was von { CASE($place, "dat") } aus{ steps } zu erreichen ist,

# ---- Anweisungen ----------------------------------------------------------------------------------------------------

it-holds = { VERBSECOND($condition, "es stimmt, dass", "ist sind hat haben kann darf muss liegt liegen können dürfen müssen steht stehen hängt brennt gehört führt fehlt trägt grenzt bringt wurde wurden gilt kommt passt fließt") }
only-if = nur, wenn { $condition }
refused = sonst: { a-quote }
never = so, wie dieses Spiel eingestellt ist, nicht möglich
costs = kostet { CASE($price, "acc") }
as-many = so viele { MANY($piece) } wie { $amount }
as-mass = so viel { ONE($piece) } wie { $amount }
as-much = so viele von { CASE($piece, "dat") } wie { $amount }
no-piece = { CASE($piece, "no") }
pieces = { $amount } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
}
some-of = { $amount } von { CASE($piece, "dat") }
all-pieces = alles von { CASE($piece, "dat") }
everything = alles
gain = { CASE($pieces, "acc") } zu { CASE($taker, "dat") } legen
lose = { CASE($pieces, "acc") } aus { CASE($giver, "dat") } nehmen
move = { CASE($pieces, "acc") } von { CASE($giver, "dat") } zu { CASE($taker, "dat") } legen
deal = { CASE($pieces, "acc") } aus { CASE($giver, "dat") } zu { CASE($taker, "dat") } ziehen
deal-as = von { CASE($piece, "dat") } so viele aus { CASE($giver, "dat") } zu { CASE($taker, "dat") } ziehen: { $amount }
shuffle = { CASE($pile, "acc") } mischen
top-of = { $case ->
    [acc] das obere Ende
    [dat] dem oberen Ende
   *[nom] das obere Ende
} von { CASE($pile, "dat") }
bottom-of = { $case ->
    [acc] das untere Ende
    [dat] dem unteren Ende
   *[nom] das untere Ende
} von { CASE($pile, "dat") }
gain-as = von { CASE($piece, "dat") } so viele zu { CASE($taker, "dat") } legen: { $amount }
lose-as = von { CASE($piece, "dat") } so viele aus { CASE($giver, "dat") } nehmen: { $amount }
move-as = von { CASE($piece, "dat") } so viele von { CASE($giver, "dat") } zu { CASE($taker, "dat") } legen: { $amount }
raise = { CASE($target, "acc") } um { CASE($amount, "acc") } erhöhen
as-far = { $said }, so weit es geht
lower = { CASE($target, "acc") } um { CASE($amount, "acc") } verringern
set = { $target } ist jetzt { $value }
set-role = { $target } ist jetzt { $value }
empties = { $target } entfällt
put-position = die Stellung in { CASE($kept, "dat") } festhalten
put-position-often = die Stellung in { CASE($kept, "dat") } festhalten, so oft: { $times }
take-position = die Stellung in { CASE($kept, "dat") } vergessen
let-position = in { CASE($kept, "dat") } steht die Stellung jetzt so oft: { $times }
put-position-if = die Stellung in { CASE($kept, "dat") } festhalten, wenn { $condition }; sonst dort vergessen
put-in = { CASE($member, "acc") } zu { CASE($set, "dat") } hinzufügen
take-out = { CASE($member, "acc") } aus { CASE($set, "dat") } nehmen
put-in-if = { CASE($member, "acc") } zu { CASE($set, "dat") } hinzufügen, wenn { $condition }; sonst herausnehmen
from-now-on = ab jetzt gilt, dass { $condition }
from-now-on-if = wenn { $condition }, gilt ab jetzt, dass { $change }; sonst gilt es nicht
note-whether = merken, ob { $condition }
let = { $name }: { $value }
lay = { CASE($tile, "acc") } auf { CASE($place, "acc") } legen
finish = das Spiel ist sofort zu Ende
draw = { einen } aus { CASE($bag, "dat") } ziehen{ unseen }
unseen = { $shown ->
    [secret] {" "}und nicht zeigen
    [hidden] , ohne dass es jemand sieht
   *[open] {""}
}
draw-showing = { $amount } { MANY($thing) } aus { CASE($bag, "dat") } ziehen, davon { GENDER($thing) ->
    [f] eine
    [n] eins
   *[other] einen
} behalten und die anderen zurücklegen
roll-die = würfeln
roll = { a-number } auslosen{ which }
lot = { einen }{ among } auslosen{ which }
until = { $until ->
    [none] {""}
   *[other] , bis { $until }
}
offer = aus { CASE($menu, "dat") } wählen
offer-once = aus { CASE($menu, "dat") } wählen, jedes höchstens einmal{ until }
offer-optional = aus { CASE($menu, "dat") } wählen, oder nichts tun
offer-any = aus { CASE($menu, "dat") } wählen, so oft man will{ until }
offer-any-through = aus { CASE($menu, "dat") } wählen, so oft es geht{ until }
offer-once-through = aus { CASE($menu, "dat") } wählen, jedes einmal, und alles, was geht{ until }
own-menu = { $case ->
    [dat] dem Folgenden
   *[nom] das Folgende
}
except = { $except ->
    [none] {""}
   *[other] {" "}außer { CASE($except, "dat") }
}
holding = { CASE($bag, $case) } (mit höchstens { $room } { $unit })
repack = { jedes }{ except }{ which } auf { CASE($first, "acc") } und { CASE($second, "acc") } neu verteilen{ $filling ->
    [none] {""}
   *[other] ; mindestens { CASE($filling, "acc") } in { CASE($first, "acc") }
}
choose = { CASE($things, "acc") } wählen{ which }
choose-named = { CASE($thing, "acc") } wählen: { CASE($name, "acc") }
# Mehreres zugleich, woran eine Bedingung geknüpft ist.
choose-several = { CASE($things, "acc") } so wählen{ $where ->
    [none] {""}
   *[other] , dass { $where }
}
# Was genügt, wo es nichts von dem gibt, was davor steht.
choose-else = { $chosen }; gibt es nichts davon, { GENDER($thing) ->
    [f] eine
    [n] eines
   *[m] einen
}{ which }
choose-else-any = { $chosen }; gibt es nichts davon, { GENDER($thing) ->
    [f] irgendeine
    [n] irgendeines
   *[m] irgendeinen
}
choose-else-several = { $chosen }; geht das nicht, so, dass { $where }
choose-else-any-several = { $chosen }; geht das nicht, nach Belieben
choose-any = { $chosen }; immer wieder, solange es etwas zu wählen gibt{ until }
choose-any-once = { $chosen }; immer wieder, jedes nur einmal, bis nichts mehr bleibt{ until }
choose-any-stop = { $chosen }; so oft man will{ until }
choose-any-once-stop = { $chosen }; so oft man will, jedes nur einmal{ until }
a-turning = eine der möglichen Lagen { owned-by }
no-choice = wenn es nichts zu wählen gibt
one-of = { einen }{ among }
a-number = { $case ->
    [dat] einer Zahl
    [gen] einer Zahl
   *[other] eine Zahl
} von { $domain }
may = man darf dies tun
if = wenn { $condition }
or-if = sonst, wenn { $condition }
otherwise = sonst
every-of = { jedes }{ among }
for-each = für { $things }{ which }
turns = { GENDER($who) ->
    [m] jeder { ONE($who) }
    [n] jedes { ONE($who) }
   *[f] jede { ONE($who) }
} der Reihe nach
out-of-turn = jederzeit, auch wenn jemand anderes am Zug ist
by-host = die Spielleitung tut dies, wer auch am Zug ist
turns-if = { $turns }, aber nur wenn { $where }
turns-until = { $turns }, bis { $until }
turns-again = immer wieder { $turns }
in-turn = { GENDER($who) ->
    [m] jeder { ONE($who) }
    [n] jedes { ONE($who) }
   *[f] jede { ONE($who) }
} der Reihe nach; den Anfang macht { $first }
turns-back = { GENDER($who) ->
    [m] jeder { ONE($who) }
    [n] jedes { ONE($who) }
   *[f] jede { ONE($who) }
} der Reihe nach, andersherum
in-turn-back = { GENDER($who) ->
    [m] jeder { ONE($who) }
    [n] jedes { ONE($who) }
   *[f] jede { ONE($who) }
} der Reihe nach, andersherum; den Anfang macht { $first }
turns-in-order = { MANY($who) } in dieser Reihenfolge: { $order }
at-once = { GENDER($who) ->
    [m] jeder { ONE($who) }
    [n] jedes { ONE($who) }
   *[f] jede { ONE($who) }
}, alle zugleich
repeat = { $times }-mal
repeat-as = so oft, wie { $times } es sagt
repeat-until = immer wieder, bis { $until }
as-player = { $who } tut dies

# ---- Was erklärt wird -----------------------------------------------------------------------------------------------

whenever = nach { $actions }
any-action = jeder Aktion
means = { $name } ist { $meaning }
means-always = immer gilt, dass { $name }
means-clause = man sagt, dass { $name }, wenn { $meaning }
players = { $low } bis { $high } { MANY($who) } spielen
players-only = { $high } { MANY($who) } spielen
own = { $own ->
    [none] {""}
   *[other] {" "}für jeden
}
board-growing = ein Plan{ own }, der wächst, wenn { MANY($tile) } gelegt werden
board-grid = ein Plan{ own } mit { $size } Plätzen: { MANY($place) }
board-hexagonal = ein Plan{ own } mit { $size } sechseckigen Plätzen: { MANY($place) }
board-map = ein Plan{ own } mit vielen Plätzen: { MANY($place) }
board-closes-ew = am rechten Rand geht der Plan links weiter
board-closes-ns = am oberen Rand geht der Plan unten weiter
board-closes-ewns = an jedem Rand geht der Plan am gegenüberliegenden weiter
board-free = wo { $where }, müssen die Seiten nicht passen
board-joined = ein Durchgang ist da, wenn { $where }
seen = { $shown ->
    [secret] {" "}– nur wem es gehört, sieht es
    [hidden] {" "}– niemand sieht es
   *[open] {""}
}
sight = { $shown ->
    [secret] das sieht nur, wem es gehört
    [hidden] das sieht niemand
   *[open] {""}
}
keeps = { $owner ->
    [none] vermerkt für das ganze Spiel: { $thing }{ seen }
   *[other] vermerkt für { GENDER($owner) ->
        [f] jede
        [n] jedes
       *[m] jeden
    } { ONE($owner, "acc") }: { $thing }{ seen }
}
# What a bag, a pile or a set begins with.
begins-with = zu Beginn: { $contents }
each-once = alle { MANY($kind) }
keeps-whether = { $owner ->
    [none] vermerkt für das ganze Spiel, ob { $thing }{ seen }
   *[other] vermerkt für { GENDER($owner) ->
        [f] jede
        [n] jedes
       *[m] jeden
    } { ONE($owner, "acc") }, ob { $thing }{ seen }
}
demand = für { jedes } gilt, dass { $condition }
score-among = gewertet wird nur, wenn { $condition }
score-together = wer in { CASE($value, "dat") } übereinstimmt, gewinnt gemeinsam
score-together-all = alle gewinnen gemeinsam
score-constant-total = alle Summen zusammen ergeben immer { $value }
score-least = wer gewinnen will, braucht mindestens { $value }
score-line = { $name }: { $value }
score-highest = die höchste Summe gewinnt
score-lowest = die niedrigste Summe gewinnt
tie-highest = bei Gleichstand gewinnt der höchste Wert: { $value }
tie-lowest = bei Gleichstand gewinnt der niedrigste Wert: { $value }
ranked-by = die Plätze gehen nach { CASE($by, "dat") }
rank = Platz { $place }{ $level ->
    [1] {""}
   *[other] , von { $level } geteilt
}: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
rank-among = { GENDER($who) ->
    [f] eine { ONE($who) }
   *[m] ein { DECLINED($who, "r", form: "nom") }
} bekommt nur einen Platz, wenn { $condition }
rank-least = weniger als { CASE($value, "nom") } bringt keinen Platz

# ---- Unterschiede ---------------------------------------------------------------------------------------------------

running = { $first } { $next }
that-condition = dass { $first }
a-value = { $first }
a-quote = „{ INNER($text, "„", "‚", "“", "‘") }“
secretly = { $text }; die anderen sehen es nicht
by-option = das hängt von der Antwort auf „{ $text }“ ab
among-first = es zählt nur, bei wem { $first }
least-first = wer gewinnen will, braucht mindestens { CASE($first, "acc") }
together-first = wer in { CASE($first, "dat") } übereinstimmt, gewinnt gemeinsam
constant-total-first = alle Summen zusammen ergeben immer { $first }
a-parameter = { $name }: { $type }
board-free-first = wo { $first }, müssen die Seiten nicht passen
board-joined-first = ein Durchgang ist da, wenn { $first }
or-if-first = sonst, wenn { $first }
told-openly = alle erfahren, wovon dies abhing
title-condition = wann { $text }
# Wörter am Anfang eines Satzes für das, was der vorige nennt.
leaning = er, sie, es, dies, diese, dieser, dieses, diesen, diesem, ihr, ihre, dort, dabei, davon, darauf, damit

# ---- Was in einer Stellung gilt -------------------------------------------------------------------------------------

told-has = { $owner } hat { $things }
told-holds = { $owner } enthält { $things }
told-scores = { $owner } bekommt { $things }
told-scores-so-far = { $owner } hat bis jetzt { $things }
told-scores-nothing = { $owner } bekommt { $things }
told-scores-nothing-so-far = { $owner } hat bis jetzt { $things }
told-score = { $amount } für { $name }
told-totals = { $owner } hat { $amount }
told-total-each = { $owner } haben je { $amount }
told-get-each = { $owner } bekommen je { $amount }
told-holds-nothing = { $owner } enthält { $things }
told-hold-nothing = { $owner } enthalten { $things }
told-gets-nothing = { $owner } bekommt { $things }
told-get-nothing = { $owner } bekommen { $things }
told-have-nothing = { $owner } haben { $things }
told-next = { $owner } { $amount }
told-no-more = { COUNT($count) ->
    [0] keine
   *[other] { $amount }
}
told-points = { COUNT($count) ->
    [0] keine Punkte
    [one] { $amount } Punkt
   *[other] { $amount } Punkte
}
told-hold = { $owner } enthalten { $things }
told-gets = { $owner } bekommt { $amount }
told-reward = { ONE($name) }
told-shares = { $list } als { $name }
told-is = { $thing } { owned-by } { $value } ist
told-absent = es gibt { keinen }
told-one = { CASE($piece, "acc") }
told-no = { keinen }
told-room = { COUNT($amount) ->
    [0] keinen freien Platz
    [1] 1 freien Platz
   *[other] { $amount } freie Plätze
}
told-inside = { $things } in { CASE($bag, "dat") }
told-spare = { COUNT($amount) ->
    [0] { $owner } ist voll
    [1] { $owner } hat noch 1 freien Platz
   *[other] { $owner } hat noch { $amount } freie Plätze
}
told-theirs = { $thing } von { $owner }
verbs-of-many = ist=sind, hat=haben, liegt=liegen, steht=stehen, hängt=hängen, enthält=enthalten, bleibt=bleiben, bekommt=bekommen, grenzt=grenzen, muss=müssen, kann=können, darf=dürfen
one-of-many = ein, eine, einen, einem, einer
told-each = { $owners } { $verb } { $before } je { $rest }
told-there-again = dort
before-places = auf, an, in, bei
# Wörter vor einer Sache, die der Satz zum ersten Mal nennt oder die es nicht gibt.
indefinite-articles = ein, eine, einen, kein, keine, keinen
told-there-at = { $things } auf { CASE($place, "dat") }
told-has-nothing = { $owner } hat { $things }
told-nobody-gets = niemand bekommt { CASE($things, "acc") }
told-there = es gibt { $things }
told-lies = { $piece } liegt auf { $place }
told-for = { $things } von { $owner }
told-also = { $first }, außerdem { $next }
told-nothing = nichts in { CASE($bag, "dat") }
told-nor = { $first } und { $next }
told-empty = { $owner } ist leer
told-none-of = keine { MANY($piece) }
told-among = { $things }, darunter { $members }
# Einige von gezählten Sachen, und wo sie sind.
told-of-them = { $things }, davon { $amount } auf { $place }
told-alone = nur { $things }
told-has-not = { $owner } hat { $things }
told-not-one = { CASE($piece, "acc") } nicht

# ---- Steps of examples -----------------------------------------------------------------------------------------------

# What somebody does in an example: a deed with its price.
step-paid = { $deed } ({ $price })
step-gains = bekommt { $things }
step-loses = gibt { $things } ab
# A side to which something is open.
step-side = { $side ->
    [n] Norden
    [e] Osten
    [s] Süden
   *[w] Westen
}
# Two verbs of which the first has an “and” of its own.
step-and = { $first } und { $last }
# Was noch einmal kommt, und wie oft, hinter allem, was kommt.
step-more = { COUNT($amount) ->
    [1] noch { $things }
    [2] noch zweimal { $things }
   *[other] noch { $amount }-mal { $things }
}
# Mehreres, wovon eines ein eigenes „oder“ hat.
step-or = { $first } oder { $last }
# Wörter, die zum Hauptwort hinter ihnen gehören.
articles = der, die, das, den, dem, ein, eine, einen, einem, kein, keine, keinen, keinem
# Wörter für das eben Genannte, mit denen ein Satz darüber beginnt.
subject-pronouns = es, er, sie
# Wörter vor einem Ort oder einer Sache, wiederholt, wo mehrere Wörter folgen.
prepositions = von, vom, nach, zu, zum, zur, auf, an, am, in, im, ins, mit
# Endungen eines Hauptworts, Vokale, die sich in der Mehrzahl ändern, und Endungen von Eigenschaftswörtern: Danach sucht das Register eines
# Buches. „Häuser“ findet es, wo das Spiel diese Mehrzahl kennt: Mit der Endung „er“ wäre ein Spieler auch ein Spiel.
index-endings = s, es, e, en, n
index-adjectives = er, es, en, em, e
index-vowels = au=äu, a=ä, o=ö, u=ü
# Ein Satz hinter einem Doppelpunkt.
behind-colon = { CAPITAL($text) }
