"""Voleur (evens). Written from the rules in words alone."""

RING = [(1, i) for i in range(6)] + [(0, 5 - i) for i in range(6)]
NAMES = ["A%d" % (i + 1) for i in range(6)] + ["a%d" % (i + 1) for i in range(6)]


def own(side):
    return range(0, 6) if side == "S" else range(6, 12)


def to_ring(rows):
    return [rows[r][c] for r, c in RING]


def moves(ring, side):
    return [NAMES[i] for i in own(side) if ring[i]]


def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return moves(to_ring(rows), side)


def play(position, move):
    rows, side, fields = read(position)
    ring = to_ring(rows)
    captured = [int(x) for x in fields["captured"].split(",")]
    me = "SN".index(side)
    pit = NAMES.index(move)
    hand, ring[pit] = ring[pit], 0
    while hand:
        pit = (pit + 1) % 12
        ring[pit] += 1
        hand -= 1
    if ring[pit] % 2 == 0:
        captured[me] += ring[pit]
        ring[pit] = 0
    side = "NS"[me]
    over = not moves(ring, side)
    if over:
        captured[0] += sum(ring[:6])
        captured[1] += sum(ring[6:])
        ring = [0] * 12
    for (r, c), n in zip(RING, ring):
        rows[r][c] = n
    fields["captured"] = "%d,%d" % tuple(captured)
    if over:
        s, n = captured
        fields["result"] = "S" if s > n else "N" if n > s else "draw"
    return write(rows, side, fields)
