"""Tsoro (Reentered Captures). Written from the rules in words alone."""

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


def opposite(pit):
    """Front and back pit opposite a front pit: number n faces 9 - n."""
    front = WIDTH - 1 - pit
    return front, RING - 1 - front


def sow(mine, theirs, start):
    """Returns both rings after the turn, or None if it never ends."""
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
        elif pit < WIDTH and theirs[opposite(pit)[0]]:
            for place in opposite(pit):
                hand += theirs[place]
                theirs[place] = 0
        else:
            return mine, theirs


def turns(rings, me):
    """Returns the legal moves with their outcomes (own ring, other ring)."""
    mine, theirs = rings[me], rings[1 - me]
    starts = [pit for pit in range(RING) if mine[pit] >= 2]
    if not starts:
        starts = [pit for pit in range(RING)
                  if mine[pit] == 1 and mine[(pit + 1) % RING] == 0]
    found = {}
    for pit in starts:
        outcome = sow(mine, theirs, pit)
        if outcome is not None:
            found[NAMES[pit] if me == 0 else NAMES[pit].lower()] = outcome
    return found


def legal_moves(position):
    rings, me, fields = load(position)
    if "result" in fields:
        return []
    return list(turns(rings, me))


def play(position, move):
    rings, me, fields = load(position)
    mine, theirs = turns(rings, me)[move]
    rings = [mine, theirs] if me == 0 else [theirs, mine]
    count = [int(part) for part in fields["turns"].split(",")]
    count[me] += 1
    fields["turns"] = f"{count[0]},{count[1]}"
    if sum(count) >= 300:
        south, north = sum(rings[0]), sum(rings[1])
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    elif not turns(rings, 1 - me):
        fields["result"] = "SN"[me]
    return save(rings, "NS"[me], fields)
