"""I Pere. Written from the rules in words, but by somebody who knew the engine."""

# The ring as the player to move sees it: pits 0 to 4 are the own row, 5 to 9 the other one; 4 and 9 are the hogons.

def seen(position):
    """Returns the ring, the player to move, the players who have sown their hogon, and the fields."""
    (north, south), side, fields = read(position)
    rows = [south, north[::-1]]
    player = "SN".index(side)
    ring = rows[player] + rows[1 - player]
    return ring, player, set(fields.get("sown", "-")) & set("SN"), fields

def starts(ring, player, sown):
    if ring[4] >= 13 and "SN"[player] not in sown:
        return [4]
    return [pit for pit in range(4) if ring[pit]]

def legal_moves(position):
    ring, player, sown, fields = seen(position)
    if "result" in fields:
        return []
    return ["Aa"[player] + str(pit + 1) for pit in starts(ring, player, sown)]

def play(position, move):
    ring, player, sown, fields = seen(position)
    start = int(move[1:]) - 1
    skipped = {4, 9} if start == 4 else set()
    hand, ring[start] = ring[start], 0
    last = start
    while hand:
        last = (last + 1) % 10
        if last not in skipped:
            ring[last] += 1
            hand -= 1
    if start == 4:
        sown.add("SN"[player])
        captured = [pit for pit in range(5, 9) if ring[pit] in (2, 3)]
    else:
        captured = [last] if last != 4 and ring[last] in (2, 3) else []
    for pit in captured:
        ring[4] += ring[pit]
        ring[pit] = 0
    fields["sown"] = "".join(side for side in "SN" if side in sown) or "-"
    rows = [ring[:5], ring[5:]]
    if not starts(ring[5:] + ring[:5], 1 - player, sown):
        south, north = (rows[player][4], rows[1 - player][4])
        fields["result"] = "draw" if south == north else "S" if south > north else "N"
    south, north = rows[player], rows[1 - player]
    return write([north[::-1], south], "NS"[player], fields)
