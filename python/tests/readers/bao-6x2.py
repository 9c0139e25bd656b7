"""Bao 6x2. Written from the rules in words alone."""

# The ring holds South's pits A1..A6 as 0..5 and North's pits a1..a6 as 6..11.
# Step +1 is to the right for the owner of a row, -1 is to the left.

def to_ring(rows):
    return rows[1] + rows[0][::-1]

def to_rows(ring):
    return [ring[6:][::-1], ring[:6]]

def row_of(player):
    return range(0, 6) if player == 0 else range(6, 12)

def sow(ring, seeds, pit, step, skip):
    """Sows seeds, the first in `pit`; returns the last pit and its content before the last seed."""
    before = 0
    while seeds:
        if pit != skip:
            before = ring[pit]
            ring[pit] += 1
            seeds -= 1
            last = pit
        pit = (pit + step) % 12
    return last, before

def next_action(ring, player, last, step, capturing):
    """Performs the next lap or capture; returns (store gain, new last, before, step), last=None if nothing was sown."""
    mine = row_of(player)
    opposite = 11 - last
    if capturing and last in mine and ring[opposite]:
        seeds = ring[opposite] - 1
        ring[opposite] = 0
        left, right = mine[0], mine[-1]
        if last == left:
            start, step = left, 1
        elif last == right:
            start, step = right, -1
        else:
            start = left if step == 1 else right
        if seeds == 0:
            return 1, None, 0, step
        new_last, before = sow(ring, seeds, start, step, None)
        return 1, new_last, before, step
    seeds = ring[last]
    ring[last] = 0
    new_last, before = sow(ring, seeds, (last + step) % 12, step, last)
    return 0, new_last, before, step

def outcomes(ring, player, pit, step):
    """Returns a dictionary: suffix of the move -> (ring, seeds won)."""
    result = {}
    ring = list(ring)
    seeds = ring[pit]
    ring[pit] = 0
    last, before = sow(ring, seeds, (pit + step) % 12, step, pit)
    capturing = before > 0 and last in row_of(player) and ring[11 - last] > 0
    laps, won, seen = 1, 0, set()
    while last is not None and before > 0:
        state = (tuple(ring), last, step)
        if state in seen:
            return result  # never ends: only the stops are legal
        seen.add(state)
        after = list(ring)
        gain, new_last, before, step = next_action(after, player, last, step, capturing)
        if not any(after[p] for p in row_of(1 - player)):
            result[f"!{laps}"] = (list(ring), won)
        ring, last, won = after, new_last, won + gain
        laps += 1
    result[""] = (ring, won)
    return result

def all_turns(ring, player):
    turns = {}
    for number, pit in enumerate(row_of(player), 1):
        if ring[pit]:
            for letter, step in (("L", -1), ("R", 1)):
                for suffix, outcome in outcomes(ring, player, pit, step).items():
                    turns[f"{'Aa'[player]}{number}{letter}{suffix}"] = outcome
    return turns

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    return list(all_turns(to_ring(rows), "SN".index(side)))

def play(position, move):
    rows, side, fields = read(position)
    player = "SN".index(side)
    turns = all_turns(to_ring(rows), player)
    ring, won = turns[move]
    captured = [int(n) for n in fields["captured"].split(",")]
    captured[player] += won
    fields["captured"] = f"{captured[0]},{captured[1]}"
    if not all_turns(ring, 1 - player):
        swap = any(all_turns(other, 1 - player) for other, _ in turns.values())
        south, north = sum(ring[:6]), sum(ring[6:])
        if swap:
            south, north = north, south
        south, north = south + captured[0], north + captured[1]
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    return write(to_rows(ring), "NS"[player], fields)
