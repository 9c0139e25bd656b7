"""Jongkak. Written from the rules in words alone."""

# The ring holds South's pits A1..A7 as 0..6, South's store as 7,
# North's pits a1..a7 as 8..14 and North's store as 15.

def load(rows, fields):
    south_store, north_store = [int(n) for n in fields["captured"].split(",")]
    return rows[1] + [south_store] + rows[0][::-1] + [north_store]

def move_from(ring, player, pit):
    """Plays a pit; returns (new ring, moves again) or None if the move never ends."""
    ring = list(ring)
    first = 8 * player
    store, other_store = first + 7, 15 - first
    seen = set()
    while True:
        state = (tuple(ring), pit)
        if state in seen:
            return None
        seen.add(state)
        seeds = ring[pit]
        ring[pit] = 0
        while seeds:
            pit = (pit + 1) % 16
            if pit != other_store:
                before = ring[pit]
                ring[pit] += 1
                seeds -= 1
        if pit == store:
            return ring, True
        if before == 0:
            break
    opposite = 14 - pit
    if first <= pit < first + 7 and ring[opposite]:
        ring[store] += ring[opposite] + 1
        ring[pit] = ring[opposite] = 0
    return ring, False

def all_moves(ring, player):
    moves = {}
    for number in range(1, 8):
        pit = 8 * player + number - 1
        outcome = move_from(ring, player, pit) if ring[pit] else None
        if outcome:
            moves[f"{'Aa'[player]}{number}"] = outcome
    return moves

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return list(all_moves(load(rows, fields), "SN".index(side)))

def play(position, move):
    rows, side, fields = read(position)
    player = "SN".index(side)
    ring, again = all_moves(load(rows, fields), player)[move]
    next_player = player if again else 1 - player
    own_row_empty = not any(ring[8 * player:8 * player + 7])
    result = None
    if own_row_empty or not all_moves(ring, next_player):
        for base in (0, 8):
            for p in range(base, base + 7):
                ring[base + 7] += ring[p]
                ring[p] = 0
        south, north = ring[7], ring[15]
        result = "S" if south > north else "N" if north > south else "draw"
    fields["captured"] = f"{ring[7]},{ring[15]}"
    if result:
        fields["result"] = result
    return write([ring[8:15][::-1], ring[:7]], "SN"[next_player], fields)
