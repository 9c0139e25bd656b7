"""FairKalah. Written from the rules in words alone."""

# The ring holds South's pits A1..A6 as 0..5, South's store as 6,
# North's pits a1..a6 as 7..12 and North's store as 13.

def load(rows, captured):
    return rows[1] + [captured[0]] + rows[0][::-1] + [captured[1]]

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    row, letter = (rows[1], "A") if side == "S" else (rows[0][::-1], "a")
    return [f"{letter}{number}" for number, seeds in enumerate(row, 1) if seeds]

def play(position, move):
    rows, side, fields = read(position)
    ring = load(rows, [int(n) for n in fields["captured"].split(",")])
    player = "SN".index(side)
    first = 7 * player
    store, other_store = first + 6, 13 - first
    pit = first + int(move[1:]) - 1
    seeds = ring[pit]
    ring[pit] = 0
    while seeds:
        pit = (pit + 1) % 14
        if pit == other_store:
            continue
        was_empty = ring[pit] == 0
        ring[pit] += 1
        seeds -= 1

    if pit != store and was_empty and first <= pit < first + 6:
        opposite = 12 - pit
        ring[store] += 1 + ring[opposite]
        ring[pit] = ring[opposite] = 0

    next_player = player if pit == store else 1 - player
    result = None
    if not any(ring[:6]) or not any(ring[7:13]):
        for base in (0, 7):
            for p in range(base, base + 6):
                ring[base + 6] += ring[p]
                ring[p] = 0
        south, north = ring[6], ring[13]
        result = "S" if south > north else "N" if north > south else "draw"

    fields["captured"] = f"{ring[6]},{ring[13]}"
    if result:
        fields["result"] = result
    return write([ring[7:13][::-1], ring[:6]], "SN"[next_player], fields)
