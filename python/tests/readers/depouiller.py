"""Dépouiller. Written from the rules in words alone."""

# The ring holds South's pits A1..A5 as 0..4 and North's pits a1..a5 as 5..9.

def all_moves(ring, player):
    """Returns move -> pit."""
    moves = {}
    first = 5 * player
    for number in range(1, 6):
        pit = first + number - 1
        seeds = ring[pit]
        if seeds == 0:
            continue
        reaches_opponent = seeds >= 6 - number
        ends_in_own_empty = not reaches_opponent and ring[pit + seeds] == 0
        if reaches_opponent or ends_in_own_empty:
            moves[f"{'Aa'[player]}{number}"] = pit
    return moves

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return list(all_moves(rows[1] + rows[0][::-1], "SN".index(side)))

def play(position, move):
    rows, side, fields = read(position)
    ring = rows[1] + rows[0][::-1]
    captured = [int(n) for n in fields["captured"].split(",")]
    player = "SN".index(side)
    pit = 5 * player + int(move[1:]) - 1
    seeds = ring[pit]
    ring[pit] = 0
    while seeds:
        pit = (pit + 1) % 10
        before = ring[pit]
        ring[pit] += 1
        seeds -= 1
    if before == 0:
        opposite = 9 - pit
        captured[player] += ring[opposite]
        ring[opposite] = 0

    empty = [not any(ring[:5]), not any(ring[5:])]
    winner = None
    if empty[1 - player]:
        winner = player
    elif empty[player]:
        winner = 1 - player
    elif not all_moves(ring, 1 - player):
        winner = player
    fields["captured"] = f"{captured[0]},{captured[1]}"
    if winner is not None:
        fields["result"] = "SN"[winner]
    return write([ring[5:][::-1], ring[:5]], "NS"[player], fields)
