"""Nam-nam. Written from the rules in words alone."""

SIZE = 6
PITS = 2 * SIZE


def name(pit):
    return "A" + str(pit + 1) if pit < SIZE else "a" + str(pit - SIZE + 1)


def number(text):
    return int(text[1:]) - 1 + (SIZE if text[0] == "a" else 0)


NAMES = [name(pit) for pit in range(PITS)]


def owned_pits(text):
    return [] if text == "-" else [number(part) for part in text.split(",")]


def load(position):
    rows, side, fields = read(position)
    board = rows[1] + rows[0][::-1]
    stores = [int(part) for part in fields["captured"].split(",")]
    owner = [0] * SIZE + [1] * SIZE
  # "-" means the own row; otherwise all pits of the player are listed.
    for pit in owned_pits(fields["owned-S"]):
        owner[pit] = 0
    for pit in owned_pits(fields["owned-N"]):
        owner[pit] = 1
    return board, stores, owner, "SN".index(side), fields


def sow(board, stores, owner, me, start):
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
            pit = (pit + 1) % PITS
            board[pit] += 1
            hand -= 1
            if hand and board[pit] == 4:
                stores[owner[pit]] += 4
                board[pit] = 0
        if board[pit] == 4:
            stores[me] += 4
            board[pit] = 0
            return board, stores
        if board[pit] == 1:
            return board, stores


def turns(board, stores, owner, me):
    """Returns the legal moves with their outcomes."""
    def seeds(board, player):
        return sum(board[pit] for pit in range(PITS) if owner[pit] == player)

    found = {}
    must_feed = seeds(board, 1 - me) == 0
    for pit in range(PITS):
        if owner[pit] != me or not board[pit]:
            continue
        outcome = sow(board, stores, owner, me, pit)
        if outcome is None:
            continue
        if must_feed and (sum(outcome[0]) <= 4 or seeds(outcome[0], 1 - me) == 0):
            continue
        found[name(pit)] = outcome
    return found


def legal_moves(position):
    board, stores, owner, me, fields = load(position)
    if "result" in fields:
        return []
    return list(turns(board, stores, owner, me))


def play(position, move):
    board, stores, owner, me, fields = load(position)
    board, stores = turns(board, stores, owner, me)[move]
    over = False
    if sum(board) <= 4:
        over = True
        stores[me] += sum(board)
        board = [0] * PITS
    elif not turns(board, stores, owner, 1 - me):
        over = True
        for pit in range(PITS):
            stores[owner[pit]] += board[pit]
        board = [0] * PITS
    fields["captured"] = f"{stores[0]},{stores[1]}"
    if over:
        south, north = stores
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    return write([board[SIZE:][::-1], board[:SIZE]], "NS"[me], fields)


def next_round(position, first):
    board, stores, owner, me, fields = load(position)
    winner = 0 if stores[0] > stores[1] else 1
    count = stores[winner] // 4 + (1 if stores[winner] % 4 == 3 else 0)
    if stores[0] == stores[1]:
        count = SIZE
    if count >= PITS:
        return "SN"[winner]
    owned = ["-", "-"]
    if count > SIZE:
        further = [number("aA"[winner] + str(pit + 1)) for pit in range(count - SIZE)]
        for player in (0, 1):
            owned[player] = ",".join(
                name(pit) for pit in range(PITS)
                if (pit in further and player == winner)
                or (pit not in further and pit // SIZE == player))
    fields = {"captured": "0,0", "owned-S": owned[0], "owned-N": owned[1]}
    return write([[4] * SIZE, [4] * SIZE], "N" if first == "S" else "S", fields)
