"""Krur, in rounds. Written from the rules in words alone."""

N = 4
RING = [(1, i) for i in range(N)] + [(0, N - 1 - i) for i in range(N)]
NAMES = ["A%d" % (i + 1) for i in range(N)] + ["a%d" % (i + 1) for i in range(N)]
FULL = 4


def own(side):
    return range(0, N) if side == "S" else range(N, 2 * N)


def other(side):
    return "N" if side == "S" else "S"


def read_pits(text):
    return [] if text == "-" else [NAMES.index(name) for name in text.split(",")]


def write_pits(pits):
    return ",".join(NAMES[p] for p in sorted(pits)) or "-"


class Game:
    def __init__(self, position):
        self.rows, self.side, self.fields = read(position)
        self.ring = [self.rows[r][c] for r, c in RING]
        self.captured = [int(x) for x in self.fields["captured"].split(",")]
        self.claimed = {s: read_pits(self.fields["claimed-" + s]) for s in "SN"}
        self.out = read_pits(self.fields["out"])

    def write(self):
        for (r, c), n in zip(RING, self.ring):
            self.rows[r][c] = n
        self.fields["captured"] = "%d,%d" % tuple(self.captured)
        for s in "SN":
            self.fields["claimed-" + s] = write_pits(self.claimed[s])
        self.fields["out"] = write_pits(self.out)
        return write(self.rows, self.side, self.fields)

    def is_claimed(self, pit):
        return pit in self.claimed["S"] or pit in self.claimed["N"]

    def totals(self):
        """Returns the seeds of both players if the game ends now."""
        totals = self.captured[:]
        for k, s in enumerate("SN"):
            totals[k] += sum(self.ring[p] for p in self.claimed[s])
            totals[k] += sum(self.ring[p] for p in own(s) if not self.is_claimed(p))
        return totals

    def move(self, pit):
        """Returns the ring after the move and the newly claimed pit or None; None if endless."""
        ring = self.ring[:]
        foe = other(self.side)
        skipped = self.out + self.claimed[foe]
        seen = set()
        while True:
            state = (tuple(ring), pit)
            if state in seen:
                return None
            seen.add(state)
            hand, ring[pit] = ring[pit], 0
            while hand:
                pit = (pit + 1) % (2 * N)
                if pit not in skipped:
                    ring[pit] += 1
                    hand -= 1
            if self.is_claimed(pit):
                return ring, None
            if pit in own(foe) and ring[pit] == 4:
                return ring, pit
            if ring[pit] == 1:
                return ring, None

    def moves(self):
        return [i for i in own(self.side)
                if self.ring[i] and not self.is_claimed(i) and self.move(i)]


def legal_moves(position):
    game = Game(position)
    if "result" in game.fields:
        return []
    return [NAMES[i] for i in game.moves()]


def play(position, move):
    game = Game(position)
    game.ring, claim = game.move(NAMES.index(move))
    if claim is not None:
        game.claimed[game.side].append(claim)
    game.side = other(game.side)
    if not game.moves():
        s, n = game.totals()
        if not any(game.ring[p] for p in own(game.side) if not game.is_claimed(p)):
  # a player with seeds, but only endless moves, leaves the board as it is
            game.captured = [s, n]
            game.ring = [0] * (2 * N)
        game.fields["result"] = "S" if s > n else "N" if n > s else "draw"
    return game.write()


def next_round(position, first):
    game = Game(position)
    game.captured = game.totals()
    game.ring = [0] * (2 * N)
    for k, s in enumerate("SN"):
        if game.captured[k] < FULL:
            return other(s)
    game.out = []
    game.claimed = {"S": [], "N": []}
    for k, s in enumerate("SN"):
        for pit in own(s):
            if game.captured[k] >= FULL:
                game.captured[k] -= FULL
                game.ring[pit] = FULL
            else:
                game.out.append(pit)
    del game.fields["result"]
    game.side = other(first)
    return game.write()
