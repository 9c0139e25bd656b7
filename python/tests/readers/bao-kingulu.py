"""Bao Kingulu. Written from the rules in words alone."""

# The ring holds South's pits A1..A6 as 0..5 and North's pits a1..a6 as 6..11.

NAMES = ["A1", "A2", "A3", "A4", "A5", "A6", "a1", "a2", "a3", "a4", "a5", "a6"]

def row_of(player):
    return range(0, 6) if player == 0 else range(6, 12)

def load(fields):
    text = fields["reserved"]
    return set() if text == "-" else {NAMES.index(name) for name in text.split(",")}

def turn_from(ring, reserved, player, pit):
    """Plays a pit; returns (ring, reserved, seeds won) or None if the turn is illegal."""
    ring, reserved = list(ring), set(reserved)
    mine = row_of(player)
    seen = set()
    while True:
        state = (tuple(ring), pit)
        if state in seen:
            return None
        first_lap = not seen
        seen.add(state)
        hand = ring[pit]
        ring[pit] = 0
        lap_of_one = hand == 1
        while hand:
            pit = (pit + 1) % 12
            before = ring[pit]
            ring[pit] += 1
            hand -= 1
        if pit in reserved:
            return ring, reserved, 0
        if first_lap and before and pit in mine:
            return None
        if pit not in mine and before == 3:
            previous = (pit - 1) % 12
            if not lap_of_one and previous not in reserved:
                ring[previous] -= 1
                ring[pit] += 1
            reserved.add(pit)
            return ring, reserved, 0
        if before == 0:
            break
    won = 0
    opposite = 11 - pit
    if pit in mine and ring[opposite] and opposite not in reserved:
        won = ring[opposite] + 1
        ring[pit] = ring[opposite] = 0
    return ring, reserved, won

def all_turns(ring, reserved, player):
    turns = {}
    for pit in row_of(player):
        if ring[pit] and pit not in reserved:
            outcome = turn_from(ring, reserved, player, pit)
            if outcome:
                turns[NAMES[pit]] = outcome
    return turns

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return list(all_turns(rows[1] + rows[0][::-1], load(fields), "SN".index(side)))

def play(position, move):
    rows, side, fields = read(position)
    player = "SN".index(side)
    captured = [int(n) for n in fields["captured"].split(",")]
    turns = all_turns(rows[1] + rows[0][::-1], load(fields), player)
    ring, reserved, won = turns[move]
    captured[player] += won
    fields["captured"] = f"{captured[0]},{captured[1]}"
    fields["reserved"] = ",".join(NAMES[pit] for pit in sorted(reserved)) or "-"
    if not all_turns(ring, reserved, 1 - player):
        totals = list(captured)
        for pit in range(12):
            owner = 0 if pit < 6 else 1
            if pit in reserved:
                owner = 1 - owner
            totals[owner] += ring[pit]
        south, north = totals
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    return write([ring[6:][::-1], ring[:6]], "NS"[player], fields)
