"""Daramuti. Written from the rules in words alone."""

# The ring holds South's pits A1..A7 as 0..6 and North's pits a1..a7 as 7..13.
# Step +1 is to the right for the owner of a row (counterclockwise), -1 is to the left.

STEPS = {"L": -1, "R": 1}

def row_of(player):
    return range(0, 7) if player == 0 else range(7, 14)

def move_from(ring, pit, step):
    """Plays a pit; returns (new ring, seeds won) or None if the move never ends."""
    ring = list(ring)
    seen = set()
    while True:
        state = (tuple(ring), pit)
        if state in seen:
            return None
        seen.add(state)
        seeds = ring[pit]
        ring[pit] = 0
        while seeds:
            pit = (pit + step) % 14
            before = ring[pit]
            ring[pit] += 1
            seeds -= 1
        if before == 0:
            break
    opposite = 13 - pit
    won = ring[opposite]
    ring[opposite] = 0
    return ring, won

def all_moves(ring, player, direction):
    """Returns move -> (new ring, seeds won, direction)."""
    large, single_home, single = {}, {}, {}
  # A pit with more seeds forbids single seeds even if its move never ends.
    any_large = any(ring[pit] > 1 for pit in row_of(player))
    for number, pit in enumerate(row_of(player), 1):
        if ring[pit] == 0:
            continue
        for letter in ("LR" if direction == "-" else direction):
            outcome = move_from(ring, pit, STEPS[letter])
            if outcome is None:
                continue
            move = f"{'Aa'[player]}{number}" + (letter if direction == "-" else "")
            outcome += (letter,)
            if ring[pit] > 1:
                large[move] = outcome
            elif (pit + STEPS[letter]) % 14 in row_of(player):
                single_home[move] = outcome
            else:
                single[move] = outcome
    return large if any_large else single_home or single

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return list(all_moves(rows[1] + rows[0][::-1], "SN".index(side), fields["dir"][0]))

def play(position, move):
    rows, side, fields = read(position)
    captured = [int(n) for n in fields["captured"].split(",")]
    player = "SN".index(side)
    ring, won, direction = all_moves(rows[1] + rows[0][::-1], player, fields["dir"][0])[move]
    captured[player] += won
    result = None
    if not all_moves(ring, 1 - player, direction):
        south = captured[0] + sum(ring[:7])
        north = captured[1] + sum(ring[7:])
  # The seeds move to the stores only if the player to move has none.
        if not any(ring[pit] for pit in row_of(1 - player)):
            captured = [south, north]
            ring = [0] * 14
        result = "S" if south > north else "N" if north > south else "draw"
    fields["captured"] = f"{captured[0]},{captured[1]}"
    fields["dir"] = f"{direction},{direction}"
    if result:
        fields["result"] = result
    return write([ring[7:][::-1], ring[:7]], "NS"[player], fields)
