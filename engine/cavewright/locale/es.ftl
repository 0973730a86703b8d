# Cómo se dicen las reglas en español. Lo necesario sobre los signos está en en.ftl.
#
# Una condición está como detrás de «si»; lo que hay que hacer está en infinitivo.
# Géneros: m, f, y mp, fp para lo que solo existe en plural.

# ---- Gramática ------------------------------------------------------------------------------------------------------

contractions = de el=del, a el=al
gender = { $article ->
    [el] m
    [la] f
    [los] mp
    [las] fp
   *[other] unknown
}
the = { GENDER($noun) ->
    [name] { ONE($noun) }
    [m] { $case ->
        [a] un { ONE($noun) }
        [no] ningún { ONE($noun) }
       *[nom] el { ONE($noun) }
    }
    [f] { $case ->
        [a] una { ONE($noun) }
        [no] ninguna { ONE($noun) }
       *[nom] la { ONE($noun) }
    }
    [mp] los { ONE($noun) }
    [fp] las { ONE($noun) }
   *[unknown] «{ ONE($noun) }»
}
un = { GENDER($thing) ->
    [f] una { ONE($thing) }
    [m] un { ONE($thing) }
   *[unknown] { ONE($thing) }
}
ningun = { GENDER($thing) ->
    [f] ninguna { ONE($thing) }
    [m] ningún { ONE($thing) }
   *[unknown] { ONE($thing) }
}
any-thing = { GENDER($noun) ->
    [f] una { ONE($noun) }
    [m] un { ONE($noun) }
   *[unknown] { the }
}
another = { GENDER($noun) ->
    [f] otra { ONE($noun) }
    [m] otro { ONE($noun) }
   *[unknown] { the }
}
that = { GENDER($noun) ->
    [m] ese { ONE($noun) }
    [f] esa { ONE($noun) }
    [mp] esos { ONE($noun) }
    [fp] esas { ONE($noun) }
   *[unknown] «{ ONE($noun) }»
}
passed = { the } del camino
lettered = { the }
me = { the } de turno
owned-by = de { $owner }
owner-before = de { $owner }
owned-place = { $place } de { $owner }
of = { $thing } { owned-by }
# Una palabra por sí sola, sin artículo.
entry = { ONE($noun) }
# Palabras que llevan de un nombre a una oración sobre él.
relatives = que, quien, cual, cuyo, cuya
noun-thing = la cosa, las cosas
noun-number = el número, los números
noun-place = el lugar, los lugares
noun-passage = el paso, los pasos
noun-sides = la posición, las posiciones

sentence = { ENDING($text) ->
    [mark] { $text }
   *[other] { $text }.
}
head = { ENDING($text) ->
    [mark] { $text }
   *[other] { $text }:
}
quoted = «{ INNER($text, "«", "“", "»", "”") }»
and = { $left } y { $right }
or = { $left } o { $right }
comma = { $first }, { $next }
either = o bien { $condition }
negation = no se cumple esto: { $condition }
nothing = nada
holds = así lo fijan las reglas
never-holds = nunca es así
so = es así: { $name }
    .not = no es así: { $name }
named = { $of ->
    [none] «{ $name }»
   *[other] «{ $name }» de { $of }
}
named-clause = { $of ->
    [none] se cumple «{ $name }»
   *[other] se cumple «{ $name }» para { $of }
}
    .not = { $of ->
        [none] no se cumple «{ $name }»
       *[other] no se cumple «{ $name }» para { $of }
    }
named-process = { $of ->
    [none] «{ $name }»
   *[other] «{ $name }» con { $of }
}
kept-holds = { $owner ->
    [none] se cumple { $name }
   *[other] se cumple { $name } para { $owner }
}
    .not = { $owner ->
        [none] no se cumple { $name }
       *[other] no se cumple { $name } para { $owner }
    }

# ---- Bolsas y conjuntos ---------------------------------------------------------------------------------------------

op-amount = el número de { MANY($piece) } en { $bag }
op-mass = la cantidad de { ONE($piece) } en { $bag }
amount-of = la cantidad de { $piece } en { $bag }
op-has = hay { CASE($piece, "a") } en { $bag }
    .not = no hay { CASE($piece, "no") } en { $bag }
op-has-such = { $piece } está en { $bag }
    .not = { $piece } no está en { $bag }
holds-pieces = hay { bounded } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
} en { $bag }
holds-such = hay { bounded } de { $piece } en { $bag }
position-known = la posición ya está en { $kept }
    .not = la posición no está todavía en { $kept }
op-occurrences = el número de veces que la posición está en { $kept }
op-with-occurrences = las posiciones de { $kept } con esta
op-lying = la pieza { $place } desde arriba de { $pile }
op-size = el número de piezas en { $bag }
op-room = el espacio libre en { $bag }
among-set = { GENDER($set) ->
    [mp] entre { $set }
    [fp] entre { $set }
   *[other] en { $set }
}
op-in-set = { $member } está { among-set }
    .not = { $member } no está { among-set }
op-in-list = { $member } está entre { $list }
    .not = { $member } no está entre { $list }
beside = { $member } está junto a { $place }
    .not = { $member } no está junto a { $place }
within = { $member } está entre { $low } y { $high }
    .not = { $member } no está entre { $low } y { $high }
op-count-bits = la cantidad de { $set }

# ---- Números y comparaciones ----------------------------------------------------------------------------------------

op-add = { $left } más { $right }
op-sub = { $left } menos { $right }
op-mul = { $right } × { $left }
op-div = el resultado de dividir { $left } por { $right }, redondeado hacia abajo
op-remainder = el resto de dividir { $left } por { $right }
grouped = ({ $number })
op-within = { $number }
op-seat = el puesto de { $player }
op-next-seat = quien se sienta { $steps } puestos después de { $player }
seat-after = quien se sienta justo después de { $player }
seat-before = quien se sienta justo antes de { $player }
op-seats-between = el número de puestos desde { $left } hasta { $right }
op-seats = todos alrededor de la mesa a partir de { $player }
seats-back = todos alrededor de la mesa hacia atrás desde { $player }
op-neg = menos { $number }
op-abs = { $number } sin su signo
difference = la diferencia entre { $left } y { $right }
op-eq = { $left } es { $right }
op-ne = { $left } no es { $right }
op-named-none = { $left } no existe
op-named-some = { $left } existe
op-is-none = no hay { ONE($left) }
op-is-some = hay { ONE($left) }
# Con la negación delante: «no está en ninguna loseta».
no-such-thing = { $noun }
    .not = { GENDER($noun) ->
        [f] ninguna { ONE($noun) }
        [m] ningún { ONE($noun) }
       *[unknown] ningún { ONE($noun) }
    }
has-none = { $owner } no tiene { ONE($thing) }
has-some = { $owner } tiene { ONE($thing) }
empty = no queda nada en { $bag }
    .not = queda algo en { $bag }
op-same = se cumplen ambas cosas o ninguna ({ $left } y { $right })
op-differ = se cumple una sola de estas dos cosas: o { $left }, o { $right }
op-lt = { $left } es menor que { $right }
op-le = { $left } es como mucho { $right }
op-gt = { $left } es mayor que { $right }
op-ge = { $left } es al menos { $right }
op-if = { $then } si { $condition }, y si no, { $otherwise }
op-as = { $value } (para { $player })
op-possible = es posible { $deed }
    .not = no es posible { $deed }
op-after = { $value } tras { $deed }
op-after-clause = tras { $deed }, { $value }

# ---- Lo que se recorre ----------------------------------------------------------------------------------------------

among = { $through ->
    [none] {""}
   *[other] {" "}{ GENDER($through) ->
        [m] de { $through }
        [f] de { $through }
       *[other] entre { CASE($through, "dat") }
    }
}
# RELATIVE($where, $it, "que", "para el que"): «que está abierta», si la condición empieza por aquello de lo que trata.
which = { $where ->
    [none] {""}
   *[other] {" "}{ GENDER($thing) ->
        [f] { RELATIVE($where, $it, "que", "para la que") }
       *[m] { RELATIVE($where, $it, "que", "para el que") }
    }
}
which-all = { $where ->
    [none] {""}
   *[other] {" "}({ GENDER($thing) ->
        [f] cuenta cada una { RELATIVE($where, $it, "que", "para la que") }
       *[m] cuenta cada uno { RELATIVE($where, $it, "que", "para el que") }
    })
}
such = { GENDER($thing) ->
    [p] { $where ->
        [none] {""}
       *[other] , si { $where }
    }
   *[m] { which }
}
# «cuyo dueño es Blanco»
whose = { GENDER($noun) ->
    [f] cuya
   *[m] cuyo
} { ONE($noun) }
whose-eq = { whose } es { $right }
whose-ne = { whose } no es { $right }
whose-lt = { whose } es menor que { $right }
whose-le = { whose } es como mucho { $right }
whose-gt = { whose } es mayor que { $right }
whose-ge = { whose } es al menos { $right }
op-sum = la suma, por cada { ONE($thing) }{ among }{ which }, de { $what }
op-count = el número de { MANY($thing) }{ among }{ which-all }
op-some = hay { un }{ among }{ which }
    .not = no hay { ningun }{ among }{ which }
# EVERY($what, $it, cada, para-cada): «cada puerta está abierta», si todo empieza por aquello de lo que trata.
para-cada = para cada { ONE($thing) }{ among }{ which } se cumple que { $what }
no-para-cada = no para cada { ONE($thing) }{ among }{ which } se cumple que { $what }
cada = cada { ONE($thing) }{ among }{ which }
op-every = { EVERY($what, $it, cada, para-cada) }
    .not = { no-para-cada }
# Cuántas cosas hay: «hay al menos 2 casillas cuyo dueño es Blanco».
bounded = { $bound ->
    [ge] al menos { $amount }
    [le] como mucho { $amount }
   *[eq] { $amount }
}
which-each = { $where ->
    [none] {""}
   *[other] {" "}{ GENDER($thing) ->
        [f] { RELATIVE($where, $it, "cada una de las cuales", "para las que") }
       *[m] { RELATIVE($where, $it, "cada uno de los cuales", "para los que") }
    }
}
there-are = hay { bounded } { COUNT($amount) ->
    [one] { ONE($thing) }{ among }{ which }
   *[other] { MANY($thing) }{ among }{ which-each }
}
passages-lead = { COUNT($amount) ->
    [0] ningún paso sale de { $place }
    [one] sale { bounded } paso de { $place }
   *[other] salen { bounded } pasos de { $place }
}
there-are-all = hay { bounded } { $kind ->
    [frontier] { COUNT($amount) ->
        [one] salida sin explorar
       *[other] salidas sin explorar
    }
   *[places] { COUNT($amount) ->
        [one] { ONE($board) }
       *[other] { MANY($board) }
    }
}
has-any = { $owner } tiene { MANY($piece) }
    .not = { $owner } no tiene { MANY($piece) }
has-number = { $owner } tiene { bounded } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
}
any-left = hay { MANY($piece) }
    .not = no hay { MANY($piece) }
number-left = hay { bounded } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
}
op-first = { GENDER($thing) ->
    [f] la primera
   *[m] el primer
} { ONE($thing) }{ among }{ which }
op-most = el mayor valor que resulta al tomar, por cada { ONE($thing) }{ among }{ which }, { $what }
op-least = el menor valor que resulta al tomar, por cada { ONE($thing) }{ among }{ which }, { $what }
op-rows = { GENDER($kind) ->
    [f] todas las
   *[m] todos los
} { MANY($kind) }
begun = el número de la vuelta de «{ $loop }»
op-range = { $case ->
    [dat] los números de { $left } a { $right }
   *[nom] { $left } a { $right }
}
op-those = { GENDER($thing) ->
    [f] todas las
   *[m] todos los
} { MANY($thing) }{ among }{ which-all }
op-turnings = las maneras de girar { $sides }
op-turned = { $sides } (cuartos de giro: { $times })

# ---- Tableros -------------------------------------------------------------------------------------------------------

op-open = los lados abiertos de { $place }
op-laid = hay algo en { $place }
    .not = no hay nada en { $place }
op-fits = encaja cada lado de { $place } que toca una loseta
    .not = no encaja algún lado de { $place } que toca una loseta
op-places = { GENDER($board) ->
    [f] todas las
   *[m] todos los
} { MANY($board) }
op-own-places = { GENDER($board) ->
    [f] las
   *[m] los
} { MANY($board) } de { $player }
op-neighbours = los lugares vecinos de { $place }
neighbours-joined = los lugares vecinos que un paso une con { $place }
op-exits = las salidas sin explorar de { $place }
op-openers = lo que se abre hacia { $place }
op-frontier = todas las salidas sin explorar
op-lines = todas las líneas rectas de { $length } lugares
op-cell = { $board } ({ $x }, { $y })
op-coordinate = { $axis } de { $place }
op-owner = el dueño de { $place }
op-beside = lo que está junto a { $place } hacia { $side }
sight-far = { $far ->
    [none] {""}
   *[other] {" "}hasta la distancia { $far }
}
sight-while = { $where ->
    [none] {""}
   *[other] {" "}(hasta el primer lugar del que no se cumple que { $where })
}
op-sight = lo que se ve desde { $place } en la dirección ({ $east }, { $north }){ sight-far }{ sight-while }
op-passage = el paso entre { $place } y { $other }
op-border = { $side } de { $place }
steps = { $where ->
    [none] {""}
   *[other] {" "}por lugares donde { $where }
}{ $cost ->
    [none] {""}
   *[other] {" "}(cada paso cuenta { $cost })
}
op-distance = la distancia de { $place } a { $other }{ steps }
reachable = se llega a { $member } desde { $place }{ steps }
    .not = no se llega a { $member } desde { $place }{ steps }
op-reach = lo que se alcanza desde { $place }{ steps }

# ---- Instrucciones --------------------------------------------------------------------------------------------------

it-holds = { $condition }
only-if = solo si { $condition }
refused = si no: { a-quote }
never = imposible tal como está preparada esta partida
costs = cuesta { $price }
as-many = { GENDER($piece) ->
    [f] tantas
   *[m] tantos
} { MANY($piece) } como { $amount }
as-mass = { GENDER($piece) ->
    [f] tanta
   *[m] tanto
} { ONE($piece) } como { $amount }
as-much = tanto de { $piece } como { $amount }
no-piece = { GENDER($piece) ->
    [f] ninguna
   *[m] ningún
} { ONE($piece) }
pieces = { $amount } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
}
some-of = { $amount } de { $piece }
all-pieces = todo lo que hay de { $piece }
everything = todo lo que haya
# Lo que se cuenta va detrás: «Quitar de la reserva 1 marcador», pero «Poner esa carta en la mano».
gain = { GENDER($pieces) ->
    [unknown] poner en { $taker } { $pieces }
   *[m] poner { $pieces } en { $taker }
}
lose = { GENDER($pieces) ->
    [unknown] quitar de { $giver } { $pieces }
   *[m] quitar { $pieces } de { $giver }
}
move = { GENDER($pieces) ->
    [unknown] pasar de { $giver } a { $taker } { $pieces }
   *[m] pasar { $pieces } de { $giver } a { $taker }
}
deal = { GENDER($pieces) ->
    [unknown] sacar de { $giver } a { $taker } { $pieces }
   *[m] sacar { $pieces } de { $giver } a { $taker }
}
deal-as = sacar de { $giver } a { $taker } esta cantidad de { $piece }: { $amount }
shuffle = barajar { $pile }
top-of = la parte de arriba de { $pile }
bottom-of = el fondo de { $pile }
gain-as = poner en { $taker } esta cantidad de { $piece }: { $amount }
lose-as = quitar de { $giver } esta cantidad de { $piece }: { $amount }
move-as = pasar de { $giver } a { $taker } esta cantidad de { $piece }: { $amount }
raise = { $target } sube en { $amount }
as-far = { $said }, hasta donde se pueda
lower = { $target } baja en { $amount }
set = { $target } pasa a ser { $value }
# Algo pasa a ocupar el lugar de otra cosa: «Ese jugador pasa a ser el jugador inicial».
set-role = { $value } pasa a ser { $target }
empties = { $owner ->
    [none] desde ahora, no hay { ONE($thing) }
   *[other] { $owner } se queda sin { ONE($thing) }
}
put-position = guardar la posición en { $kept }
put-position-often = guardar la posición en { $kept }, tantas veces: { $times }
take-position = olvidar la posición en { $kept }
let-position = en { $kept }, la posición está ahora tantas veces: { $times }
put-position-if = si { $condition }, guardar la posición en { $kept }; si no, olvidarla
put-in = poner { $member } en { $set }
take-out = quitar { $member } de { $set }
put-in-if = si { $condition }, poner { $member } en { $set }; si no, quitar { $member } de { $set }
from-now-on = desde ahora, { $condition }
from-now-on-if = desde ahora, { $change } si { $condition }; si no, no
note-whether = recordar si { $condition }
let = { $name } { GENDER($name) ->
    [mp] son
    [fp] son
   *[m] es
} { $value }
lay = colocar { $tile } en { $place }
finish = la partida acaba enseguida
draw = sacar { un } de { $bag }{ unseen }
unseen = { $shown ->
    [secret] {" "}sin enseñarlo
    [hidden] {" "}sin que nadie lo vea
   *[open] {""}
}
draw-showing = sacar { $amount } { MANY($thing) } de { $bag }; conservar { GENDER($thing) ->
    [f] una
   *[other] uno
} y devolver el resto
roll-die = tirar el dado
roll = sortear { a-number }{ which }
lot = sortear { un }{ among }{ which }
until = { $until ->
    [none] {""}
   *[other] ; se acaba cuando { $until }
}
offer = elegir entre { $menu }
offer-once = elegir entre { $menu }, cada cosa como mucho una vez{ until }
offer-optional = elegir entre { $menu }, o no hacer nada
offer-any = elegir entre { $menu } cuantas veces se quiera{ until }
offer-any-through = elegir entre { $menu } tantas veces como se pueda{ until }
offer-once-through = elegir entre { $menu }, cada cosa una vez y sin omitir ninguna posible{ until }
own-menu = lo que sigue
except = { $except ->
    [none] {""}
   *[other] {" "}menos { $except }
}
holding = { $bag } (como mucho { $room } { $unit })
repack = repartir de nuevo entre { $first } y { $second } cada { ONE($thing) }{ except }{ which }{ $filling ->
    [none] {""}
   *[other] ; al menos { $filling } en { $first }
}
choose-named = elegir { $thing }: { $name }
choose-several = elegir { $things }{ $where ->
    [none] {""}
   *[other] ; solo vale si { $where }
}
# Lo que vale cuando no hay nada de lo anterior.
choose-else = { $chosen }; si no hay, { GENDER($thing) ->
    [f] una
   *[m] uno
}{ which }
choose-else-any = { $chosen }; si no hay, { GENDER($thing) ->
    [f] cualquiera de ellas
   *[m] cualquiera de ellos
}
choose-else-several = { $chosen }; si no puede ser, vale si { $where }
choose-else-any-several = { $chosen }; si no puede ser, como se quiera
choose-any = { $chosen }; una y otra vez, mientras haya algo que elegir{ until }
choose-any-once = { $chosen }; una y otra vez, cada cosa una sola vez y sin omitir ninguna{ until }
choose-any-stop = { $chosen }; cuantas veces se quiera{ until }
choose-any-once-stop = { $chosen }; cuantas veces se quiera, cada cosa una sola vez{ until }
a-turning = una de las maneras de girar { $owner }
choose = elegir { $things }{ $where ->
    [none] {""}
   *[other] ; solo vale si { $condition }
}
no-choice = si no hay nada que elegir
one-of = { un }{ among }
a-number = un número de { $domain }
may = se puede hacer esto
if = si { $condition }
or-if = si no, y si { $condition }
otherwise = si no
every-of = cada { ONE($thing) }{ among }
for-each = para { $things }{ such }
turns = cada { ONE($who) } por orden
out-of-turn = en cualquier momento, también cuando le toca a otra persona
by-host = esto lo hace quien dirige la partida, le toque a quien le toque
turns-if = { $turns }, pero solo si { $where }
turns-until = { $turns }; se acaba cuando { $until }
turns-again = una y otra vez { $turns }
in-turn = cada { ONE($who) } por orden; empieza { $first }
turns-back = cada { ONE($who) } por orden, en sentido contrario
in-turn-back = cada { ONE($who) } por orden, en sentido contrario; empieza { $first }
turns-in-order = { MANY($who) } en este orden: { $order }
at-once = cada { ONE($who) }, todos a la vez
repeat = { $times } veces
repeat-as = tantas veces como diga { $times }
repeat-until = una y otra vez; se acaba cuando { $until }
as-player = { $who } hace esto

# ---- Lo que se declara ----------------------------------------------------------------------------------------------

whenever = después de { $actions }
any-action = cualquier acción
means = { $name } es { $meaning }
means-always = siempre se cumple que { $name }
means-clause = se dice que { $name } si { $meaning }
players = juegan de { $low } a { $high } { MANY($who) }
players-only = juegan { $high } { MANY($who) }
own = { $own ->
    [none] {""}
   *[other] {" "}para cada jugador
}
board-growing = un tablero{ own } que crece al colocar { MANY($tile) }
board-grid = un tablero{ own } de { $size } { MANY($place) }
board-hexagonal = un tablero{ own } de { $size } { MANY($place) } hexagonales
board-map = un mapa{ own } de { MANY($place) }
board-closes-ew = por el borde derecho el tablero sigue por el izquierdo
board-closes-ns = por el borde superior el tablero sigue por el inferior
board-closes-ewns = por cada borde el tablero sigue por el opuesto
board-free = los lados no tienen que encajar donde { $where }
board-joined = hay un paso si { $where }
seen = { $shown ->
    [secret] {" "}(solo lo ve su dueño)
    [hidden] {" "}(no lo ve nadie)
   *[open] {""}
}
sight = { $shown ->
    [secret] solo lo ve su dueño
    [hidden] nadie lo ve
   *[open] {""}
}
keeps = { $owner ->
    [none] para toda la partida se anota { $thing }{ seen }
   *[other] de cada { ONE($owner) } se anota { $thing }{ seen }
}
# What a bag, a pile or a set begins with.
begins-with = al principio: { $contents }
each-once = cada { ONE($kind) }
keeps-whether = { $owner ->
    [none] para toda la partida se anota si { $thing }{ seen }
   *[other] de cada { ONE($owner) } se anota si { $thing }{ seen }
}
un-who = { GENDER($who) ->
    [f] una { ONE($who) }
   *[m] un { ONE($who) }
}
demand = para cada { ONE($thing) } se cumple que { $condition }
score-among = { un-who } puntúa solo si { $condition }
score-together = quienes coinciden en { $value } ganan juntos
score-together-all = ganan todos juntos
score-constant-total = todos los totales juntos suman siempre { $value }
score-least = para ganar hace falta al menos { $value }
score-line = { $name }: { $value }
score-highest = gana la suma más alta
score-lowest = gana la suma más baja
tie-highest = en caso de empate gana el valor más alto: { $value }
tie-lowest = en caso de empate gana el valor más bajo: { $value }
ranked-by = los puestos van por { $by }
rank = puesto { $place }{ $level ->
    [1] {""}
   *[other] , compartido por { $level }
}: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
rank-among = { un-who } obtiene puesto solo si { $condition }
rank-least = con menos de { $value } no se obtiene puesto

# ---- Diferencias ----------------------------------------------------------------------------------------------------

running = { $first } { $next }
that-condition = que se cumpla «{ INNER($first, "«", "“", "»", "”") }»
a-value = { $first }
a-quote = «{ INNER($text, "«", "“", "»", "”") }»
secretly = { $text }; los demás no lo ven
by-option = eso depende de la respuesta a «{ $text }»
among-first = solo cuenta si { $first }
least-first = para ganar hace falta al menos { $first }
together-first = quienes coinciden en { $first } ganan juntos
constant-total-first = todos los totales juntos suman siempre { $first }
a-parameter = { $name }: { $type }
board-free-first = los lados no tienen que encajar donde { $first }
board-joined-first = hay un paso si { $first }
or-if-first = si no, y si { $first }
told-openly = todos saben de qué dependió esto
title-condition = cuándo { $text }
# Palabras al comienzo de una oración para lo que nombra la anterior.
leaning = ellos, ellas, este, esta, esto, estos, estas, allí, así

# ---- Lo que hay en una posición -------------------------------------------------------------------------------------

told-has = { $owner } tiene { $things }
told-holds = { $owner } contiene { $things }
told-scores = { $owner } obtiene { $things }
told-scores-so-far = { $owner } lleva { $things }
told-scores-nothing = { $owner } no obtiene { $things }
told-scores-nothing-so-far = { $owner } no lleva { $things }
told-score = { $amount } por { $name }
told-totals = { $owner } tiene { $amount }
told-total-each = { $owner } tienen { $amount } cada uno
told-get-each = { $owner } obtienen { $amount } cada uno
told-holds-nothing = { $owner } no contiene { $things }
told-hold-nothing = { $owner } no contienen { $things }
told-gets-nothing = { $owner } no obtiene { $things }
told-get-nothing = { $owner } no obtienen { $things }
told-have-nothing = { $owner } no tienen { $things }
told-next = { $owner } { $amount }
told-no-more = { COUNT($count) ->
    [0] ninguno
   *[other] { $amount }
}
told-points = { COUNT($count) ->
    [0] ningún punto
    [one] { $amount } punto
   *[other] { $amount } puntos
}
told-hold = { $owner } contienen { $things }
told-gets = { $owner } obtiene { $amount }
told-reward = { ONE($name) }
told-shares = { $list } como { $name }
told-is = { $thing } { owned-by } es { $value }
told-absent = no hay { ONE($thing) }
told-one = { $piece }
told-no = { ningun }
told-room = { COUNT($amount) ->
    [0] ningún lugar libre
    [1] 1 lugar libre
   *[other] { $amount } lugares libres
}
told-inside = { $things } en { $bag }
told-spare = { COUNT($amount) ->
    [0] no queda sitio en { $owner }
    [1] queda 1 lugar libre en { $owner }
   *[other] quedan { $amount } lugares libres en { $owner }
}
told-theirs = { $thing } de { $owner }
verbs-of-many = tiene=tienen, contiene=contienen
one-of-many = un, una, uno
told-each = { $owners } { $verb } { $before } { $rest } cada uno
told-there-again = allí
before-places = en
# Palabras ante una cosa que la frase nombra por primera vez, o que no hay.
indefinite-articles = un, una, ningún, ninguna
told-there-at = { $things } en { $place }
told-has-nothing = { $owner } no tiene { $things }
told-nobody-gets = nadie obtiene { $things }
told-there = { COUNT($amount) ->
    [0] no hay { $things }
   *[other] hay { $things }
}
told-lies = { $piece } está en { $place }
told-for = { $things } de { $owner }
told-also = { $first }, y además { $next }
told-nothing = nada en { $bag }
told-nor = { $first } ni { $next }
told-empty = no queda nada en { $owner }
told-none-of = { GENDER($piece) ->
    [f] ninguna { ONE($piece) }
    [m] ningún { ONE($piece) }
   *[unknown] 0 { MANY($piece) }
}
told-among = { $things }, entre ellas { $members }
# Algunas de las cosas contadas, y dónde están.
told-of-them = { $things }, { $amount } en { $place }
told-alone = solo { $things }
told-has-not = { $owner } no tiene { $things }
told-not-one = { $piece }

# ---- Steps of examples -----------------------------------------------------------------------------------------------

# What somebody does in an example: a deed with its price.
step-paid = { $deed } ({ $price })
step-gains = gana { $things }
step-loses = entrega { $things }
# A side to which something is open.
step-side = { $side ->
    [n] norte
    [e] este
    [s] sur
   *[w] oeste
}
# Two verbs of which the first has an “and” of its own.
step-and = { $first } y { $last }
# Algo que viene otra vez, y cuántas veces, detrás de todo lo que viene.
step-more = { COUNT($amount) ->
    [1] { $things } más
    [2] dos veces { $things } más
   *[other] { $amount } veces { $things } más
}
# Varios actos, uno de ellos con un «o» propio.
step-or = { $first }, o { $last }
# Palabras que van con el sustantivo que las sigue.
articles = el, la, los, las, un, una, ningún, ninguna
# Palabras por lo que se acaba de nombrar, con las que empieza una frase sobre ello.
subject-pronouns = él, ella, ello, ellos, ellas
# Palabras ante un lugar o una cosa, repetidas cuando siguen varias palabras.
prepositions = de, del, a, al, en, con, por, hacia
# Terminaciones de un sustantivo y vocales que cambian en el plural: así lo busca el índice de un libro.
index-endings = s, es
index-vowels = á=a, é=e, í=i, ó=o, ú=u
# Una oración tras los dos puntos.
behind-colon = { $text }
