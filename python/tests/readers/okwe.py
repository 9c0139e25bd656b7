"""Okwe. Written from the rules in words, but by somebody who knew the engine."""

# A row is a list of 10 pits from the owner's left to right; pit p faces pit 9 - p of the other row.

LIMIT = 300

def pair(text):
    """Returns South's number and North's."""
    return [int(number) for number in text.split(",")]

def sides(position):
    """Returns the rows and stores of the player to move and of the opponent, the player, and the fields."""
    (north, south), side, fields = read(position)
    player = "SN".index(side)
    rows, stores = [south, north[::-1]], pair(fields["store"])
    if player == 1:
        rows, stores = rows[::-1], stores[::-1]
    return rows, stores, player, fields

def legal_moves(position):
    (own, _), (store, _), player, fields = sides(position)
    if "result" in fields:
        return []
    letter = "Aa"[player]
    pits = [f"{letter}{pit + 1}" for pit in range(10) if own[pit]]
    return pits + [f"{letter}1+{seeds}" for seeds in range(1, store + 1)]

def play(position, move):
    (own, other), stores, player, fields = sides(position)
    name, _, entered = move.partition("+")
    pit = int(name[1:]) - 1
    if entered:
        hand = int(entered)
        stores[0] -= hand
    else:
        hand, own[pit] = own[pit], 0
        if hand == 1:
            pit = (pit + 1) % 10
    for step in range(hand):
        last = (pit + step) % 10
        own[last] += 1
    if other[9 - last] in (1, 3, 5):
        stores[0] += other[9 - last]
        other[9 - last] = 0
    turns = pair(fields["turns"])
    turns[player] = min(turns[player] + 1, LIMIT // 2)
    held = [sum(own) + stores[0], sum(other) + stores[1]]
    if player == 1:
        own, other, stores, held = other, own, stores[::-1], held[::-1]
    fields["store"] = f"{stores[0]},{stores[1]}"
    fields["turns"] = f"{turns[0]},{turns[1]}"
    if sum(turns) >= LIMIT:
        fields["result"] = "draw" if held[0] == held[1] else "S" if held[0] > held[1] else "N"
    elif 0 in held:
        fields["result"] = "N" if held[0] == 0 else "S"
    return write([other[::-1], own], "NS"[player], fields)
