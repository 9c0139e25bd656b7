"""Waurie. Written from the rules in words alone."""

# The ring holds South's pits A1..A6 as 0..5, South's store as 6,
# North's pits a1..a6 as 7..12 and North's store as 13.

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    row, letter = (rows[1], "A") if side == "S" else (rows[0][::-1], "a")
    return [f"{letter}{number}" for number, seeds in enumerate(row, 1) if seeds]

def play(position, move):
    rows, side, fields = read(position)
    south_store, north_store = [int(n) for n in fields["captured"].split(",")]
    ring = rows[1] + [south_store] + rows[0][::-1] + [north_store]
    player = "SN".index(side)
    first = 7 * player
    store, other_store = first + 6, 13 - first
    pit = first + int(move[1:]) - 1
    seeds = ring[pit]
    ring[pit] = 0
    while seeds:
        pit = (pit + 1) % 14
        if pit != other_store:
            ring[pit] += 1
            seeds -= 1

    empty = [not any(ring[:6]), not any(ring[7:13])]
    winner = None
    if empty[player]:
        winner = player
    elif empty[1 - player]:
        winner = 1 - player

    next_player = player if pit == store else 1 - player
    fields["captured"] = f"{ring[6]},{ring[13]}"
    if winner is not None:
        fields["result"] = "SN"[winner]
    return write([ring[7:13][::-1], ring[:6]], "SN"[next_player], fields)
