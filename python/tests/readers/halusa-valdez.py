"""Halusa (one pit). Written from the rules in words alone."""

N = 6
RING = [(1, i) for i in range(N)] + [(0, N - 1 - i) for i in range(N)]
NAMES = ["A%d" % (i + 1) for i in range(N)] + ["a%d" % (i + 1) for i in range(N)]


def own(side):
    return range(0, N) if side == "S" else range(N, 2 * N)


def other(side):
    return "N" if side == "S" else "S"


def row_sum(ring, side):
    return sum(ring[i] for i in own(side))


def sow_and_capture(ring, pit, side):
    """Returns the ring after the move and the number of captured seeds."""
    ring = ring[:]
    hand, ring[pit] = ring[pit], 0
    while hand:
        pit = (pit + 1) % (2 * N)
        ring[pit] += 1
        hand -= 1
    won = 0
    if pit in own(side) and ring[pit] % 2 == 0:
        won, ring[pit] = ring[pit], 0
    return ring, won


def moves(ring, side):
    result = [i for i in own(side) if ring[i]]
    if row_sum(ring, other(side)) == 0:
        result = [i for i in result if row_sum(sow_and_capture(ring, i, side)[0], other(side))]
    return result


def to_ring(rows):
    return [rows[r][c] for r, c in RING]


def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return [NAMES[i] for i in moves(to_ring(rows), side)]


def play(position, move):
    rows, side, fields = read(position)
    captured = [int(x) for x in fields["captured"].split(",")]
    ring, won = sow_and_capture(to_ring(rows), NAMES.index(move), side)
    captured["SN".index(side)] += won
    side = other(side)
    half = (sum(captured) + sum(ring)) / 2
    decided = max(captured) > half or min(captured) == half
    over = decided or not moves(ring, side)
    if over and not decided:
        if row_sum(ring, side):  # can't feed the opponent
            captured["SN".index(other(side))] += sum(ring)
        else:
            captured[0] += row_sum(ring, "S")
            captured[1] += row_sum(ring, "N")
        ring = [0] * (2 * N)
    for (r, c), n in zip(RING, ring):
        rows[r][c] = n
    fields["captured"] = "%d,%d" % tuple(captured)
    if over:
        s, n = captured
        fields["result"] = "S" if s > n else "N" if n > s else "draw"
    return write(rows, side, fields)
