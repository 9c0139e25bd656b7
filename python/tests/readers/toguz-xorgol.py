"""Toguz Xorgol. Written from the rules in words alone."""

SIZE = 9
PITS = 2 * SIZE
NAMES = [f"A{n + 1}" for n in range(SIZE)] + [f"a{n + 1}" for n in range(SIZE)]


def load(position):
    rows, side, fields = read(position)
    board = rows[1] + rows[0][::-1]
    stores = [int(part) for part in fields["captured"].split(",")]
  # tuzdik maps a pit to the player who owns it.
    tuzdik = {}
    if fields["tuzdik"] != "-":
        for part in fields["tuzdik"].split(","):
            pit = NAMES.index(part)
            tuzdik[pit] = 1 - pit // SIZE
    return board, stores, tuzdik, "SN".index(side), fields


def legal_moves(position):
    board, stores, tuzdik, me, fields = load(position)
    if "result" in fields:
        return []
    own = range(me * SIZE, me * SIZE + SIZE)
    return [NAMES[pit] for pit in own if board[pit] and pit not in tuzdik]


def may_become_tuzdik(pit, tuzdik, me):
    if me in tuzdik.values():
        return False
  # Clockwise the pit reached last in the other row is its owner's leftmost one.
    if pit == (1 - me) * SIZE:
        return False
    return PITS - 1 - pit not in tuzdik


def play(position, move):
    board, stores, tuzdik, me, fields = load(position)
    pit = NAMES.index(move)
    hand, board[pit] = board[pit], 0
    if hand > 1:
        board[pit] = 1
        hand -= 1
    while hand:
        pit = (pit - 1) % PITS
        hand -= 1
        if pit in tuzdik:
            stores[tuzdik[pit]] += 1
        else:
            board[pit] += 1
    if pit // SIZE != me and pit not in tuzdik:
        if board[pit] == 3 and may_become_tuzdik(pit, tuzdik, me):
            tuzdik[pit] = me
            stores[me] += 3
            board[pit] = 0
        elif board[pit] % 2 == 0 and board[pit] >= 4:
            stores[me] += board[pit]
            board[pit] = 0
    half = SIZE * PITS // 2
    over = max(stores) > half or min(stores) == half
    you = 1 - me
    if not over and sum(board[you * SIZE:you * SIZE + SIZE]) == 0:
        over = True
        stores[me] += sum(board)
        board = [0] * PITS
    fields["captured"] = f"{stores[0]},{stores[1]}"
    fields["tuzdik"] = ",".join(NAMES[pit] for pit in sorted(tuzdik)) or "-"
    if over:
        south, north = stores
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    return write([board[SIZE:][::-1], board[:SIZE]], "SN"[you], fields)
