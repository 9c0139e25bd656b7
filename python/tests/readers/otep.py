"""Otep. Written from the rules in words alone."""

WIDTH = 8
RING = 2 * WIDTH
LIMIT = 200000  # Some endless turns repeat only after millions of laps.
CLOCKWISE_STARTS = ["A1", "A2", "A7", "A8", "B1", "B2", "B7", "B8"]
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


def sow_lap(mine, pit, hand, step):
    """Sows one lap from the pit after the given one; returns where it ends."""
    for _ in range(hand):
        pit = (pit + step) % RING
        mine[pit] += 1
    return pit


def captures(mine, theirs, pit):
    if pit >= WIDTH or mine[pit] < 2:
        return False
    front, back = opposite(pit)
    return theirs[front] > 0 and theirs[back] > 0


def take(theirs, pit):
    hand = 0
    for place in opposite(pit):
        hand += theirs[place]
        theirs[place] = 0
    return hand


def finish(mine, theirs, lifted, hand):
    """Plays on counterclockwise with a hand of seeds; None if it never ends."""
    mark, laps, check = None, 0, 1
    while True:
        state = (lifted, hand, tuple(mine), tuple(theirs))
        if state == mark or laps > LIMIT:
            return None
        if laps == check:
            mark, check = state, 2 * check
        laps += 1
        last = sow_lap(mine, lifted, hand, 1)
        if captures(mine, theirs, last):
            hand = take(theirs, last)
        elif mine[last] > 1:
            lifted, hand = last, mine[last]
            mine[last] = 0
        else:
            return mine, theirs


def turns(rings, me):
    """Returns the legal moves with their outcomes (own ring, other ring)."""
    found = {}
    for pit in range(RING):
        if rings[me][pit] < 2:
            continue
        name = NAMES[pit] if me == 0 else NAMES[pit].lower()
        mine, theirs = rings[me][:], rings[1 - me][:]
        hand, mine[pit] = mine[pit], 0
        found[name] = finish(mine[:], theirs[:], pit, hand)
        if NAMES[pit] not in CLOCKWISE_STARTS:
            continue
        name += "R" if pit < WIDTH else "L"
        while True:
            last = sow_lap(mine, pit, hand, -1)
            if not captures(mine, theirs, last):
                break
            hand = take(theirs, last)
            found[name] = finish(mine[:], theirs[:], pit, hand)
            name += "+"
    return {move: outcome for move, outcome in found.items() if outcome is not None}


def legal_moves(position):
    rings, me, fields = load(position)
    if "result" in fields:
        return []
    return list(turns(rings, me))


def play(position, move):
    rings, me, fields = load(position)
    mine, theirs = turns(rings, me)[move]
    rings = [mine, theirs] if me == 0 else [theirs, mine]
    if not turns(rings, 1 - me):
        fields["result"] = "SN"[me]
    return save(rings, "NS"[me], fields)
