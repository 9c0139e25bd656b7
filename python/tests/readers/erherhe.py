"""Érhérhé. Written from the rules in words alone."""

N = 6
RING = [(1, i) for i in range(N)] + [(0, N - 1 - i) for i in range(N)]
NAMES = ["A%d" % (i + 1) for i in range(N)] + ["a%d" % (i + 1) for i in range(N)]
FULL = 4


def own(side):
    return range(0, N) if side == "S" else range(N, 2 * N)


def other(side):
    return "N" if side == "S" else "S"


def to_ring(rows):
    return [rows[r][c] for r, c in RING]


def read_out(fields):
    text = fields["out"]
    return set() if text == "-" else {NAMES.index(name) for name in text.split(",")}


def following(pit, step, out):
    pit = (pit + step) % (2 * N)
    while pit in out:
        pit = (pit + step) % (2 * N)
    return pit


def sow_and_capture(ring, pit, side, out):
    """Returns the ring after the move and the number of captured seeds."""
    ring = ring[:]
    hand, ring[pit] = ring[pit], 0
    while hand:
        pit = following(pit, 1, out)
        ring[pit] += 1
        hand -= 1

    def capturable(p):
        return p in own(other(side)) and ring[p] in (2, 4)

    won = 0
    if capturable(pit):
        won = ring[pit]
        ring[pit] = 0
        for step in (1, -1):
            p = following(pit, step, out)
            while capturable(p):
                won += ring[p]
                ring[p] = 0
                p = following(p, step, out)
    return ring, won


def moves(ring, side):
    return [i for i in own(side) if ring[i]]


def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return [NAMES[i] for i in moves(to_ring(rows), side)]


def finish(rows, side, fields, ring, captured):
    for (r, c), n in zip(RING, ring):
        rows[r][c] = n
    fields["captured"] = "%d,%d" % tuple(captured)
    return write(rows, side, fields)


def play(position, move):
    rows, side, fields = read(position)
    captured = [int(x) for x in fields["captured"].split(",")]
    ring, won = sow_and_capture(to_ring(rows), NAMES.index(move), side, read_out(fields))
    captured["SN".index(side)] += won
    side = other(side)
    # A row that is empty after a move ends the round.
    empty = [player for player in (side, other(side)) if not moves(ring, player)]
    if empty:
        captured["SN".index(other(empty[0]))] += sum(ring)
        ring = [0] * (2 * N)
        s, n = captured
        fields["result"] = "S" if s > n else "N" if n > s else "draw"
    return finish(rows, side, fields, ring, captured)


def next_round(position, first):
    rows, side, fields = read(position)
    captured = [int(x) for x in fields["captured"].split(",")]
    for me in "SN":
        if captured["SN".index(me)] < FULL:
            return other(me)
    ring = [0] * (2 * N)
    out = []
    for k, me in enumerate("SN"):
        for pit in own(me):
            if captured[k] >= FULL:
                captured[k] -= FULL
                ring[pit] = FULL
            else:
                out.append(NAMES[pit])
    del fields["result"]
    fields["out"] = ",".join(out) or "-"
    return finish(rows, other(first), fields, ring, captured)
