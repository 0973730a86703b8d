"""Rules whose texts say values of the moment: at decisions, in requirements, of options, before what cannot be made good."""

AUCTION = """ruleset auction 1.0 "Auction"
    language 2

kind lot
    | lot  | floor: 1..3 | label: text  |
    | vase | 2           | "the vase"   |
    | lamp | 1           | "the lamp"   |

players bidder 2..4
    keeps coins: 0..20 = 10
    keeps limit: 0..9 secret
    keeps passed: yes_no

game
    keeps bid: 0..20
    keeps high: bidder or none
    keeps sale: lot = vase

to play
    each bidder at once
        limit: choose n in 1..9 "Your limit, out of {coins|coin|coins}?"
            set limit = n
    for each s in lot
        set bid = 0
        set sale = s
        let lowest = s.floor
        hasty: roll extra in 0..1
        repeat each bidder where not passed until bid > 8
            doubts: may "Think about {sale} at {lowest + extra|coin|coins}?"
                gain 0 coins
            offer bids or none
        for each b in bidder
            set b.passed = no

menu bids

action raise_to(n in 1..9) in bids "Bid more than {bid}"
    let more = n - bid
    low: require more >= 1 "{n} is too little: it has to be {bid + 1|coin|coins} or more, for {sale}."
    far:   require n <= limit + 3 "Your limit is {limit}, and {n} is {n - limit} beyond it."
    set bid = n
    set high = me

action pass in bids
    own: require high is not me "You, {me}, bid {bid}."
    confirm "{high} would have {sale} for {bid|coin|coins}."
    fine: lose 1 coins "You have {coins|coin|coins} left."
    set passed = yes

scoring
    score coins = coins - (bid if high is me otherwise 0)
    highest total wins
"""
