"""Tests whether the first player of a match is stronger: a sequential probability ratio test over pairs of games.

    mankala match VARIANT --south NEW --north OLD --games 400 --opening-plies 6 > FILE
    python benches/sprt.py FILE [LOW HIGH]

H0 says that NEW gains LOW Elo (100 if left out), H1 that it gains HIGH (200). Each is accepted wrongly in 5 % of cases.
The log likelihood ratio (LLR) is the normal approximation over the five results of a pair; each result counts as 0.1
pairs at first. The test ends with the first pair where the ratio leaves the bounds, but not before ten pairs. Later pairs
are not read. A pair with an unfinished game is left out.
"""

import json
import math
import sys

BOUND = math.log(0.95 / 0.05)
FEWEST = 10


def score(elo):
    """Returns the mean score of a player who is stronger by this much."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo(score):
    """Returns the Elo difference of a mean score, at most 920."""
    score = min(max(score, 0.005), 0.995)
    return 400 * math.log10(score / (1 - score))


def halves(game):
    """Returns the half points of the match's first player, or None for an unfinished game."""
    seat = "SN"[game["game"] % 2]
    assert game["south" if seat == "S" else "north"] == game["players"][0]
    return {"S": 2 * (seat == "S"), "N": 2 * (seat == "N"), "draw": 1}.get(game.get("result"))


def main(path, low=100, high=200):
    null, other = score(float(low)), score(float(high))
    pairs = {}
    with open(path) as lines:
        for game in map(json.loads, lines):
            pairs.setdefault(game["game"] // 2, []).append(halves(game))
    counts, games = [0.1] * 5, [0, 0, 0]
    finished = [pair for _, pair in sorted(pairs.items()) if len(pair) == 2 and None not in pair]
    for number, pair in enumerate(finished, 1):
        counts[sum(pair)] += 1
        for result in pair:
            games[result] += 1
        size = sum(counts)
        mean = sum(half / 4 * count for half, count in enumerate(counts)) / size
        variance = sum((half / 4 - mean) ** 2 * count for half, count in enumerate(counts)) / size
        llr = size * (other - null) * (2 * mean - null - other) / (2 * variance)
        ends = abs(llr) >= BOUND and number >= FEWEST
        if ends or number % 10 == 0 or number == len(finished):
            near = 1.96 * math.sqrt(variance / size)
            least, middle, most = (elo(mean + away) for away in (-near, 0, near))
            verdict = (" H0 accepted", " H1 accepted")[llr > 0] if ends else ""
            print(
                f"{number} pairs: won {games[2]}, drawn {games[1]}, lost {games[0]}; "
                f"LLR {llr:+.2f}; Elo {middle:+.0f}, {least:+.0f} to {most:+.0f}{verdict}"
            )
        if ends:
            return


main(*sys.argv[1:])
