# How rules are told in English. A new language is a copy of this file, translated; nothing else has to be written.
#
# { $thing } puts a part in its place, with its article. CASE($thing, "dat") puts it there in a case of the language;
# $case is the one in which the whole stands. ONE($thing) and MANY($thing) leave the article out. GENDER($thing) and
# COUNT($amount) choose between variants; INITIAL and ENDING are the first and the last letter of something.
# DECLINED($thing, "n", "s", "es") puts endings to adjectives, to the main word, and to one that ends in s, x or z.
# A condition is a clause as it stands behind “if”; `.not` is its contrary. What is done is said as to somebody who does it.

# ---- Grammar --------------------------------------------------------------------------------------------------------

# The gender of a noun by the word with which a catalogue gives it: “the rope, the ropes”; “some flax, flax” is not counted
# and has no article, “these ends” are always several.
gender = { $article ->
    [the] n
    [a] n
    [an] n
    [some] mass
    [these] p
   *[other] unknown
}
# A noun with its article; one of which no gender is known is a name.
the = { GENDER($noun) ->
    [name] { ONE($noun) }
    [unknown] “{ ONE($noun) }”
    [mass] { $case ->
        [no] no { ONE($noun) }
       *[nom] { ONE($noun) }
    }
    [p] { $case ->
        [no] no { ONE($noun) }
        [a] { ONE($noun) }
       *[nom] the { ONE($noun) }
    }
   *[n] { $case ->
        [no] no { ONE($noun) }
        [a] { INITIAL($noun) ->
            [a] an { ONE($noun) }
            [e] an { ONE($noun) }
            [i] an { ONE($noun) }
            [o] an { ONE($noun) }
            [u] an { ONE($noun) }
           *[other] a { ONE($noun) }
        }
       *[nom] the { ONE($noun) }
    }
}
a = { INITIAL($thing) ->
    [a] an { ONE($thing) }
    [e] an { ONE($thing) }
    [i] an { ONE($thing) }
    [o] an { ONE($thing) }
    [u] an { ONE($thing) }
   *[other] a { ONE($thing) }
}
any-thing = { INITIAL($noun) ->
    [a] an { ONE($noun) }
    [e] an { ONE($noun) }
    [i] an { ONE($noun) }
    [o] an { ONE($noun) }
    [u] an { ONE($noun) }
   *[other] a { ONE($noun) }
}
another = another { ONE($noun) }
that = that { ONE($noun) }
passed = { the } passed
lettered = { ONE($noun) }
me = the acting { ONE($noun) }
owned-by = of { $owner }
# An owner before what is its.
owner-before = { $owner }’s
owned-place = { owner-before } { $place }
of = { $thing } { owned-by }
# A word that stands by itself, without an article.
entry = { ONE($noun) }
# Words that lead on from a noun to a clause about it.
relatives = that, which, who, whom, whose
noun-thing = the thing, the things
noun-number = the number, the numbers
noun-place = the place, the places
noun-passage = the passage, the passages
noun-sides = the way round, the ways round

sentence = { ENDING($text) ->
    [mark] { $text }
   *[other] { $text }.
}
head = { ENDING($text) ->
    [mark] { $text }
   *[other] { $text }:
}
quoted = “{ INNER($text, "“", "‘", "”", "’") }”
and = { $left } and { $right }
or = { $left } or { $right }
comma = { $first }, { $next }
either = either { $condition }
negation = it is not so that { $condition }
nothing = none
holds = the rules have it so
never-holds = it is never so
so = it is so: { $name }
    .not = it is not so: { $name }
named = { $of ->
    [none] “{ $name }”
   *[other] “{ $name }” of { $of }
}
named-clause = { $of ->
    [none] “{ $name }” holds
   *[other] “{ $name }” holds for { $of }
}
    .not = { $of ->
        [none] “{ $name }” does not hold
       *[other] “{ $name }” does not hold for { $of }
    }
named-process = { $of ->
    [none] “{ $name }”
   *[other] “{ $name }” with { $of }
}
kept-holds = { $owner ->
    [none] “{ $name }” holds
   *[other] “{ $name }” holds for { $owner }
}
    .not = { $owner ->
        [none] “{ $name }” does not hold
       *[other] “{ $name }” does not hold for { $owner }
    }

# ---- Bags and sets --------------------------------------------------------------------------------------------------

op-amount = the number of { MANY($piece) } in { $bag }
op-mass = the amount of { ONE($piece) } in { $bag }
amount-of = the amount of { $piece } in { $bag }
op-has = { CASE($piece, "a") } is in { $bag }
    .not = { CASE($piece, "no") } is in { $bag }
op-has-such = { $piece } is in { $bag }
    .not = { $piece } is not in { $bag }
holds-pieces = { COUNT($amount) ->
    [one] there is { bounded } { ONE($piece) }
   *[other] { GENDER($piece) ->
        [mass] there is { bounded } { ONE($piece) }
       *[n] there are { bounded } { MANY($piece) }
    }
} in { $bag }
holds-such = { COUNT($amount) ->
    [one] there is { bounded }
   *[other] there are { bounded }
} of { $piece } in { $bag }
position-known = the position was there before, and is kept in { $kept }
    .not = the position is not one of those in { $kept }
op-occurrences = how often the position is kept in { $kept }
op-with-occurrences = the positions in { $kept } with this one
op-lying = piece { $place } from the top of { $pile }
op-size = the number of pieces in { $bag }
op-room = the room left in { $bag }
among-set = { GENDER($set) ->
    [n] in
   *[other] among
} { $set }
op-in-set = { $member } is { among-set }
    .not = { $member } is not { among-set }
op-in-list = { $member } is among { $list }
    .not = { $member } is not among { $list }
beside = { $member } is next to { $place }
    .not = { $member } is not next to { $place }
within = { $member } is between { $low } and { $high }
    .not = { $member } is not between { $low } and { $high }
op-count-bits = how many there are of { $set }

# ---- Numbers and comparisons ----------------------------------------------------------------------------------------

op-add = { $left } plus { $right }
op-sub = { $left } minus { $right }
op-mul = { $left } times { $right }
op-div = { $left } divided by { $right }, rounded down
op-remainder = what dividing { $left } by { $right } leaves over
grouped = ({ $number })
op-within = { $number }
op-seat = the seat of { $player }
op-next-seat = whoever sits { $steps } seats after { $player }
seat-after = whoever sits next after { $player }
seat-before = whoever sits just before { $player }
op-seats-between = the number of seats from { $left } on to { $right }
op-seats = all round the table from { $player } on
seats-back = all round the table from { $player } back
op-neg = minus { $number }
op-abs = { $number } without its sign
difference = the difference between { $left } and { $right }
# A verb behind something of which there are always several: “the points are 3”.
is-left = { GENDER($left) ->
    [p] are
   *[n] is
}
is-noun = { GENDER($noun) ->
    [p] are
   *[n] is
}
op-eq = { $left } { is-left } { $right }
op-ne = { $left } { is-left } not { $right }
op-named-none = { $left } does not exist
op-named-some = { $left } exists
op-is-none = there is no { ONE($left) }
op-is-some = there is { a-left }
a-left = { INITIAL($left) ->
    [a] an { ONE($left) }
    [e] an { ONE($left) }
    [i] an { ONE($left) }
    [o] an { ONE($left) }
    [u] an { ONE($left) }
   *[other] a { ONE($left) }
}
no-such-thing = { CASE($noun, "no") }
has-none = { $owner } has no { ONE($thing) }
has-some = { $owner } has { a }
empty = { $bag } is empty
    .not = { $bag } is not empty
op-same = either both hold or neither: { $left }, and { $right }
op-differ = just one of the two holds: { $left }, or { $right }
op-lt = { $left } { is-left } less than { $right }
op-le = { $left } { is-left } at most { $right }
op-gt = { $left } { is-left } more than { $right }
op-ge = { $left } { is-left } at least { $right }
op-if = { $then } if { $condition }, otherwise { $otherwise }
op-as = { $value }, as it is for { $player }
op-possible = { $form ->
    [to] it is possible to { $deed }
   *[other] { $deed } is possible
}
    .not = { $form ->
        [to] it is not possible to { $deed }
       *[other] { $deed } is not possible
    }
op-after = { $form ->
    [to] { $value } if one were to { $deed }
   *[other] { $value } after { $deed }
}
op-after-clause = { $form ->
    [to] { $value } if one were to { $deed }
   *[other] after { $deed }, { $value }
}

# ---- What is gone through -------------------------------------------------------------------------------------------

among = { $through ->
    [none] {""}
   *[other] {" "}{ GENDER($through) ->
        [n] in
       *[other] among
    } { $through }
}
# RELATIVE($where, $it, "that", "for which"): “that is open”, where the condition begins with what it is about.
which = { $where ->
    [none] {""}
   *[other] {" "}{ RELATIVE($where, $it, "that", "for which") }
}
which-all = { $where ->
    [none] {""}
   *[other] {" "}{ RELATIVE($where, $it, "each of which", "for which") }
}
# Of something that is kept: “whose owner is White”.
whose-eq = whose { ONE($noun) } { is-noun } { $right }
whose-ne = whose { ONE($noun) } { is-noun } not { $right }
whose-lt = whose { ONE($noun) } { is-noun } less than { $right }
whose-le = whose { ONE($noun) } { is-noun } at most { $right }
whose-gt = whose { ONE($noun) } { is-noun } more than { $right }
whose-ge = whose { ONE($noun) } { is-noun } at least { $right }
op-sum = the sum, over every { ONE($thing) }{ among }{ which }, of { $what }
op-count = the number of { MANY($thing) }{ among }{ which-all }
op-some = there is { a }{ among }{ which }
    .not = there is no { ONE($thing) }{ among }{ which }
# EVERY($what, $it, every, for-every): “every gate is open”, where all that is said begins with what it is about.
for-every = for every { ONE($thing) }{ among }{ which }, { $what }
not-for-every = not for every { ONE($thing) }{ among }{ which }, { $what }
every = every { ONE($thing) }{ among }{ which }
not-every = not every { ONE($thing) }{ among }{ which }
op-every = { EVERY($what, $it, every, for-every) }
    .not = { EVERY($what, $it, not-every, not-for-every) }
# How many there are: “there are at least 2 squares whose owner is White”.
bounded = { $bound ->
    [ge] at least { $amount }
    [le] at most { $amount }
   *[eq] { $amount }
}
there-are = { COUNT($amount) ->
    [one] there is { bounded } { ONE($thing) }{ among }{ which }
   *[other] there are { bounded } { MANY($thing) }{ among }{ which-all }
}
passages-lead = { COUNT($amount) ->
    [0] no passage leads from { $place }
    [one] { bounded } passage leads from { $place }
   *[other] { bounded } passages lead from { $place }
}
there-are-all = { COUNT($amount) ->
    [one] there is
   *[other] there are
} { bounded } { $kind ->
    [frontier] { COUNT($amount) ->
        [one] unexplored exit
       *[other] unexplored exits
    }
   *[places] { COUNT($amount) ->
        [one] { ONE($board) }
       *[other] { MANY($board) }
    }
}
has-any = { $owner } has { MANY($piece) }
    .not = { $owner } has no { MANY($piece) }
has-number = { $owner } has { bounded } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
}
any-left = there are { MANY($piece) }
    .not = there are no { MANY($piece) }
number-left = { COUNT($amount) ->
    [one] there is { bounded } { ONE($piece) }
   *[other] there are { bounded } { MANY($piece) }
}
op-first = the first { ONE($thing) }{ among }{ which }
op-most = the greatest value, over every { ONE($thing) }{ among }{ which }, of { $what }
op-least = the least value, over every { ONE($thing) }{ among }{ which }, of { $what }
op-rows = all { MANY($kind) }
begun = the number of the round of “{ $loop }”
op-range = { $left } to { $right }
op-those = all { MANY($thing) }{ among }{ which-all }
op-turnings = the ways to turn { $sides }
op-turned = { $sides } (quarter turns: { $times })

# ---- Boards ---------------------------------------------------------------------------------------------------------

op-open = the open sides of { $place }
op-laid = something lies at { $place }
    .not = nothing lies at { $place }
op-fits = every side of { $place } that touches a tile matches
    .not = some side of { $place } that touches a tile does not match
op-places = all { MANY($board) }
op-own-places = all { MANY($board) } of { $player }
op-neighbours = the neighbours of { $place }
neighbours-joined = the neighbours that a passage joins to { $place }
op-exits = the unexplored exits of { $place }
op-openers = what opens to { $place }
op-frontier = all unexplored exits
op-lines = all straight lines of { $length }
op-cell = the { ONE($board) } at ({ $x }, { $y })
op-coordinate = the { $axis } of { $place }
op-owner = the owner of { $place }
op-beside = what lies beside { $place } towards { $side }
sight-far = { $far ->
    [none] {""}
   *[other] {" "}as far as { $far }
}
sight-while = { $where ->
    [none] {""}
   *[other] {" "}(up to the first place of which it does not hold that { $where })
}
op-sight = what is seen from { $place } in the direction ({ $east }, { $north }){ sight-far }{ sight-while }
op-passage = the passage between { $place } and { $other }
op-border = { $side } of { $place }
steps = { $where ->
    [none] {""}
   *[other] {" "}over places for which { $where }
}{ $cost ->
    [none] {""}
   *[other] {" "}(each step counts { $cost })
}
op-distance = the distance from { $place } to { $other }{ steps }
reachable = { $member } can be reached from { $place }{ steps }
    .not = { $member } cannot be reached from { $place }{ steps }
op-reach = what can be reached from { $place }{ steps }

# ---- Statements -----------------------------------------------------------------------------------------------------

it-holds = { $condition }
only-if = only if { $condition }
never = not possible as this game is set up
refused = otherwise: { a-quote }
costs = costs { $price }
as-many = as many { MANY($piece) } as { $amount }
as-mass = as much { ONE($piece) } as { $amount }
as-much = as many of { $piece } as { $amount }
no-piece = { CASE($piece, "no") }
pieces = { $amount } { COUNT($amount) ->
    [one] { ONE($piece) }
   *[other] { MANY($piece) }
}
some-of = { $amount } of { $piece }
all-pieces = all of { $piece }
everything = everything
gain = put { $pieces } into { $taker }
lose = take { $pieces } out of { $giver }
move = move { $pieces } from { $giver } to { $taker }
deal = draw { $pieces } from { $giver } into { $taker }
deal-as = draw this many of { $piece } from { $giver } into { $taker }: { $amount }
shuffle = shuffle { $pile }
top-of = the top of { $pile }
bottom-of = the bottom of { $pile }
gain-as = put this many of { $piece } into { $taker }: { $amount }
lose-as = take this many of { $piece } out of { $giver }: { $amount }
move-as = move this many of { $piece } from { $giver } to { $taker }: { $amount }
goes = { GENDER($target) ->
    [p] go
   *[n] goes
}
becomes = { GENDER($target) ->
    [p] become
   *[n] becomes
}
is-target = { GENDER($target) ->
    [p] are
   *[n] is
}
raise = { $target } { goes } up by { $amount }
lower = { $target } { goes } down by { $amount }
as-far = { $said }, as far as that goes
set = { $target } { becomes } { $value }
# One thing takes the place of another: “That player becomes the start player”.
set-role = { $value } becomes { $target }
empties = { $target } { is-target } removed
put-position = keep the position in { $kept }
put-position-often = keep the position in { $kept }, this many times more: { $times }
take-position = forget the position in { $kept }
let-position = how often the position is kept in { $kept } becomes { $times }
put-position-if = keep the position in { $kept } if { $condition }; otherwise forget it there
put-in = add { $member } to { $set }
take-out = remove { $member } from { $set }
put-in-if = add { $member } to { $set } if { $condition }; otherwise remove it
from-now-on = from now on { $condition }
from-now-on-if = from now on { $change } if { $condition }; otherwise not
note-whether = note whether { $condition }
let = { $name }: { $value }
lay = lay { $tile } at { $place }
finish = the game ends at once
draw = draw { a } from { $bag }{ unseen }
unseen = { $shown ->
    [secret] {" "}without showing it
    [hidden] , which nobody sees
   *[open] {""}
}
draw-showing = draw { $amount } { MANY($thing) } from { $bag }; keep one of them and put { COUNT($amount) ->
    [2] the other
   *[other] the others
} back
roll-die = roll a die
roll = draw { a-number } at random{ which }
lot = draw lots for { a }{ among }{ which }
until = { $until ->
    [none] {""}
   *[other] , until { $until }
}
offer = choose from { $menu }
offer-once = choose from { $menu }, each thing once{ until }
offer-optional = choose from { $menu }, or do nothing
offer-any = choose from { $menu }, as often as you like{ until }
offer-any-through = choose from { $menu }, as often as it is possible{ until }
offer-once-through = choose from { $menu }, each thing once, none left out that is possible{ until }
own-menu = what follows
except = { $except ->
    [none] {""}
   *[other] {" "}but { $except }
}
holding = { $bag } (at most { $room } { $unit })
repack = share out anew, between { $first } and { $second }, every { ONE($thing) }{ except }{ which }{ $filling ->
    [none] {""}
   *[other] ; at least { $filling } into { $first }
}
choose = choose { $things }{ which }
choose-named = choose { $thing }: { $name }
# Several things at once, on which one condition is put.
choose-several = choose { $things }{ $where ->
    [none] {""}
   *[other] , so that { $where }
}
# What will do where there is nothing of what stands before: “…; if there is none, one that is red; else any”.
choose-else = { $chosen }; if there is none, one{ which }
choose-else-any = { $chosen }; if there is none, any
choose-else-several = { $chosen }; if that cannot be, so that { $where }
choose-else-any-several = { $chosen }; if that cannot be, as you like
choose-any = { $chosen }; again and again, as long as there is something to choose{ until }
choose-any-once = { $chosen }; again and again, each only once and none left out{ until }
choose-any-stop = { $chosen }; as often as you like{ until }
choose-any-once-stop = { $chosen }; as often as you like, each only once{ until }
a-turning = one of the ways to turn { $owner }
no-choice = if there is nothing to choose
one-of = { a }{ among }
a-number = a number from { $domain }
may = you may do this
if = if { $condition }
or-if = otherwise, if { $condition }
otherwise = otherwise
every-of = every { ONE($thing) }{ among }
for-each = for { $things }{ which }
turns = every { ONE($who) } in turn
out-of-turn = at any time, also when another is to move
by-host = the host of the match does this, whoever is to move
turns-if = { $turns }, but only if { $where }
turns-until = { $turns }, until { $until }
turns-again = again and again { $turns }
in-turn = every { ONE($who) } in turn, beginning with { $first }
turns-back = every { ONE($who) } in turn, the other way round
in-turn-back = every { ONE($who) } in turn, the other way round, beginning with { $first }
turns-in-order = { MANY($who) } in this order: { $order }
at-once = every { ONE($who) }, all at the same time
repeat = { $times } times
repeat-as = as many times as { $times } says
repeat-until = again and again, until { $until }
as-player = { $who } does this

# ---- What is declared -----------------------------------------------------------------------------------------------

whenever = after { $actions }
any-action = any action
means = { $name } is { $meaning }
means-always = always: { $name }
means-clause = { $name } if { $meaning }
players = { $low } to { $high } { MANY($who) } play
players-only = { $high } { MANY($who) } play
own = { $own ->
    [none] {""}
   *[other] {" "}for every player
}
board-growing = a board{ own } that grows as { MANY($tile) } are laid
board-grid = a board{ own } of { $size } { MANY($place) }
board-hexagonal = a board{ own } of { $size } hexagonal { MANY($place) }
board-map = a map{ own } of { MANY($place) }
board-closes-ew = at the right edge the board goes on at the left
board-closes-ns = at the top the board goes on at the bottom
board-closes-ewns = at every edge the board goes on at the opposite one
board-free = sides need not agree where { $where }
board-joined = a passage is there if { $where }
seen = { $shown ->
    [secret] {" "}– only its owner sees it
    [hidden] {" "}– nobody sees it
   *[open] {""}
}
sight = { $shown ->
    [secret] only its owner sees it
    [hidden] nobody sees it
   *[open] {""}
}
keeps = { $owner ->
    [none] noted for the whole game: { $thing }{ seen }
   *[other] noted for every { ONE($owner) }: { $thing }{ seen }
}
# What a bag, a pile or a set begins with.
begins-with = in the beginning: { $contents }
each-once = all { MANY($kind) }
keeps-whether = { $owner ->
    [none] noted for the whole game: whether { $thing }{ seen }
   *[other] noted for every { ONE($owner) }: whether { $thing }{ seen }
}
demand = of every { ONE($thing) } this holds: { $condition }
score-among = a { ONE($who) } is scored only if { $condition }
score-together = those who agree in { $value } win together
score-together-all = all win together
score-constant-total = all totals together are always { $value }
score-least = winning takes at least { $value }
score-line = { $name }: { $value }
score-highest = the highest total wins
score-lowest = the lowest total wins
tie-highest = if totals are equal, the most of this wins: { $value }
tie-lowest = if totals are equal, the least of this wins: { $value }
ranked-by = places go by { $by }
rank = place { $place }{ $level ->
    [1] {""}
   *[other] , shared by { $level }
}: { $points ->
    [one] { $points } point
   *[other] { $points } points
}
rank-among = a { ONE($who) } is ranked only if { $condition }
rank-least = less than { $value } brings no place

# ---- Differences ----------------------------------------------------------------------------------------------------

running = { $first } { $next }
that-condition = that { $first }
a-value = { $first }
a-quote = “{ INNER($text, "“", "‘", "”", "’") }”
secretly = { $text }; the others do not see which
by-option = this hangs on the answer to “{ $text }”
among-first = only those count for whom { $first }
least-first = winning takes at least { $first }
together-first = those who agree in { $first } win together
constant-total-first = all totals together are always { $first }
a-parameter = { $name }: { $type }
board-free-first = sides need not agree where { $first }
board-joined-first = a passage is there if { $first }
or-if-first = otherwise, if { $first }
told-openly = everybody learns what this depended on
title-condition = when { $text }
# Words at the beginning of a sentence for what the one before it names.
leaning = they, it, he, she, this, these, those, them, its, their

# ---- What holds in a position ---------------------------------------------------------------------------------------

# Who or what has something, and what that is: { $things } is the object of the verb.
told-has = { $owner } has { $things }
told-holds = { $owner } holds { $things }
told-scores = { $owner } scores { $things }
told-scores-so-far = { $owner } has { $things } so far
told-scores-nothing = { $owner } scores { $things }
told-scores-nothing-so-far = { $owner } has { $things } so far
told-score = { $amount } for { $name }
told-totals = { $owner } has { $amount }
told-total-each = { $owner } have { $amount } each
told-get-each = { $owner } get { $amount } each
told-holds-nothing = { $owner } holds { $things }
told-hold-nothing = { $owner } hold { $things }
told-gets-nothing = { $owner } gets { $things }
told-get-nothing = { $owner } get { $things }
told-have-nothing = { $owner } have { $things }
told-next = { $owner } { $amount }
told-no-more = { COUNT($count) ->
    [0] none
   *[other] { $amount }
}
told-points = { COUNT($count) ->
    [0] no points
    [one] { $amount } point
   *[other] { $amount } points
}
told-hold = { $owner } hold { $things }
told-gets = { $owner } gets { $amount }
told-reward = { $name }
told-shares = { $list } as { $name }
told-is = { $thing } { owned-by } is { $value }
told-absent = there is no { ONE($thing) }
told-one = { $piece }
told-no = no { ONE($thing) }
told-room = { COUNT($amount) ->
    [0] no room left
   *[other] room for { $amount } more
}
told-inside = { $things } in { $bag }
told-spare = { COUNT($amount) ->
    [0] { $owner } is full
   *[other] { $owner } has room for { $amount } more
}
told-theirs = { $thing } of { $owner }’s
# The verb of a sentence about one in one about many; $before and $rest stand behind it, a number or a noun with an article first
# in $rest.
verbs-of-many = is=are, has=have, does=do, lies=lie, holds=hold, stands=stand, stays=stay, scores=score, gets=get, must=must, can=can
one-of-many = a, an, one
told-each = { $verb ->
    [are] { $owners } are each { $before } { $rest }
   *[other] { $owners } each { $verb } { $before } { $rest }
}
# A place that has just been named, and the words before one.
told-there-again = there
before-places = on, at, in
# Words before a thing that the sentence names for the first time, or of which there is none.
indefinite-articles = a, an, no
told-there-at = { $things } on { $place }
told-has-nothing = { $owner } has { $things }
told-nobody-gets = nobody gets { $things }
told-there = { COUNT($amount) ->
    [one] there is
   *[other] there are
} { $things }
told-lies = { $piece } lies at { $place }
told-for = { $things } of { $owner }’s
told-also = { $first }, and { $next }
told-nothing = nothing in { $bag }
told-nor = { $first } and { $next }
told-empty = { $owner } is empty
told-none-of = no { MANY($piece) }
told-among = { $things }, { $members } among them
# Some of things that are counted, and where they are.
told-of-them = { $things }, { COUNT($amount) ->
    [1] one
   *[other] { $amount }
} of them on { $place }
told-alone = only { $things }
told-has-not = { $owner } does not have { $things }
told-not-one = { $piece }

# ---- Steps of examples -----------------------------------------------------------------------------------------------

# What somebody does in an example: a deed with its price.
step-paid = { $deed } ({ $price })
step-gains = gains { $things }
step-loses = gives up { $things }
# A side to which something is open.
step-side = { $side ->
    [n] north
    [e] east
    [s] south
   *[w] west
}
# Two verbs of which the first has an “and” of its own.
step-and = { $first }, and { $last }
# Something that comes again, and how often, behind everything that comes.
step-more = { COUNT($amount) ->
    [1] { $things } more
    [2] twice { $things } more
   *[other] { $amount } times { $things } more
}
# Several deeds of which one has an “or” of its own.
step-or = { $first }, or { $last }
# Words that belong to the noun behind them.
articles = a, an, the, no
# Words for a thing that has just been named, with which a sentence about it begins.
subject-pronouns = it, they
# Words before a place or a thing, repeated where more words follow.
prepositions = from, to, on, at, in, into, off, with
# Endings of a noun, its plural included, with which the index of a book finds it.
index-endings = s, es
# A sentence behind a colon.
behind-colon = { $text }
