"""Selus, of Massawa. Written from the rules in words alone."""

N = 9
RING = [(1, i) for i in range(N)] + [(0, N - 1 - i) for i in range(N)]
NAMES = ["A%d" % (i + 1) for i in range(N)] + ["a%d" % (i + 1) for i in range(N)]
FULL = 3
LEFT_END = {"S": 0, "N": N}


def row(side):
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
        self.turns = [int(x) for x in self.fields["turns"].split(",")]
        self.claimed = {s: read_pits(self.fields["claimed-" + s]) for s in "SN"}
        self.owned = {s: read_pits(self.fields["owned-" + s]) for s in "SN"}

    def write(self):
        for (r, c), n in zip(RING, self.ring):
            self.rows[r][c] = n
        self.fields["captured"] = "%d,%d" % tuple(self.captured)
        self.fields["turns"] = "%d,%d" % tuple(self.turns)
        for s in "SN":
            self.fields["claimed-" + s] = write_pits(self.claimed[s])
            self.fields["owned-" + s] = write_pits(self.owned[s])
        return write(self.rows, self.side, self.fields)

    def pits(self, side):
        """The pits that a player owns."""
        foe = other(side)
        return [p for p in range(2 * N)
                if p in self.owned[side] or p in row(side) and p not in self.owned[foe]]

    def is_claimed(self, pit):
        return pit in self.claimed["S"] or pit in self.claimed["N"]

    def move(self, pit, side):
        """Returns the ring, the seeds taken, the newly claimed pit or None, and whether
        the player moves again; or None if the move is endless."""
        ring = self.ring[:]
        foe = other(side)
        first_move = sum(self.turns) == 0
        seen = set()
        while True:
            state = (tuple(ring), pit)
            if state in seen:
                return None
            seen.add(state)
            hand, ring[pit] = ring[pit], 0
            while hand:
                pit = (pit + 1) % (2 * N)
                ring[pit] += 1
                hand -= 1
            if self.is_claimed(pit):
                if pit == LEFT_END[side] or first_move:
                    return ring, 0, None, False
                won = min(2, ring[pit])
                ring[pit] -= won
                again = pit in self.claimed[side] or pit == LEFT_END[foe]
                return ring, won, None, again
            if ring[pit] == 4 and not first_move:
                return ring, 0, pit, False
            if ring[pit] == 1:
                return ring, 0, None, False

    def moves(self, side):
        return [p for p in self.pits(side)
                if self.ring[p] and not self.is_claimed(p) and self.move(p, side)]

    def totals(self):
        totals = self.captured[:]
        for k, s in enumerate("SN"):
            totals[k] += sum(self.ring[p] for p in self.claimed[s])
            totals[k] += sum(self.ring[p] for p in self.pits(s) if not self.is_claimed(p))
        return totals


def legal_moves(position):
    game = Game(position)
    if "result" in game.fields:
        return []
    return [NAMES[p] for p in game.moves(game.side)]


def play(position, move):
    game = Game(position)
    side = game.side
    k = "SN".index(side)
    game.ring, won, claim, again = game.move(NAMES.index(move), side)
    game.captured[k] += won
    if claim is not None:
        game.claimed[side].append(claim)
    game.turns[k] = 1  # counts no further
    game.side = side if again else other(side)
    if not game.moves(game.side):
        if game.moves(other(game.side)):
            game.side = other(game.side)
        else:
            s, n = game.totals()
            if not any(game.ring[p] for p in range(2 * N) if not game.is_claimed(p)):
                game.captured = [s, n]
                game.ring = [0] * (2 * N)
            game.fields["result"] = "S" if s > n else "N" if n > s else "draw"
    return game.write()


def next_round(position, first):
    game = Game(position)
    s, n = game.totals()
    game.owned = {"S": [], "N": []}
    if s != n:
        winner = "S" if s > n else "N"
        share, rest = divmod(max(s, n), FULL)
        if rest * 2 > FULL:
            share += 1
        if share >= 2 * N:
            return winner
        loser = other(winner)
        further = list(row(loser))[:max(0, share - N)]
        if further:
            game.owned[winner] = list(row(winner)) + further
            game.owned[loser] = [p for p in row(loser) if p not in further]
    game.ring = [FULL] * (2 * N)
    game.captured = [0, 0]
    game.turns = [0, 0]
    game.claimed = {"S": [], "N": []}
    game.side = other(first)
    del game.fields["result"]
    return game.write()
