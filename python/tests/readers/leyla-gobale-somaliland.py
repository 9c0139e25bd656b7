"""Layli Goobalay. Written from the rules in words alone."""

N = 6
RING = [(1, i) for i in range(N)] + [(0, N - 1 - i) for i in range(N)]
NAMES = ["A%d" % (i + 1) for i in range(N)] + ["a%d" % (i + 1) for i in range(N)]


def own(side):
    return range(0, N) if side == "S" else range(N, 2 * N)


def other(side):
    return "N" if side == "S" else "S"


def opposite(pit):
    return 2 * N - 1 - pit


def read_pits(text):
    return [] if text == "-" else [NAMES.index(name) for name in text.split(",")]


def write_pits(pits):
    return ",".join(NAMES[p] for p in sorted(pits)) or "-"


class Game:
    def __init__(self, position):
        self.rows, self.side, self.fields = read(position)
        self.ring = [self.rows[r][c] for r, c in RING]
        self.captured = [int(x) for x in self.fields["captured"].split(",")]
        self.turns = [int(x) for x in self.fields["turns"].split(",")]
        self.claimed = {s: read_pits(self.fields["claimed-" + s]) for s in "SN"}

    def write(self):
        for (r, c), n in zip(RING, self.ring):
            self.rows[r][c] = n
        self.fields["captured"] = "%d,%d" % tuple(self.captured)
        self.fields["turns"] = "%d,%d" % tuple(self.turns)
        for s in "SN":
            self.fields["claimed-" + s] = write_pits(self.claimed[s])
        return write(self.rows, self.side, self.fields)

    def is_claimed(self, pit):
        return pit in self.claimed["S"] or pit in self.claimed["N"]

    def move(self, pit):
        """Returns the ring, the seeds captured, and the newly claimed pits; None if endless."""
        ring = self.ring[:]
        seen = set()
        while True:
            state = (tuple(ring), pit)
            if state in seen:
                return None
            seen.add(state)
            hand, ring[pit] = ring[pit], 0
            while hand:
                pit = (pit - 1) % (2 * N)
                ring[pit] += 1
                hand -= 1
            if self.is_claimed(pit):
                return ring, 0, []
            if ring[pit] > 1:
                continue
            facing = opposite(pit)
            if pit not in own(self.side) or self.is_claimed(facing) or not ring[facing]:
                return ring, 0, []
            if ring[facing] == 3:
                ring[pit] = ring[facing] = 2
                return ring, 0, [pit, facing]
            won = ring[facing] + 1
            ring[pit] = ring[facing] = 0
            return ring, won, []

    def moves(self):
        moves = [p for p in own(self.side)
                 if self.ring[p] and not self.is_claimed(p) and self.move(p)]
        right_end = own(self.side)[-1]
        if self.turns == [0, 0] and right_end in moves:
            return [right_end]
        return moves


def legal_moves(position):
    game = Game(position)
    if "result" in game.fields:
        return []
    return [NAMES[p] for p in game.moves()]


def play(position, move):
    game = Game(position)
    k = "SN".index(game.side)
    game.ring, won, claims = game.move(NAMES.index(move))
    game.captured[k] += won
    game.claimed[game.side] += claims
    game.turns[k] = 1
    game.side = other(game.side)
    if not game.moves():
        totals = game.captured[:]
        for i, s in enumerate("SN"):
            totals[i] += sum(game.ring[p] for p in game.claimed[s])
            totals[i] += sum(game.ring[p] for p in own(s) if not game.is_claimed(p))
        s, n = totals
        if not any(game.ring[p] for p in own(game.side) if not game.is_claimed(p)):
  # a player with seeds, but only endless moves, leaves the board as it is
            game.captured = totals
            game.ring = [0] * (2 * N)
        game.fields["result"] = "S" if s > n else "N" if n > s else "draw"
    return game.write()
