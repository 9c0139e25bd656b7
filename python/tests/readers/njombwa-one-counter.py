"""Njombwa (One Counter). Written from the rules in words alone."""

WIDTH = 8
RING = 2 * WIDTH
# Each player's ring, counterclockwise: A8 ... A1 B1 ... B8.
NAMES = [f"A{n}" for n in range(WIDTH, 0, -1)] + [f"B{n}" for n in range(1, WIDTH + 1)]


def pit_name(pit, player):
    return NAMES[pit] if player == 0 else NAMES[pit].lower()


def load(position):
    rows, side, fields = read(position)
    south = rows[2][::-1] + rows[3]
    north = rows[1] + rows[0][::-1]
    return [south, north], "SN".index(side), fields


def save(rings, side, fields):
    south, north = rings
    rows = [north[WIDTH:][::-1], north[:WIDTH], south[:WIDTH][::-1], south[WIDTH:]]
    return write(rows, side, fields)


def opposite(pit):
    """Front and back pit opposite a front pit: number n faces 9 - n."""
    front = WIDTH - 1 - pit
    return front, RING - 1 - front


def sow(mine, theirs, start):
    """Returns both rings and the number of captured seeds, or None if it never ends."""
    mine, theirs = mine[:], theirs[:]
    pit = start
    hand, mine[pit] = mine[pit], 0
    seen = set()
    while True:
        state = (pit, hand, tuple(mine), tuple(theirs))
        if state in seen:
            return None
        seen.add(state)
        while hand:
            pit = (pit + 1) % RING
            mine[pit] += 1
            hand -= 1
        if mine[pit] > 1:
            hand, mine[pit] = mine[pit], 0
            continue
        captured = 0
        if pit < WIDTH and theirs[opposite(pit)[0]]:
            for place in opposite(pit):
                captured += theirs[place]
                theirs[place] = 0
        return mine, theirs, captured


def turns(rings, me):
    """Returns the legal moves with their outcomes (own ring, other ring, captured)."""
    mine, theirs = rings[me], rings[1 - me]
    starts = [pit for pit in range(RING) if mine[pit] >= 2]
    if not starts:
        starts = [pit for pit in range(RING)
                  if mine[pit] == 1 and mine[(pit + 1) % RING] == 0]
    found = {}
    for pit in starts:
        outcome = sow(mine, theirs, pit)
        if outcome is not None:
            found[pit_name(pit, me)] = outcome
    return found


def legal_moves(position):
    rings, me, fields = load(position)
    if "result" in fields:
        return []
    return list(turns(rings, me))


def play(position, move):
    rings, me, fields = load(position)
    mine, theirs, captured = turns(rings, me)[move]
    rings = [mine, theirs] if me == 0 else [theirs, mine]
    stores = [int(part) for part in fields["captured"].split(",")]
    stores[me] += captured
    fields["captured"] = f"{stores[0]},{stores[1]}"
    if not turns(rings, 1 - me):
        fields["result"] = "SN"[me]
    return save(rings, "NS"[me], fields)
