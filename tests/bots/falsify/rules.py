"""A small game with a clause of each kind that can be broken, and examples that notice each of them."""

MARKET = """ruleset market 1.0 "Market"
    language 1

unit coin "coin"

option taxes = no "Does selling cost a coin?"
    | choice | text  |
    | no     | "No"  |
    | yes    | "Yes" |

kind good "What is sold."
    | good  | price: 0..9 |
    | bread | 2           |
    | wine  | 3           |

players trader 2..3
    keeps coins: 0..50 = 4
    keeps goods: bag of good
    keeps days: 0..9

to play
    each trader from first(t in trader)
        turn
    finish

to turn
    set days = days + 1
    offer market

menu market "At the market"

action buy(g in good) in market "Buy something"
    enough: require coins > g.price "Too dear."
    few: require goods[g] < 2 "You have enough of that."
    cost g.price coin
    gain 1 g in goods
    if taxes is yes
        lose 1 coins

action give(g in good, to other in trader) in market "Give something away"
    held: require g in goods "You do not have that."
    rival: require other is not me "That is you."
    move 1 g from goods to other.goods

scoring
    score coins = coins
    highest total wins
"""
EXAMPLES = {
    "buying": """
example buying
    | trader | coins |
    | Anna   | 3     |
    begin turn as Anna
    refuse Anna: buy wine because enough
    when Anna: buy bread
    then Anna.coins is 1 and Anna.goods[bread] is 1 and Anna.goods[wine] is 0 and Anna.days is 1
""",
    "enough_bread": """
example enough_bread
    | trader | goods   |
    | Anna   | 2 bread |
    begin turn as Anna
    refuse Anna: buy bread because few
""",
    "giving": """
example giving
    | trader | goods |
    | Anna   | bread |
    | Rafał  |       |
    begin turn as Anna
    refuse Anna: give wine to Rafał because held
    refuse Anna: give bread to Anna because rival
    when Anna: give bread to Rafał
    then Rafał.goods[bread] is 1 and Anna.goods[bread] is 0
""",
    "taxed": """
example taxed
    set taxes = yes
    begin turn as Anna
    when Anna: buy bread
    then Anna.coins is 1
""",
}
HANDING = """ruleset handing 1.0 "Handing on"
    language 1

unit point "point"

kind thing "What is carried."
    | thing | slots: 1..2 |
    | rope  | 1           |
    | tent  | 2           |

players team 2..2
    keeps points: 0..4
    keeps sack: bag of thing holding 2 slots
    keeps store: bag of thing endless

to play
    each team from first(t in team)
        turn
    finish

to turn
    set points = 3
    if room(sack) > 0
        gain 1 points
    offer errands

menu errands "In a turn"

action hand(item in thing, to friend in team) in errands "Hand something on"
    near: require friend is not me "That is you."
    held: require item in sack "You do not have that."
    tent: require item is not tent "A tent is not handed on."
    room: require room(friend.sack) >= item.slots "Their sack is full."
    cost 1 point
    move 1 item from sack to friend.sack

action rest in errands "Do nothing"
    set points = 0

scoring
    score points = points
    highest total wins
"""
"""Requirements beside which something else refuses as well, so that only the reason tells."""
HANDED_ON = """
example handed_on
    | team  | sack |
    | Anna  | rope |
    | Rafał |      |
    begin turn as Anna
    when Anna: hand rope to Rafał
    then rope in Rafał.sack and rope not in Anna.sack
"""

PAID = """ruleset paid 1.0 "Paid in coins"
    language 1

constant wage = 3

unit coin "coin"

kind coin_kind
    | coin_kind | worth: 1..5 |
    | copper    | 1           |
    | silver    | 2           |

players trader 2..2
    keeps purse: bag of coin_kind
    keeps paid: 0..9

currency money = purse[copper] "piece of money"
    lose 1 copper from purse
    gain 1 paid

to play
    each trader from first(t in trader)
        turn

to turn
    offer errands

menu errands "In a turn"

action work in errands "Work"
    gain wage copper in purse

action buy in errands "Buy"
    cost 2 money

action lease in errands "Lease"
    cost 1 money

whenever lease as thanks
    if paid > 1
        gain 1 silver in purse

scoring
    score purse = sum(c in coin_kind: purse[c] * c.worth)
    highest total wins
"""
"""A currency whose lines the check puts into two actions, a trigger, a column and a constant."""
PAYING = """
example paying
    | trader | purse    | paid |
    | Anna   | 3 copper | 1    |
    | Bo     |          |      |
    begin turn as Anna
    when Anna: lease
    then Anna.purse[copper] is 2 and Anna.purse[silver] is 1 and Anna.paid is 2 and total(Anna) is 4

example working
    begin turn as Anna
    when Anna: work
    then Anna.purse[copper] is 3
"""
