"""The bags of a field, which give to piles and take from them: they have no order."""


def pour(at: AT):
    """Takes all out of a bag, and writes it down as one heap."""
    many: MANY = 0
    for piece in range(KINDS):
        many += bag[at + piece + 1]
    left: MANY = many
    for kind in range(KINDS):
        for copy_of in range(bag[at + kind + 1]):
            left = left - 1
            moved[left] = kind
        bag[at + kind + 1] = 0
    if many > 0:
        moved[many - 1] = moved[many - 1] | UNKNOWN
    moved_count[0] = many


def collect(at: AT):
    """Puts what was lifted into a bag."""
    for n in range(moved_count[0]):
        amount: AMOUNT = at + (moved[n] & PIECES) + 1
        bag[amount] = bag[amount] + 1
