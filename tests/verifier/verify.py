#!/usr/bin/env python3
"""Verify certificates of `mankala solve --certificate`: python3 verify.py CERTIFICATE…

Written from docs/solving.md and the rule books alone, without code of the program. Exit status: 0 all hold, 1 one does
not hold, 2 one has unknown rules, 3 one can't be read. Neither digests of rules nor the order of changes are checked.
Lists of pits begin with the row of the player to move; each row begins at its owner's left. A mark is 1 in a pit
claimed by the player to move, -1 by the other, else 0. During a move the stores follow: HOME the mover's, then AWAY.
"""
import functools
import json
import re
import sys
from collections import namedtuple

State = namedtuple("State", "side pits won marks")      # won: (player to move, other)
Turn = namedtuple("Turn", "pits gain marks again")      # gain: (mover, other)
End = namedtuple("End", "south")                        # the number of South
HOME, AWAY = -2, -1
STEPS = {"counterclockwise": [1], "clockwise": [-1], "chosen": [-1, 1], "by-half": [-1, 1]}  # L before R

Fails = type("Fails", (Exception,), {"__doc__": "The reason why a certificate does not hold."})
Unknown = type("Unknown", (Exception,), {"__doc__": "A rule that this file does not know."})


def sign(number):
    """Returns 1, 0 or -1."""
    return (number > 0) - (number < 0)


def rotate(pits):
    """Returns pits as the other player lists them."""
    return pits[len(pits) // 2:] + pits[:len(pits) // 2]


def turned(state):
    """Returns the same position with the other player to move."""
    return State(1 - state.side, rotate(state.pits), state.won[::-1], tuple(-mark for mark in rotate(state.marks)))


class Game:
    """A game on two rows. Its keys are those of variant files; a tuple lists the known values, the default first."""
    keys = {"direction": tuple(STEPS), "singles": ("free", "never"), "stuck": ("ends", "passes"), "max_sown": 10_000,
            "origin": ("sown", "passed-over", "first-seed", "first-seed-unless-single"), "majority": (False, True),
            "feeding": ("none", "required", "always"), "rest": ("own-row", "other", "nobody"), "over": ("stuck",),
            "goal": ("most", "first-empty"), "repetition": ("none", "own-rows", "nobodys", "draw"), "store": (None,),
            "passing": ("nobody",), "counts": []}
    field = None    # the field of a position that lists claimed pits

    def __init__(self, columns, rules):
        self.columns, self.size = columns, 2 * columns
        for key in self.keys.keys() | rules.keys():
            known = self.keys.get(key, ())
            value = rules.get(key, known[0] if isinstance(known, tuple) and known else known)
            if isinstance(known, tuple) and value not in known:
                raise Unknown(f"rules.{key} = {value!r}")
            setattr(self, key, value)
        self.counted = self.goal == "most" and not self.majority
        self.facing, self.ring = range(self.size)[::-1], [*range(self.size)]
        if self.store:  # the mover's store is on the ring
            self.ring.insert(columns if self.store == "right" else self.size, self.size)
        self.legal = functools.lru_cache(maxsize=300_000)(self.legal)

    def next(self, spot, step):
        """Returns the place after another; a step of 1 is counterclockwise, -1 clockwise."""
        return self.ring[(self.ring.index(spot) + step) % len(self.ring)]

    def starts(self, pits, marks):
        """Lists the starts of moves in their order: pit and step."""
        spots = [spot for spot in range(self.columns) if pits[spot] > (self.singles == "never") and not marks[spot]]
        return [(spot, step) for spot in spots for step in STEPS[self.direction]
                if self.direction != "by-half" or sign(2 * spot + 1 - self.columns) in (step, 0)]

    def lap(self, pits, start, step):
        """Sows the seeds of a pit and returns the pit of the last one."""
        seeds, pits[start], spot = pits[start], 0, start
        if self.origin == "first-seed" or self.origin == "first-seed-unless-single" and seeds > 1:
            spot = self.next(spot, -step)
        while seeds:
            spot = self.next(spot, step)
            if spot != start or self.origin != "passed-over":
                seeds, pits[spot] = seeds - 1, pits[spot] + 1
                if self.passing == "owner-always" and pits[spot] in self.counts:
                    self.take(pits, [spot], HOME if spot < self.columns else AWAY)
        return spot

    def take(self, pits, spots, store=HOME):
        """Moves the seeds of pits to a store."""
        for spot in spots:
            pits[store], pits[spot] = pits[store] + pits[spot], 0

    def play(self, pits, marks, start, step):
        """Plays a move lap by lap; returns whether the mover moves again, or None if the move is illegal."""
        seen, sown, spot = set(), 0, start
        while (tuple(pits), spot) not in seen and sown + pits[spot] <= self.max_sown:
            seen.add((tuple(pits), spot))
            sown += pits[spot]
            spot, again = self.follow(pits, marks, self.lap(pits, spot, step), step, len(seen) == 1)
            if spot is None:
                return again
        return None

    def turns(self, pits, marks):
        """Yields the moves in their order, before the rule about feeding."""
        for spot, step in self.starts(pits, marks):
            after, marked = [*pits, 0, 0], list(marks)
            again = self.play(after, marked, spot, step)
            if again is not None:
                yield Turn(tuple(after[:HOME]), tuple(after[HOME:]), tuple(marked), again)

    def legal(self, pits, marks):
        """Lists the legal moves in their order."""
        turns = list(self.turns(pits, marks))
        fed = [turn for turn in turns if any(turn.pits[self.columns:])]
        if self.feeding == "none" or self.feeding == "required" and any(pits[self.columns:]):
            return turns
        return fed if fed or self.feeding == "required" and self.stuck == "ends" else turns

    def children(self, state):
        """Lists what follows after each move. A pass is a move only at the start; the list is empty at the end."""
        turns, other = self.legal(state.pits, state.marks), turned(state)
        passes = not turns and self.stuck == "passes" and self.legal(other.pits, other.marks)
        return [other] if passes else [self.after(state, turn, turns) for turn in turns]

    def after(self, state, turn, turns):
        """Returns the position after a move, or the end of the game."""
        now = State(state.side, turn.pits, tuple(map(sum, zip(state.won, turn.gain))), turn.marks)
        own, other = any(now.pits[:self.columns]), any(now.pits[self.columns:])     # whether the rows hold seeds
        if self.goal == "first-empty" and not (own and other):
            return End((-1 if own else 1) * (-1) ** now.side)
        half = (sum(now.pits) + sum(now.won)) / 2
        ended = self.majority and (max(now.won) > half or min(now.won) == half)
        ended |= {"stuck": False, "row-empty": not (own and other), "own-row-empty": not own}[self.over]
        following = now if turn.again else turned(now)
        for then in [following, turned(following)][:0 if ended else 2 if self.stuck == "passes" else 1]:
            if self.legal(then.pits, then.marks):
                return then
        return self.end(following, turns)

    def end(self, state, _turns=()):
        """Divides the seeds left; after a majority this does not change the result."""
        south, left = self.aside(state)
        own, other = sum(left.pits[:self.columns]), sum(left.pits[self.columns:])
        margin = south + {"own-row": own - other, "other": -own - other, "nobody": 0}[self.rest] * (-1) ** state.side
        return End(margin if self.counted else sign(margin))

    def aside(self, state):
        """Returns South's margin in won seeds, those in claimed pits included, and the position without them."""
        margin = state.won[0] - state.won[1] + sum(seeds * mark for seeds, mark in zip(state.pits, state.marks))
        free = tuple(0 if mark else seeds for seeds, mark in zip(state.pits, state.marks))
        return margin * (-1) ** state.side, state._replace(pits=free, won=(0, 0))

    def bounds(self, state):
        """Returns the bounds of a position from South's side, whatever the moves."""
        margin, rest = self.aside(state)[0], sum(state.pits)
        if self.majority and self.repetition != "draw":
            return sign(margin - rest), sign(margin + rest)
        return (-rest, rest) if self.counted else (-1, 1)


class Wari(Game):
    """Oware and its kin: a single lap captures certain numbers (ruleset `wari`)."""
    keys = {**Game.keys, "side": ("opponent", "any", "own"), "where": ("last", "every", "every-if-reached"),
            "chain": ("none", "back"), "grand_slam": ("captures", "captures-nothing", "illegal")}

    def follow(self, pits, _marks, last, step, _first):
        """Captures after the lap (W3 to W5, W7)."""
        counts = range(2, 10_000, 2) if self.counts == "even" else self.counts
        fit = [spot for spot in range(self.size) if pits[spot] in counts
               and self.side in ("any", "own" if spot < self.columns else "opponent")]
        taken, way = [], -step if self.chain == "back" else 0
        reached = self.where == "every" or last >= self.columns or last == (self.columns - 1 if step == 1 else 0)
        while self.where == "last" and last in fit and last not in taken:
            taken, last = taken + [last], self.next(last, way)
        taken = taken if self.where == "last" else fit * reached
        theirs = sum(pits[spot] for spot in taken if spot >= self.columns)
        slam = theirs and theirs == sum(pits[self.columns:self.size])
        self.take(pits, [] if slam and self.grand_slam == "captures-nothing" else taken)
        return None, None if slam and self.grand_slam == "illegal" else False


class Congkak(Game):
    """Kalah, congkak and their kin (ruleset `congkak`)."""
    keys = {**Game.keys, "capture": ("opposite-filled", "always", "never"), "taken": ("both", "opposite"),
            "laps": ("single", "relay"), "in_store": ("again", "ends"), "store": ("right", "left"),
            "over": ("row-empty", "own-row-empty", "stuck")}

    def follow(self, pits, _marks, last, _step, _first):
        """Ends the move, captures, or sows on (CK3 to CK6)."""
        if last == self.size or pits[last] > 1:
            home = last == self.size
            return None if home or self.laps == "single" else last, home and self.in_store == "again"
        across = self.facing[last]
        if last < self.columns and (self.capture == "always" or self.capture != "never" and pits[across]):
            self.take(pits, [across] if self.capture != "always" and self.taken == "opposite" else [across, last])
        return None, False


class Pussa(Game):
    """Pallankuzhi and its kin: laps go on from the next pit (ruleset `pussa`)."""
    keys = {**Game.keys, "capture": ("beyond-gap", "nothing"), "with_opposite": (False, True), "chain": (False, True),
            "passing": ("nobody", "owner-always"), "counts": [4]}

    def follow(self, pits, _marks, last, step, _first):
        """Sows on from the next pit, or captures beyond it (PU1, PU2, PU4, PU5)."""
        gap = self.next(last, step)
        if pits[gap]:
            return gap, False
        target, more = self.next(gap, step), self.capture == "beyond-gap"
        while more and not pits[gap] and pits[target]:
            self.take(pits, [target] + [self.facing[target]] * self.with_opposite)
            gap, target, more = self.next(target, step), self.next(target, 2 * step), self.chain
        return None, False


class Kingulu(Game):
    """Bao Kingulu; reserved pits are marks (ruleset `kingulu`)."""
    field = "reserved"

    def follow(self, pits, marks, last, step, first):
        """Captures, reserves or sows on (K3 to K7)."""
        own, across, before = last < self.columns, self.facing[last], self.next(last, -step)
        if not marks[last] and pits[last] > 1 and (own or pits[last] != 4):
            return (None, None) if own and first else (last, False)
        if own and not marks[last] and pits[across] and not marks[across]:
            self.take(pits, [across, last])
        elif not own and not marks[last] and pits[last] == 4:
            joins = 1 if pits[before] and not marks[before] else 0
            marks[last], pits[last], pits[before] = 1, 4 + joins, pits[before] - joins
        return None, False


class Catalan(Game):
    """Bao 6x2, with the choice to stop (ruleset `catalan`)."""
    keys = {**Game.keys, "direction": ("chosen",), "origin": ("passed-over",), "repetition": ("own-rows",)}

    def turns(self, pits, marks):
        """Lists the moves in their order: for each start first the stops, then the whole move."""
        ways = (self.sow([*pits, 0, 0], *start) for start in self.starts(pits, marks))
        return [Turn(after[:HOME], after[HOME:], marks, False) for way in ways for after in way]

    def sow(self, pits, spot, step):
        """Plays a move and yields the pits after each of its stops and at its end (C2 to C10)."""
        seen, sown, last = set(), pits[spot], self.lap(pits, spot, step)
        capturing, hand = last < self.columns and pits[self.facing[last]], 1
        while hand and pits[last] > 1:
            stop, across, hand = tuple(pits), self.facing[last], pits[last]
            if (stop, last, step) in seen or sown > self.max_sown:
                return
            seen.add((stop, last, step))
            if capturing and last < self.columns and pits[across]:
                step = {0: 1, self.columns - 1: -1}.get(last, step)
                last = self.next(0 if step == 1 else self.columns - 1, -step)
                hand, pits[across], pits[HOME] = pits[across] - 1, 0, pits[HOME] + 1
                for _ in range(hand):
                    last = self.next(last, step)
                    pits[last] += 1
            else:
                last = self.lap(pits, last, step)
            sown += hand
            if not any(pits[self.columns:self.size]):
                yield stop
        yield tuple(pits)

    def end(self, state, turns=()):
        """Divides the seeds left; a needless end exchanges the rows (C11)."""
        needless = any(self.legal(rotate(turn.pits), turn.marks) for turn in turns)
        return super().end(state._replace(pits=rotate(state.pits)) if needless else state)


WARI = {"counts": [2, 3], "chain": "back", "origin": "passed-over", "feeding": "required", "repetition": "own-rows"}
OWN, NOBODYS = {"repetition": "own-rows"}, {"repetition": "nobodys"}
ANY = {"side": "any", "singles": "never", "origin": "first-seed"}
OWNER, PASSES, DRAW = {"passing": "owner-always", **OWN}, {"stuck": "passes"}, {"majority": True, "repetition": "draw"}
GAMES = {  # ruleset, columns, rules
    "kalah": (Congkak, 6, {}), "dakon": (Congkak, 7, {"laps": "relay", "over": "stuck", **PASSES}),
    "go-empty-one": (Congkak, 6, {"capture": "never", "laps": "relay", "over": "stuck", "goal": "first-empty"}),
    "bao-6x2": (Catalan, 6, {}), "bao-kingulu": (Kingulu, 6, {}), "wari": (Wari, 6, WARI),
    "oware": (Wari, 6, {**WARI, "majority": True, "grand_slam": "captures-nothing"}),
    "awari": (Wari, 6, {**WARI, "majority": True, "feeding": "always", "repetition": "nobodys", "rest": "other"}),
    "songo": (Wari, 7, {**WARI, "counts": [2, 4], "direction": "clockwise"}), "micro-wari": (Wari, 2, {"counts": [1]}),
    "bestemshe": (Wari, 5, {"counts": "even", "origin": "first-seed-unless-single", "rest": "other", **DRAW}),
    "kara": (Wari, 3, {"counts": [2, 4, 6], "where": "every-if-reached", "rest": "nobody", **PASSES, **NOBODYS}),
    "um-el-tuweisat": (Wari, 3, {"counts": [2], "chain": "back", "direction": "by-half", "singles": "never", **PASSES}),
    "kapana-bona": (Wari, 3, {**ANY, "counts": [2, 4, 6], "where": "every"}), "pallam-kuzhi": (Pussa, 7, OWNER),
    "khrour": (Wari, 2, {"counts": [2, 4, 6, 8], "side": "any", **PASSES, **OWN}), "raja-pasu": (Pussa, 7, OWNER),
    "khutka-boia": (Pussa, 5, {**OWNER, **PASSES}), "pandi": (Pussa, 7, {**OWNER, "with_opposite": True}),
    "longbeu-a-cha": (Pussa, 5, {"chain": True, **OWN}), "khiam": (Wari, 4, {**ANY, **OWN, "counts": [*range(2, 49)]})}


def demand(condition, reason):
    """Raises the reason why a certificate does not hold, unless a condition is true."""
    if not condition:
        raise Fails(reason)


def checksum(data):
    """Returns the FNV-1a checksum of some bytes."""
    value = functools.reduce(lambda value, byte: (value ^ byte) * 0x100000001b3 % 2 ** 64, data, 0xcbf29ce484222325)
    return f"{value:016x}"


def read(data):
    """Returns the header of a certificate and its numbers of moves."""
    line, _, body = data.partition(b"\n")
    demand(line.count(b"[") + line.count(b"{") < 100, "the first line is nested")
    header, letters = json.loads(line), body.replace(b"\n", b"")
    demand(json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode() == line, "the first line is spaced")
    keys = "format format_version version variant rules position claims letters letters_check check"
    demand(type(header) is dict and " ".join(header) == keys, "the keys of the first line are wrong")
    demand([*map(type, header.values())] == [str, int, *[str] * 4, list, int, str, str], "a type of a value is wrong")
    demand((header["format"], header["format_version"]) == ("mankala proof", 1), "the format is unknown")
    demand(checksum(line[:line.rindex(b',"check"')]) == header["check"], "the first line is changed")
    demand(re.sub(rb"(.{1,100})", rb"\1\n", letters) == body and re.fullmatch(rb"(\+*[0-9a-zA-Z])*", letters),
           "the lines of letters are wrong")
    demand((len(letters), checksum(letters)) == (header["letters"], header["letters_check"]), "letters are changed")
    numbers = re.findall(r"(\+*)(\w)", letters.decode())
    return header, iter([62 * len(plus) + int(digit, 36) + 26 * digit.isupper() for plus, digit in numbers])


def game_of(variant):
    """Returns the game of a variant with its changes: NAME:key=value,key=value."""
    name, *changes = variant.split(":", 1)
    found = re.findall(r"(board\.columns|setup\.seeds|rules\.\w+)=(\[[\d,]*\]|[^][,]+)", "".join(changes))
    changed = {key: json.loads(value) if re.match(r"[\d\[]|true$|false$", value) else value for key, value in found}
    if name not in GAMES or [",".join(map("=".join, found))][:len(found)] != changes or len(changed) < len(found):
        raise Unknown(variant)
    columns, seeds = changed.pop("board.columns", GAMES[name][1]), changed.pop("setup.seeds", 0)
    demand(type(columns) is type(seeds) is int and columns < 100, "the number of columns or of seeds is wrong")
    return GAMES[name][0](columns, {**GAMES[name][2], **{key[6:]: value for key, value in changed.items()}})


def position(text, game):
    """Returns the position of a line of text."""
    found = re.fullmatch(r"([\d,]+)/([\d,]+) ([SN]) captured=(\d+),(\d+)((?: \w+=\S+)*)", text, re.ASCII)
    demand(found, "the position is wrong")
    north, south = ([int(seeds) for seeds in found[row].split(",")] for row in (1, 2))
    demand(len(north) == len(south) == game.columns, "the position has another number of columns")
    fields = dict(field.split("=") for field in found[6].split())
    claimed = fields.pop(game.field, "-").split(",")
    demand(fields in ({}, {"out": "-"}, {"locked": "-"}), f"the position has fields unknown here: {fields}")
    marks = tuple(owner * (f"{row}{spot + 1}" in claimed) for row, owner in (("A", -1), ("a", 1))
                  for spot in range(game.columns))
    state = State(0, tuple(south + north[::-1]), (int(found[4]), int(found[5])), marks)
    return state if found[3] == "S" else turned(state)


def check(game, start, claim, numbers):
    """Checks a claim and returns it in words; `numbers` yields the claimant's moves."""
    proved, opened, south, endless = {}, set(), {"S": 1, "N": -1}[claim["side"]], "endless" in claim

    def prove(state, need):
        """Follows the pseudocode of the document; returns nothing, or raises why the claim fails."""
        if isinstance(state, End):
            return demand(south * state.south >= need, "an end is too low")
        if game.counted:    # seeds are set aside
            margin, state = game.aside(state)
            need -= margin * south
        low, high = sorted(south * bound for bound in game.bounds(state))
        if low >= need or proved.get(state, need - 1) >= need:
            return
        demand(need <= high, "the seeds left are too few")
        demand(state not in opened, "a position comes back")
        opened.add(state)
        proved.update({state: need} if endless else {})     # play that returns here may go on forever
        children = game.children(state)
        if (-1) ** state.side == south:
            children = children[next(numbers, len(children)):][:1]
            demand(children, "a move is missing")
        for child in children:
            prove(child, need)
        opened.remove(state)
        proved[state] = max(need, proved.get(state, need))

    demand([*claim] == ["side", "least", "endless"][:2 + endless] and type(claim["least"]) is int, "a claim is wrong")
    demand(not endless or claim["endless"] is True and game.repetition == "none", "a repeated position ends play")
    prove(start, claim["least"])
    return f"{claim['side']} gets {claim['least']} or more" + ", or play never ends" * endless


def verify(path):
    """Prints what a certificate proves; returns the exit status."""
    try:
        with open(path, "rb") as file:
            header, numbers = read(file.read())
        start = position(header["position"], game := game_of(header["variant"]))
        demand(header["claims"] and game.children(start), "there is nothing to prove")
        told = [check(game, start, claim, numbers) for claim in header["claims"]]
        demand(next(numbers, None) is None, "letters are left over")
    except (Fails, Unknown, OSError, ValueError, TypeError, KeyError, RecursionError) as reason:
        status = 3 if isinstance(reason, OSError) else 2 if isinstance(reason, Unknown) else 1
        print(f"{path}: {['does not hold', 'rules not known', 'not read'][status - 1]}: {reason}")
        return status
    print(f"{path}: {header['variant']} {header['position']}: {', '.join(told)}: holds")
    return 0


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)      # one level for each move of a line
    sys.exit(max(map(verify, sys.argv[1:]), default=2))
