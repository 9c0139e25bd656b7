"""Ô ăn quan. Written from the rules in words alone."""

# The ring: A1 ... A5, the end at South's right, a1 ... a5, the other end.
SIZE = 5
RING = 2 * SIZE + 2
ENDS = [SIZE, RING - 1]
ROWS = [range(0, SIZE), range(SIZE + 1, RING - 1)]


def name(pit):
    return "A" + str(pit + 1) if pit < SIZE else "a" + str(pit - SIZE)


def load(position):
    rows, side, fields = read(position)
    ends = [int(part) for part in fields["ends"].split(",")]
    ring = rows[1] + [ends[0]] + rows[0][::-1] + [ends[1]]
    quan = [letter in fields["quan"] for letter in "SN"]
    stores = [int(part) for part in fields["captured"].split(",")]
    return ring, quan, stores, "SN".index(side), fields


def sow(ring, quan, stores, me, start, step):
    """Returns ring, mandarins and stores after the turn, or None if it never ends."""
    ring, quan, stores = ring[:], quan[:], stores[:]
    pit = start
    seen = set()
    while True:
        state = (pit, tuple(ring))
        if state in seen:
            return None
        seen.add(state)
        hand = ring[pit]
        ring[pit] = 0
        while hand:
            pit = (pit + step) % RING
            ring[pit] += 1
            hand -= 1
        pit = (pit + step) % RING
        if pit in ENDS:
            return ring, quan, stores
        if ring[pit] == 0:
            break
    while pit not in ENDS and ring[pit] == 0:
        target = (pit + step) % RING
        if ring[target] == 0:
            break
        stores[me] += ring[target]
        ring[target] = 0
        if target in ENDS:
            quan[ENDS.index(target)] = False
        pit = (target + step) % RING
    return ring, quan, stores


def turns(ring, quan, stores, me):
    """Returns the legal moves with their outcomes."""
    found = {}
    for pit in ROWS[me]:
        for letter, step in (("L", -1), ("R", 1)):
            if ring[pit]:
                outcome = sow(ring, quan, stores, me, pit, step)
                if outcome is not None:
                    found[name(pit) + letter] = outcome
    return found


def row_sum(ring, player):
    return sum(ring[pit] for pit in ROWS[player])


def legal_moves(position):
    ring, quan, stores, me, fields = load(position)
    if "result" in fields:
        return []
    return list(turns(ring, quan, stores, me))


def play(position, move):
    ring, quan, stores, me, fields = load(position)
    ring, quan, stores = turns(ring, quan, stores, me)[move]
    you = 1 - me
    debts = [int(fields["debt-S"]), int(fields["debt-N"])]
    over = not any(quan)
    if not over and row_sum(ring, you) == 0:
        if sum(stores) >= SIZE:
            borrowed = max(0, SIZE - stores[you])
            stores[you] -= SIZE - borrowed
            stores[me] -= borrowed
            debts[you] += borrowed
            for pit in ROWS[you]:
                ring[pit] = 1
        else:
            over = True
    if over:
        for player in (0, 1):
            stores[player] += row_sum(ring, player)
            for pit in ROWS[player]:
                ring[pit] = 0
        south = stores[0] - debts[0] + debts[1]
        north = stores[1] - debts[1] + debts[0]
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    fields["ends"] = f"{ring[ENDS[0]]},{ring[ENDS[1]]}"
    fields["captured"] = f"{stores[0]},{stores[1]}"
    fields["quan"] = "".join(letter for letter, there in zip("SN", quan) if there) or "-"
    fields["debt-S"], fields["debt-N"] = str(debts[0]), str(debts[1])
  # "result" must stay the last field.
    if over:
        fields["result"] = fields.pop("result")
    return write([ring[SIZE + 1:RING - 1][::-1], ring[:SIZE]], "SN"[you], fields)
