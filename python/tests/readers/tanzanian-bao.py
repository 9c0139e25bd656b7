"""Simplified Tanzanian Bao. Written from the rules in words alone."""

WIDTH = 8
RING = 2 * WIDTH
# Each player's ring, counterclockwise: A8 ... A1 B1 ... B8.
NAMES = [f"A{n}" for n in range(WIDTH, 0, -1)] + [f"B{n}" for n in range(1, WIDTH + 1)]


def load(position):
    rows, side, fields = read(position)
    south = rows[2][::-1] + rows[3]
    north = rows[1] + rows[0][::-1]
    return [south, north], "SN".index(side), fields


def save(rings, side, fields):
    south, north = rings
    rows = [north[WIDTH:][::-1], north[:WIDTH], south[:WIDTH][::-1], south[WIDTH:]]
    return write(rows, side, fields)


def sow(mine, theirs, start, step):
    """Returns both rings and whether the last front seed was taken; None if endless."""
    mine, theirs = mine[:], theirs[:]
    pit = start
    hand, mine[pit] = mine[pit], 0
    won = False
    seen = set()
    while True:
        state = (pit, hand, tuple(mine), tuple(theirs))
        if state in seen:
            return None
        seen.add(state)
        while hand:
            pit = (pit + step) % RING
            mine[pit] += 1
            hand -= 1
        if won or mine[pit] == 1:
            return mine, theirs, won
        hand, mine[pit] = mine[pit], 0
        if pit < WIDTH:
            facing = WIDTH - 1 - pit
            if theirs[facing]:
                hand += theirs[facing]
                theirs[facing] = 0
                won = sum(theirs[:WIDTH]) == 0


def turns(rings, me):
    """Returns the legal moves with their outcomes."""
    mine, theirs = rings[me], rings[1 - me]
    found = {}
    for pit in range(RING):
        if mine[pit] < 2:
            continue
        name = NAMES[pit] if me == 0 else NAMES[pit].lower()
        for step in (1, -1):
  # Counterclockwise is to the left in front, to the right in the back row.
            letter = "L" if (step == 1) == (pit < WIDTH) else "R"
            outcome = sow(mine, theirs, pit, step)
            if outcome is not None:
                found[name + letter] = outcome
    return found


def legal_moves(position):
    rings, me, fields = load(position)
    if "result" in fields:
        return []
    return list(turns(rings, me))


def play(position, move):
    rings, me, fields = load(position)
    mine, theirs, won = turns(rings, me)[move]
    rings = [mine, theirs] if me == 0 else [theirs, mine]
    if won:
        fields["result"] = "SN"[me]
    elif sum(mine[:WIDTH]) == 0:
        fields["result"] = "NS"[me]
    elif not turns(rings, 1 - me):
        fields["result"] = "SN"[me]
    return save(rings, "NS"[me], fields)
