"""Katrayo. Written from the rules in words alone."""

# Each player's row is a list of 6 pits from the owner's left to right.
# A player sows round their own row only; pit p faces pit 5 - p.

def rows_of(position_rows, player):
    """Returns the row of the player and the row of the opponent."""
    south, north = position_rows[1], position_rows[0][::-1]
    return (south, north) if player == 0 else (north, south)

def move_from(own, other, pit, step):
    """Plays a pit; returns (own row, other row) or None if the turn never ends."""
    own, other = list(own), list(other)
    seen = set()
    hand = own[pit]
    own[pit] = 0
    while True:
        state = (tuple(own), tuple(other), pit, hand)
        if state in seen:
            return None
        seen.add(state)
        while hand:
            pit = (pit + step) % 6
            before = own[pit]
            own[pit] += 1
            hand -= 1
        if before == 0:
            return own, other
        hand = own[pit] + other[5 - pit]
        own[pit] = other[5 - pit] = 0
        if not any(other):
            own[pit] = hand
            return own, other

def all_moves(own, other, player):
    moves = {}
    for number in range(1, 7):
        if own[number - 1]:
            for letter, step in (("L", -1), ("R", 1)):
                outcome = move_from(own, other, number - 1, step)
                if outcome:
                    moves[f"{'Aa'[player]}{number}{letter}"] = outcome
    return moves

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    player = "SN".index(side)
    return list(all_moves(*rows_of(rows, player), player))

def play(position, move):
    rows, side, fields = read(position)
    player = "SN".index(side)
    own, other = all_moves(*rows_of(rows, player), player)[move]
    if not all_moves(other, own, 1 - player):
        fields["result"] = side
    south, north = (own, other) if player == 0 else (other, own)
    return write([north[::-1], south], "NS"[player], fields)
