"""Puhulmutu. Written from the rules in words alone."""

SIZE = 7
PITS = 2 * SIZE


def name(pit):
    return "A" + str(pit + 1) if pit < SIZE else "a" + str(pit - SIZE + 1)


def load(position):
    rows, side, fields = read(position)
    board = rows[1] + rows[0][::-1]
    stores = [int(part) for part in fields["captured"].split(",")]
    return board, stores, "SN".index(side), fields


def owner(pit):
    return pit // SIZE


def sow(board, stores, me, start, step):
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
            pit = (pit + step) % PITS
            if hand > 1 and any(seeds != 3 for seeds in board):
                while board[pit] == 3:
                    pit = (pit + step) % PITS
            board[pit] += 1
            hand -= 1
        if board[pit] == 4:
            stores[me] += 4
            board[pit] = 0
            pit = (pit + step) % PITS
            if board[pit] == 0:
                return board, stores
        elif board[pit] == 1:
            return board, stores


def turns(board, stores, me, direction):
    """Returns the legal moves, each with its outcome and direction."""
    found = []
    for pit in range(PITS):
        if owner(pit) != me or not board[pit]:
            continue
        for letter, step in (("L", -1), ("R", 1)):
            if direction not in ("-", letter):
                continue
            outcome = sow(board, stores, me, pit, step)
            if outcome is not None:
                move = name(pit) + (letter if direction == "-" else "")
                stays = owner((pit + step) % PITS) == me
                found.append((move, board[pit], stays, outcome, letter))
    if any(turn[1] > 1 for turn in found):
        found = [turn for turn in found if turn[1] > 1]
    elif any(turn[2] for turn in found):
        found = [turn for turn in found if turn[2]]
    return {turn[0]: (turn[3], turn[4]) for turn in found}


def legal_moves(position):
    board, stores, me, fields = load(position)
    if "result" in fields:
        return []
    return list(turns(board, stores, me, fields["dir"][0]))


def play(position, move):
    board, stores, me, fields = load(position)
    (board, stores), letter = turns(board, stores, me, fields["dir"][0])[move]
    fields["dir"] = letter + "," + letter
    over = not turns(board, stores, 1 - me, letter)
    if over:
        for pit in range(PITS):
            stores[owner(pit)] += board[pit]
        board = [0] * PITS
    fields["captured"] = f"{stores[0]},{stores[1]}"
    if over:
        south, north = stores
        fields["result"] = "S" if south > north else "N" if north > south else "draw"
    return write([board[SIZE:][::-1], board[:SIZE]], "NS"[me], fields)
