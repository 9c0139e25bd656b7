"""Kay. Written from the rules in words alone."""

# The ring holds South's pits A1..A6 as 0..5 and North's pits a1..a6 as 6..11.

def row_of(player):
    return range(0, 6) if player == 0 else range(6, 12)

def move_from(ring, player, pit):
    """Plays a pit; returns (new ring, seeds won) or None if the move is illegal."""
    if ring[pit] == 1 and ring[(pit + 1) % 12]:
        return None
    ring = list(ring)
    theirs = row_of(1 - player)
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
        if pit in theirs and ring[pit] == 4:
            won = 0
            while pit in theirs and ring[pit] == 4:
                won += ring[pit]
                ring[pit] = 0
                pit = (pit - 1) % 12
            return ring, won
        if before == 0 or ring[(pit + 1) % 12] == 0:
            return ring, 0

def all_moves(ring, player):
    moves = {}
    for number, pit in enumerate(row_of(player), 1):
        outcome = move_from(ring, player, pit) if ring[pit] else None
        if outcome:
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
    ring, won = all_moves(rows[1] + rows[0][::-1], player)[move]
    captured[player] += won
    result = None
    if not all_moves(ring, 1 - player):
        captured[0] += sum(ring[:6])
        captured[1] += sum(ring[6:])
        ring = [0] * 12
        south, north = captured
        result = "S" if south > north else "N" if north > south else "draw"
    fields["captured"] = f"{captured[0]},{captured[1]}"
    if result:
        fields["result"] = result
    return write([ring[6:][::-1], ring[:6]], "NS"[player], fields)
