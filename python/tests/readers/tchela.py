"""Tchela. Written from the rules in words, but by somebody who knew the engine."""

# A path lists the 17 places of a player in the order of sowing: A8 to A5, the store, A4 to A1, B1 to B8.

STORE = 4
MAX_SOWN = 10_000

def pair(text):
    """Returns South's number and North's."""
    return [int(number) for number in text.split(",")]

def sides(position):
    """Returns the paths of the player to move and of the opponent, the player, and the fields."""
    (north_back, north_front, south_front, south_back), side, fields = read(position)
    rows = [(south_front, south_back), (north_front[::-1], north_back[::-1])]
    paths = [front[:3:-1] + [store] + front[3::-1] + back for (front, back), store in zip(rows, pair(fields["store"]))]
    player = "SN".index(side)
    return paths[player], paths[1 - player], player, fields

def rows_of(path):
    """Returns the front row and the back row of a path, from their owner's left."""
    return (path[:STORE] + path[STORE + 1 : 9])[::-1], path[9:]

def name(place, player):
    """Returns the name of a place that is not the store."""
    if place > 8:
        return f"{'Bb'[player]}{place - 8}"
    return f"{'Aa'[player]}{8 - place + (place > STORE)}"

def turn(path, start, wanted):
    """Returns the path after a turn, the last place, and whether the store got a seed and it was the opening."""
    opening = all(seeds == 1 for seeds in path[:STORE] + path[STORE + 1 :])
    if not path[start] or opening and start == STORE:
        return None
    path, place, asked, stored, sown = path[:], start, opening, False, 0
    if opening:
        for _ in range(8):
            path[place] = 0
            place = following(place)
            path[place] += 1
            last = place
            place = following(place)
        place = last
    while True:
        hand, path[place] = path[place], 0
        while hand:
            place = (place + 1) % 17
            if place == STORE:
                if path[STORE] or asked:
                    continue
                asked = True
                if not wanted:
                    continue
                stored = True
            path[place] += 1
            hand -= 1
            sown += place != STORE
        if sown > MAX_SOWN:
            return None
        if path[place] == 1:
            return path, place, stored, opening

def following(place):
    """Returns the next place, past the store."""
    place = (place + 1) % 17
    return place + (place == STORE)

def moves(path, player):
    """Returns the moves, each with what the turn returns."""
    found = {}
    for start in range(17):
        for wanted in (False, True):
            played = turn(path, start, wanted)
            if played:
                sign = "+" if played[2] else ""
                pit = name(STORE + 1, player) + "-" if start == STORE else name(start, player)
                found[pit + sign] = played
    return found

def legal_moves(position):
    own, _, player, fields = sides(position)
    return [] if "result" in fields else list(moves(own, player))

def play(position, move):
    own, other, player, fields = sides(position)
    own, last, _, opening = moves(own, player)[move]
    captured = pair(fields["captured"])
    if last <= 8 and last != STORE and not opening:
        front, back = 8 - last, 8 + last + (last < STORE)
        if other[front]:
            captured[player] += other[front] + other[back]
            other[front] = other[back] = 0
    paths = [own, other] if player == 0 else [other, own]
    fields["captured"] = f"{captured[0]},{captured[1]}"
    fields["store"] = f"{paths[0][STORE]},{paths[1][STORE]}"
    if not moves(other, 1 - player):
        held = [sum(path) + taken for path, taken in zip(paths, captured)]
        fields["result"] = "draw" if held[0] == held[1] else "S" if held[0] > held[1] else "N"
    (south_front, south_back), (north_front, north_back) = map(rows_of, paths)
    return write([north_back[::-1], north_front[::-1], south_front, south_back], "NS"[player], fields)
