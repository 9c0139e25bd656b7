"""Bawo. Written from the rules in words alone."""

# A player's ring is a list of 16 pits, clockwise: 0-7 is the front row from left to right,
# 8-15 the back row from right to left.
HOUSE = 4
CHOICE_OF_TAKASA = False  # may a takasa of namua go on from a full house?
LIMIT = 16  # a capturing first sowing of mtaji has fewer seeds than this


def pit_name(pit, side):
    name = "A%d" % (pit + 1) if pit < 8 else "B%d" % (16 - pit)
    return name if side == "S" else name.lower()


def letter(pit, step):
    """The direction as the owner sees it; step 1 is clockwise."""
    return "R" if (step == 1) == (pit < 8) else "L"


def front_empty(ring):
    return not any(ring[:8])


class State:
    """A position, seen by the player to move."""

    def __init__(self, me, foe, house, foe_house, namua, banned=None):
        self.me, self.foe = me[:], foe[:]
        self.house, self.foe_house = house, foe_house
        self.namua, self.banned = namua, banned
        self.winner = None  # "me" or "foe"
        self.first_captured = None
        self.had_choice = False

    def copy(self):
        return State(self.me, self.foe, self.house, self.foe_house, self.namua, self.banned)

    def lift(self, pit):
        hand, self.me[pit] = self.me[pit], 0
        if pit == HOUSE:
            self.house = False
        return hand

    def sow(self, hand, pit, step):
        """Drops the first seed into this pit; returns the pit of the last one."""
        while True:
            self.me[pit] += 1
            hand -= 1
            if front_empty(self.me) and not self.winner:
                self.winner = "foe"
            if not hand:
                return pit
            pit = (pit + step) % 16

    def is_capturing(self, pit, before):
        return pit < 8 and before > 0 and self.foe[7 - pit] > 0

    def capture(self, pit):
        target = 7 - pit
        if self.first_captured is None:
            self.first_captured = target
        hand, self.foe[target] = self.foe[target], 0
        if target == HOUSE:
            self.foe_house = False
        if not self.namua:
            self.house = self.foe_house = False
        if front_empty(self.foe) and not self.winner:
            self.winner = "me"
        return hand

    def full_house(self):
        return self.house and self.me[HOUSE] >= 8

    def run(self, hand, pit, step, capturing, go_on):
        """Sows, the first seed into this pit, until the turn is over. False if it is endless."""
        seen = set()
        while True:
            pit = self.sow(hand, pit, step)
            if self.winner or self.me[pit] == 1 or pit == self.banned:
                return True
            key = (tuple(self.me), tuple(self.foe), pit, step)
            if key in seen:
                return False
            seen.add(key)
            if capturing and self.is_capturing(pit, 1):
                hand = self.capture(pit)
                if pit in (0, 1):
                    step = 1
                elif pit in (6, 7):
                    step = -1
                pit = 0 if step == 1 else 7
                continue
            if self.namua and pit == HOUSE and self.full_house():
                if not capturing and not CHOICE_OF_TAKASA:
                    return True
                self.had_choice = True
                if not go_on:
                    return True
            hand = self.lift(pit)
            pit = (pit + step) % 16


def with_choice(state, start, name):
    """Runs a turn, once more if a choice arises in it. Yields names and resulting states."""
    had_choice = False
    for go_on in (False, True):
        if go_on and not had_choice:
            break
        turn = state.copy()
        args = start(turn)
        ended = turn.run(*args, go_on)
        had_choice = turn.had_choice
        if ended:
            yield name + (">" if go_on else ""), turn


def namua_captures(state):
    for pit in range(8):
        if not state.is_capturing(pit, state.me[pit]):
            continue
        steps = [1] if pit < 2 else [-1] if pit > 5 else [1, -1]
        for step in steps:
            def start(turn):
                turn.me[pit] += 1
                return turn.capture(pit), (0 if step == 1 else 7), step, True
            end = "L" if step == 1 else "R"
            name = "%d" % (pit + 1) + (end if len(steps) == 2 else "")
            yield from with_choice(state, start, name)


def only_front(state, pit):
    return [p for p in range(8) if state.me[p]] == [pit]


def towards_back(state, pit, step):
    """An end pit that is the only filled front pit, sown towards the back row."""
    return only_front(state, pit) and (pit, step) in ((0, -1), (7, 1))


def namua_takasa(state):
    for pit in range(8):
        seeds = state.me[pit]
        if not seeds:
            continue
        if not state.house and seeds == 1 and max(state.me[:8]) > 1:
            continue
        full = pit == HOUSE and state.full_house()
        if full and not only_front(state, pit):
            continue
        for step in (-1, 1):
            if towards_back(state, pit, step):
                continue

            def start(turn):
                turn.me[pit] += 1
                if full:
                    turn.me[pit] -= 2
                    hand = 2
                else:
                    hand = turn.lift(pit)
                return hand, (pit + step) % 16, step, False
            yield from with_choice(state, start, "%d%s*" % (pit + 1, letter(pit, step)))


def mtaji_turns(state, side, capturing, pits):
    for pit in pits:
        seeds = state.me[pit]
        if seeds < 2 or pit == state.banned:
            continue
        for step in (-1, 1):
            if towards_back(state, pit, step):
                continue
  # does the first sowing end in a capturing pit?
            trial = state.copy()
            last = trial.sow(trial.lift(pit), (pit + step) % 16, step)
            captures = (seeds < LIMIT and not trial.winner and last != state.banned
                        and trial.is_capturing(last, trial.me[last] - 1))
            if captures != capturing:
                continue
            turn = state.copy()
            if turn.run(turn.lift(pit), (pit + step) % 16, step, capturing, False):
                yield pit_name(pit, side) + letter(pit, step) + ("" if capturing else "*"), turn


def takasia(turn, side):
    """The pit of the opponent that a takasa of mtaji bans, or None."""
    foe_side = "N" if side == "S" else "S"
    mine = State(turn.me, turn.foe, turn.house, turn.foe_house, False)
    theirs = State(turn.foe, turn.me, turn.foe_house, turn.house, False)
    threats = {t.first_captured for _, t in mtaji_turns(mine, side, True, range(16))}
    if len(threats) != 1:
        return None
    if list(mtaji_turns(theirs, foe_side, True, range(16))) or not all_turns(theirs, foe_side, False):
        return None
    pit = threats.pop()
    front = turn.foe[:8]
    if only_front(theirs, pit) or pit == HOUSE and turn.foe_house:
        return None
    if front[pit] >= 2 and sum(n >= 2 for n in front) == 1:
        return None
    return pit


def all_turns(state, side, with_bans=True):
    """All legal turns by name, with the states that they lead to and the pits that they ban."""
    if state.namua:
        turns = list(namua_captures(state)) or list(namua_takasa(state))
        return {name: (turn, None) for name, turn in turns}
    turns = list(mtaji_turns(state, side, True, range(16)))
    if turns:
        return {name: (turn, None) for name, turn in turns}
    turns = (list(mtaji_turns(state, side, False, range(8)))
             or list(mtaji_turns(state, side, False, range(8, 16))))
    result = {}
    for name, turn in turns:
        ban = takasia(turn, side) if with_bans and not turn.winner else None
        result[name + ("*" if ban is not None else "")] = (turn, ban)
    return result


def parse(position):
    rows, side, fields = read(position)
    rings = {"S": rows[2] + rows[3][::-1], "N": rows[1][::-1] + rows[0]}
    foe = "N" if side == "S" else "S"
    store = [int(x) for x in fields["store"].split(",")]
    banned = fields.get("takasia", "-")
    banned = None if banned == "-" else int(banned[1]) - 1
    house = fields["house"]
    state = State(rings[side], rings[foe], side in house, foe in house,
                  store["SN".index(side)] > 0, banned)
    return state, side, foe, store, fields


def legal_moves(position):
    state, side, foe, store, fields = parse(position)
    return [] if "result" in fields else list(all_turns(state, side))


def play(position, move):
    state, side, foe, store, fields = parse(position)
    turn, ban = all_turns(state, side)[move]
    if state.namua:
        store["SN".index(side)] -= 1
    rings = {side: turn.me, foe: turn.foe}
    s, n = rings["S"], rings["N"]
    rows = [n[8:], n[:8][::-1], s[:8], s[8:][::-1]]
    houses = {side: turn.house, foe: turn.foe_house}
    fields["store"] = "%d,%d" % tuple(store)
    fields["house"] = "".join(x for x in "SN" if houses[x]) or "-"
    if "takasia" in fields:
        fields["takasia"] = "-" if ban is None else pit_name(ban, foe)
    following = State(turn.foe, turn.me, turn.foe_house, turn.house,
                      store["SN".index(foe)] > 0, ban)
    if turn.winner:
        fields["result"] = side if turn.winner == "me" else foe
    elif not all_turns(following, foe, False):
        fields["result"] = side
    return write(rows, foe, fields)
