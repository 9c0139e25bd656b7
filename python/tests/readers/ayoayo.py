"""Ayoayo. Written from the rules in words alone."""

# The ring holds South's pits A1..A6 as 0..5 and North's pits a1..a6 as 6..11.

def row_of(player):
    return range(0, 6) if player == 0 else range(6, 12)

def row_empty(ring, player):
    return not any(ring[pit] for pit in row_of(player))

def move_from(ring, player, pit):
    """Plays a pit; returns (new ring, seeds won) or None if the move never ends."""
    ring = list(ring)
    seen = set()
    while True:
        state = (tuple(ring), pit)
        if state in seen:
            return None
        seen.add(state)
        origin = pit
        seeds = ring[origin]
        ring[origin] = 0
        while seeds:
            pit = (pit + 1) % 12
            if pit != origin:
                before = ring[pit]
                ring[pit] += 1
                seeds -= 1
        if before == 0:
            break
    won = 0
    opposite = 11 - pit
    if pit in row_of(player) and ring[opposite]:
        won = ring[opposite] + ring[pit]
        ring[opposite] = ring[pit] = 0
    return ring, won

def all_moves(ring, player):
    moves = {}
    must_feed = row_empty(ring, 1 - player)
    for number, pit in enumerate(row_of(player), 1):
        outcome = move_from(ring, player, pit) if ring[pit] else None
        if outcome and not (must_feed and row_empty(outcome[0], 1 - player)):
            moves[f"{'Aa'[player]}{number}"] = outcome
    return moves

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return list(all_moves(rows[1] + rows[0][::-1], "SN".index(side)))

def play(position, move):
    rows, side, fields = read(position)
    captured = [int(n) for n in fields["captured"].split(",")]
    player = "SN".index(side)
    start = rows[1] + rows[0][::-1]
    total = sum(start) + sum(captured)
    ring, won = all_moves(start, player)[move]
    captured[player] += won

    over = False
    if 2 * max(captured) > total or 2 * min(captured) == total:
        over = True
    elif sum(ring) <= 1:
        over = True
        captured[player] += sum(ring)
        ring = [0] * 12
    elif not all_moves(ring, 1 - player):
        over = True
        captured[player] += sum(ring)
        ring = [0] * 12
    fields["captured"] = f"{captured[0]},{captured[1]}"
    if over:
        south, north = captured
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    return write([ring[6:][::-1], ring[:6]], "NS"[player], fields)
