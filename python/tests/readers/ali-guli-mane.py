"""Ali Guli Mane. Written from the rules in words alone."""

SIZE = 7
PITS = 2 * SIZE
FULL = 5
NAMES = [f"A{n + 1}" for n in range(SIZE)] + [f"a{n + 1}" for n in range(SIZE)]


def load(position):
    rows, side, fields = read(position)
    board = rows[1] + rows[0][::-1]
    stores = [int(part) for part in fields["captured"].split(",")]
    out = set()
    if fields["out"] != "-":
        out = {NAMES.index(part) for part in fields["out"].split(",")}
    return board, stores, out, "SN".index(side), fields


def owner(pit):
    return pit // SIZE


def following(pit, out):
    """Returns the next pit that is in play."""
    pit = (pit + 1) % PITS
    while pit in out:
        pit = (pit + 1) % PITS
    return pit


def sow(board, stores, out, me, start):
    """Returns board and stores after the turn, or None if it never ends."""
    board, stores = board[:], stores[:]
    pit = start
    seen = set()
    while True:
        state = (pit, tuple(board))
        if state in seen:
            return None
        seen.add(state)
        hand = board[pit]
        board[pit] = 0
        while hand:
            pit = following(pit, out)
            board[pit] += 1
            hand -= 1
        pit = following(pit, out)
        if board[pit] == 0:
            break
    target = following(pit, out)
    if board[target]:
        for place in (target, PITS - 1 - target):
            stores[me] += board[place]
            board[place] = 0
    return board, stores


def turns(board, stores, out, me):
    """Returns the legal moves with their outcomes."""
    found = {}
    for pit in range(PITS):
        if owner(pit) == me and board[pit]:
            outcome = sow(board, stores, out, me, pit)
            if outcome is not None:
                found[NAMES[pit]] = outcome
    return found


def legal_moves(position):
    board, stores, out, me, fields = load(position)
    if "result" in fields:
        return []
    return list(turns(board, stores, out, me))


def play(position, move):
    board, stores, out, me, fields = load(position)
    won = sum(stores)
    board, stores = turns(board, stores, out, me)[move]
    captured = sum(stores) > won
    again = captured and fields["again"] == "0"
    if again and turns(board, stores, out, me):
        mover = me
    else:
        again = False
        mover = 1 - me
    over = False
    if not turns(board, stores, out, mover):
        if turns(board, stores, out, 1 - mover):
            mover = 1 - mover
        else:
            over = True
    if over:
        for pit in range(PITS):
            stores[owner(pit)] += board[pit]
        board = [0] * PITS
    fields["captured"] = f"{stores[0]},{stores[1]}"
    fields["again"] = "1" if again else "0"
    if over:
        south, north = stores
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    return write([board[SIZE:][::-1], board[:SIZE]], "SN"[mover], fields)


def next_round(position, first):
    board, stores, out, me, fields = load(position)
    board, out = [0] * PITS, []
    for player in (0, 1):
        if stores[player] < FULL:
            return "NS"[player]
  # From the ends to the middle, the left end (as South sees it) first.
        order = [0, 6, 1, 5, 2, 4, 3] if player == 0 else [13, 7, 12, 8, 11, 9, 10]
        for pit in order:
            if stores[player] >= FULL:
                board[pit] = FULL
                stores[player] -= FULL
            else:
                out.append(pit)
    out = ",".join(NAMES[pit] for pit in sorted(out)) or "-"
    fields = {"captured": f"{stores[0]},{stores[1]}", "out": out, "again": "0"}
    return write([board[SIZE:][::-1], board[:SIZE]], "N" if first == "S" else "S", fields)
