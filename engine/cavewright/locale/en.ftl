# How rules are told in English. This file is all there is to a language: a new one is a copy of it, translated.
#
# { $thing } puts a part in its place, with its article. CASE($thing, "dat") puts it there in a case of the language;
# ONE($thing) and MANY($thing) leave the article out. GENDER($thing) and COUNT($amount) choose between variants.
# A condition is a clause as it stands behind “if”; `.not` is its contrary.

# ---- Grammar --------------------------------------------------------------------------------------------------------

# The gender of a noun by the article with which a catalogue gives it: “the rope, the ropes”.
gender = { $article ->
    [the] n
    [a] n
    [an] n
   *[other] unknown
}
# A noun with its article; one of which no gender is known is a name.
the = { GENDER($noun) ->
    [unknown] “{ ONE($noun) }”
   *[n] the { ONE($noun) }
}
that = that { ONE($noun) }
me = the { ONE($noun) } whose turn it is
of = { $thing } of { $owner }
noun-thing = the thing, the things
noun-number = the number, the numbers
noun-place = the place, the places
noun-passage = the passage, the passages
noun-sides = the way round, the ways round

sentence = { ENDING($text) ->
    [mark] { $text }
   *[other] { $text }.
}
head = { $text }:
quoted = “{ $text }”
and = { $left } and { $right }
or = { $left } or { $right }
comma = { $first }, { $next }
either = either { $condition }
negation = it is not so that { $condition }
nothing = none
holds = it always is so
never-holds = it never is so
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
kept-holds = { $owner ->
    [none] { $name } is so
   *[other] { $name } is so for { $owner }
}
    .not = { $owner ->
        [none] { $name } is not so
       *[other] { $name } is not so for { $owner }
    }

# ---- Bags and sets --------------------------------------------------------------------------------------------------

op-amount = the number of { MANY($piece) } in { $bag }
op-has = { $piece } is in { $bag }
    .not = { $piece } is not in { $bag }
op-size = the number of things in { $bag }
op-room = the room left in { $bag }
op-in-set = { $member } is among { $set }
    .not = { $member } is not among { $set }
op-in-list = { $member } is among { $list }
    .not = { $member } is not among { $list }
op-count-bits = the number of { $set }

# ---- Numbers and comparisons ----------------------------------------------------------------------------------------

op-add = { $left } plus { $right }
op-sub = { $left } minus { $right }
op-mul = { $left } times { $right }
op-div = { $left } divided by { $right }, rounded down
op-within = { $number }
op-neg = minus { $number }
op-abs = { $number }, without its sign
difference = the difference between { $left } and { $right }
op-eq = { $left } is { $right }
op-ne = { $left } is not { $right }
op-is-none = there is no { ONE($left) }
op-is-some = there is { $left }
op-same = either both or neither hold: { $left }; { $right }
op-differ = just one of the two holds: { $left }; { $right }
op-lt = { $left } is less than { $right }
op-le = { $left } is at most { $right }
op-gt = { $left } is more than { $right }
op-ge = { $left } is at least { $right }
op-if = { $then } if { $condition }, otherwise { $otherwise }
op-as = { $value }, from where { $player } stands

# ---- What is gone through -------------------------------------------------------------------------------------------

op-sum = the sum of { $what } for every { ONE($thing) }
op-count = the number of { MANY($thing) }
op-some = there is a { ONE($thing) }
op-every = for every { ONE($thing) }: { $what }
op-first = the first { ONE($thing) }
op-most = the greatest { $what } of any { ONE($thing) }
op-least = the least { $what } of any { ONE($thing) }
op-rows = the { MANY($kind) }
op-range = { $left } to { $right }
op-those = the { MANY($thing) } for which { $where }
op-turnings = the ways to turn { $sides }
op-turned = { $sides }, turned { $times } times

# ---- Boards ---------------------------------------------------------------------------------------------------------

op-open = the open sides of { $place }
op-laid = something lies at { $place }
    .not = nothing lies at { $place }
op-fits = { $sides } matches all sides beside { $place }
    .not = { $sides } does not match all sides beside { $place }
op-places = all { MANY($board) }
op-own-places = all { MANY($board) } of { $player }
op-neighbours = the neighbours of { $place }
op-exits = the unexplored exits of { $place }
op-openers = what opens to { $place }
op-frontier = all unexplored exits
op-lines = all straight lines of { $length }
op-cell = the { ONE($board) } at ({ $x }, { $y })
op-coordinate = the { $axis } of { $place }
op-owner = the owner of { $place }
op-beside = what lies { $side } of { $place }
op-passage = the passage from { $place } to { $other }
op-border = the { $side } side of { $place }
op-distance = the distance from { $place } to { $other }
op-reach = what can be reached from { $place }

# ---- Statements -----------------------------------------------------------------------------------------------------

only-if = only if { $condition }
costs = costs { $price }
as-many = as many { MANY($piece) } as { $amount }
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
raise = { $target } goes up by { $amount }
lower = { $target } goes down by { $amount }
set = { $target } becomes { $value }
put-in = put { $member } into { $set }
take-out = take { $member } out of { $set }
put-in-if = put { $member } into { $set } if { $condition }, otherwise take it out
from-now-on = from now on { $condition }
from-now-on-if = whether { $change } depends on this: { $condition }
note-whether = note whether { $condition }
let = { $name }: { $value }
lay = lay { $tile } at { $place }
finish = the game ends at once
draw = draw a { ONE($thing) } from { $bag }
put-back = put all that was drawn back into { $bag }, except { $kept }
roll = roll { $domain }
lot = the lot decides on one of { $domain }
offer = choose one of: { $menu }
offer-optional = choose one of these, or nothing: { $menu }
offer-any = as often as wanted, choose from: { $menu }
own-menu = what follows
repack = share out anew what lies in { $first } and { $second }
choose = choose { $things }
no-choice = if there is nothing to choose
one-of = { $through ->
    [none] a { ONE($thing) }
   *[other] one of { $through }
}
may = you may do this
if = if { $condition }
or-if = otherwise, if { $condition }
otherwise = otherwise
for-each = for each of { $things }
in-turn = every { ONE($who) } in turn, beginning with { $first }
at-once = every { ONE($who) }, all at the same time
repeat = { $times } times
repeat-until = again and again until { $until }
as-player = { $who } does this

# ---- What is declared -----------------------------------------------------------------------------------------------

whenever = after { $actions }
any-action = any action
means = { $name } is { $meaning }
means-clause = { $name } if { $meaning }
players = { $low } to { $high } { MANY($who) } play
players-only = { $high } { MANY($who) } play
board-growing = the board grows
board-grid = a board
board-hexagonal = a hexagonal board
board-map = a map
board-free = sides need not meet if { $where }
board-joined = there is a passage if { $where }
keeps = { $thing }
keeps-whether = whether { $thing }
demand = for every { ONE($thing) }: { $condition }
score-among = scored if { $condition }
score-together = together by { $value }
score-least = at least { $value }
score-line = { $name }: { $value }
score-highest = the highest total wins
score-lowest = the lowest total wins
tie-highest = among equals the highest { $value } wins
tie-lowest = among equals the lowest { $value } wins
ranked-by = points by { $by }
rank = place { $place }: { $points }
rank-among = ranked if { $condition }
rank-least = at least { $value }
