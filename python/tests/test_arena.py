"""The arena: what prompts claim, how replies are read, and the scores that scripted models must get."""

import json
import re
import sys
from typing import Any

import pytest

import mankala
import scripted
from mankala import arena
from mankala.arena import prompts, reading
from mankala.drawing import dice, random_game, random_position
from mankala.arena.programs import cases
from mankala.arena.unseen import options
from mankala.ratings import Result, bradley_terry

SHOWN = ["kalah", "oware", "toguz-korgool", "bawo", "katro", "hus", "endodoi", "kingulu", "quan"]
"""Games with all kinds of boards, fields and moves."""

known = [name for name in SHOWN if name in mankala.variants()]


def check(prompt: str, variant: mankala.Variant, game: mankala.Game) -> int:
    """Checks each line of a prompt after the rules against the engine. Returns the number of claims."""
    claims = 0
    said_rules, rest = prompt.split("# Notation\n")
    known, written = (
        [line[2:] for line in part.splitlines() if line.startswith("- ")] for part in variant.rules.split("## Notation\n")
    )
    assert said_rules == "" or [line[2:] for line in said_rules.splitlines() if line.startswith("- ")] == known
    assert all(f"- {sentence}\n" in rest for sentence in written)
    drawing = re.search(r"```text\n(.*?)```\n", rest, re.DOTALL)
    if drawing:
        claims += 1
        assert drawing.group(1).rstrip("\n") == repr(game)
        rest = rest.replace(drawing.group(0), "")
    notation, rest = rest.split("# The position\n")
    place, question = rest.split("# The question\n")
    fields = [field.split("=") for field in variant.game().position.split(" ")[2:]]
    for line in filter(None, notation.splitlines()):
        claims += 1
        if line[2:] in written:
            if line.startswith("- A position is one line"):
                rows, side = game.position.split(" ")[:2]
                assert [[int(n) for n in row.split(",")] for row in rows.split("/")] == game.board.tolist()
                assert side == game.to_move
            elif line.startswith("- The player to move follows, S or N"):
                over = random_game(variant, dice("over", variant.digest))
                assert over.result is None or over.position.split(" ")[-1] == f"result={over.result}"
        elif match := re.fullmatch(r"- The pits as drawn, .*: (.*)\.", line):
            assert [row.split() for row in match.group(1).split("; ")] == variant.pits
            assert variant.pits[0][0].islower() and variant.pits[-1][0].isupper(), "South sits below"
            south = [row for row in variant.pits if row[0].isupper()]
            north = [row for row in variant.pits if row[0].islower()]
            assert all(row == sorted(row, key=lambda pit: int(pit[1:])) for row in south)
            assert all(row == sorted(row, key=lambda pit: -int(pit[1:])) for row in north)
        elif match := re.fullmatch(r"- The fields stand in this order: (.*)\.", line):
            assert match.group(1).split(", ") == [name for name, _ in fields]
        elif match := re.fullmatch(r"- The opening is `(.*)`\.", line):
            assert match.group(1) == variant.game().position
        elif match := re.fullmatch(r"- Moves are written as in these examples: (.*)\.", line):
            examples = set(match.group(1).split())
            rng = dice("examples", variant.digest)
            for _ in range(4):
                examples -= set(random_game(variant, rng, 120).record)
            assert not examples, "each was legal somewhere"
        else:
            raise AssertionError(f"an unknown claim: {line}")
    for line in filter(None, place.splitlines()):
        claims += 1
        if line == "Seeds:":
            continue
        if "=" in line and re.fullmatch(r"[A-Za-z]\d+=\d+( [A-Za-z]\d+=\d+)*", line):
            row = [pair.split("=") for pair in line.split()]
            at = variant.pits.index([pit for pit, _ in row])
            assert [int(seeds) for _, seeds in row] == game.board.tolist()[at]
        elif match := re.fullmatch(r"In one line: `(.*)`", line):
            assert variant.game(match.group(1), any_seeds=True).position == game.position
        elif match := re.fullmatch(r"Moves so far: (.*)\.", line):
            again = variant.game()
            for said in match.group(1).split(", ") if game.record else []:
                side, move = said.split(" ")
                assert prompts.SIDES[again.to_move] == side
                again.play(move)
            assert again.position == game.position
        elif match := re.fullmatch(r"(South|North) is to move\.", line):
            assert match.group(1)[0] == game.to_move
        elif match := re.fullmatch(r"Legal moves: (.*)\.", line):
            assert match.group(1).split() == game.moves
        elif match := re.fullmatch(r"You play (South|North)\.", line):
            assert match.group(1)[0] == game.to_move
        else:
            raise AssertionError(f"an unknown claim: {line}")
    return claims + len(question.splitlines())


@pytest.mark.parametrize("name", known)
def test_each_claim_of_a_prompt_holds(name: str) -> None:
    variant = mankala.load(name)
    for number in range(10):
        game = random_position(variant, dice("claims", name, number))
        style = arena.Style(legal_moves=number % 2 == 1)
        assert check(arena.duels.move_prompt(game, style, 2), variant, game) >= 12
    for item in [*arena.predict(name, count=5), *arena.legal(name, count=5)]:
        game = variant.game()
        past = scripted.found(r"Moves so far: (.*)\.", item.prompt)
        for said in past.split(", ") if past != "none" else []:
            game.play(said.split(" ")[1])
        assert check(item.prompt, variant, game) >= 12


def test_prompts_do_not_name_the_game() -> None:
    for name in mankala.variants()[::10]:
        variant = mankala.load(name)
        prompt = arena.duels.move_prompt(variant.game(), arena.Style(), 2)
        assert prompt.count("# The rules\n") == 1
        assert not re.search(rf"# {re.escape(variant.title)}|\b{re.escape(name)}\b", prompt), name


def test_parts_of_prompts_are_left_out() -> None:
    game = mankala.load("kalah").game()
    bare = arena.Style(rules=False, drawn=False, listed=False, history=False)
    prompt = arena.duels.move_prompt(game, bare, 0)
    assert "# The rules" not in prompt and "```" not in prompt and "A1=4" not in prompt and "so far" not in prompt
    assert "Legal moves:" not in prompt and "not even once" in prompt


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("ANSWER: A3", "A3"),
        ("I think.\n\n**Answer:** A3\n", "A3"),
        ("**ANSWER: A3**", "A3"),
        ("ANSWER: `A3`", "A3"),
        ("answer:\nA3", "A3"),
        ("ANSWER: A1\nNo.\nANSWER: A3", "A3"),
        ("The best is\nA3", "A3"),
        ("**ANSWER:** 6L*", "6L*"),
        ("**ANSWER: 6L***", "6L*"),
        ("ANSWER: a7R**", "a7R**"),
        ("**ANSWER:** **a7R**", "a7R"),
        ("", ""),
        ("\n…\n", ""),
    ],
)
def test_answers_are_found(reply: str, answer: str) -> None:
    assert reading.answer(reply) == answer


@pytest.mark.parametrize(
    ("reply", "move"),
    [("A3", "A3"), ("a3", "A3"), ("ANSWER: A3.", "A3"), ("ANSWER: A3 because", "A3"), ("3", None), ("A", None),
     ("A7", None), ("", None), ("b3", None), ("ANSWER: not A3", None)],
)  # fmt: skip
def test_moves_are_read_leniently(reply: str, move: str | None) -> None:
    assert reading.move(reply, mankala.load("oware").game()) == move


def test_positions_are_read_leniently() -> None:
    variant = mankala.load("oware")
    opening = variant.game().position
    said = "ANSWER: `4, 4,4,4,4,4 / 4,4,4,4,4,4  S captured = 0, 0`"
    assert reading.position(said, variant) == opening
    assert reading.position("ANSWER: 4,4 S", variant) is None


def questions(name: str, style: arena.Style = arena.Style()) -> list[arena.Item]:
    return [
        *arena.predict(name, count=12, style=style),
        *arena.legal(name, count=12, style=style),
        *arena.faults(name, count=3, style=style),
    ]


@pytest.mark.parametrize("name", known)
def test_a_perfect_model_scores_1(name: str) -> None:
    items = [*arena.predict(name, count=8), *arena.legal(name, count=8)]
    assert [row for row in arena.run(scripted.perfect(name), items).rows if row["score"] != 1] == []


@pytest.mark.parametrize("name", ["kalah", "oware"])
def test_faults_are_found_by_trying_all_rules(name: str) -> None:
    items = arena.faults(name, count=8, seed=3)
    scores = [row["score"] for row in arena.run(scripted.perfect(name), items).rows]
    # Another rule may explain the same trace, so the guess is not always the rule that was changed.
    assert sum(scores) >= 6
    assert 0 < sum(item.expected == "0" for item in items) < 8


def test_games_without_options_have_no_faults() -> None:
    with pytest.raises(mankala.Error, match="a variant with more options"):
        arena.faults("bao-kingulu", count=8)


def test_unseen_variants_are_new_and_the_same_for_a_seed() -> None:
    digests = {mankala.load(name).digest for name in mankala.variants()}
    drawn = [arena.unseen(seed) for seed in range(6)]
    assert [variant.digest for variant in drawn] == [arena.unseen(seed).digest for seed in range(6)]
    assert len({variant.digest for variant in drawn} - digests) == 6
    for variant in drawn:
        items = [*arena.predict(variant, count=4), *arena.legal(variant, count=4)]
        report = arena.run(scripted.perfect(variant), items)
        assert [row["score"] for row in report.rows] == [1.0] * 8
    assert arena.unseen(1, "oware", changes=1).name == "oware"
    with pytest.raises(mankala.Error, match="no playable variant"):
        arena.unseen(1, "oware", changes=1000)


def test_options_are_those_of_the_schema() -> None:
    found = options("congkak")
    assert found["rules.singles"] and "rules.max_sown" not in found
    for key, values in found.items():
        assert len(set(values)) == len(values) > 1, key


def test_a_stubborn_model_is_wrong_and_forfeits() -> None:
    items = questions("oware")
    report = arena.run(scripted.stubborn, items)
    right_traces = sum(item.expected == "0" for item in items)
    assert sum(row["score"] for row in report.rows) == right_traces, "Z0 is also the number 0"
    unreadable = [row for row in report.rows if row["task"] == "predict"]
    assert {(row["readable"], row["tries"]) for row in unreadable} == {(False, 3)}
    duel = arena.play(scripted.stubborn, "oware", "random", retries=1)
    assert (duel.score, duel.reason, duel.illegal, len(duel.moves)) == (0.0, "forfeit", 2, duel.opening)


def test_a_model_that_misreads_the_direction_scores_what_it_must() -> None:
    items = arena.predict("kalah", count=40)
    clockwise = mankala.load("kalah", {"rules.direction": "clockwise"})
    same = 0
    for item in items:
        game = clockwise.game(scripted.found("In one line: `(.*?)`", item.prompt), any_seeds=True)
        game.play(scripted.found("The move (.*?) is played", item.prompt))
        same += game.position == item.expected
    report = arena.run(scripted.backward("kalah"), items)
    assert sum(row["score"] for row in report.rows) == same < 8
    assert all(row["readable"] for row in report.rows)


def test_programs_are_scored_by_their_differences() -> None:
    items = arena.code("kalah", positions=60)
    assert [row["score"] for row in arena.run(scripted.perfect("kalah"), items).rows] == [1.0]
    [row] = arena.run(scripted.perfect("kalah", step=-1), items).rows
    assert row["score"] < 0.2
    assert "expected" in row["found"]
    trial = arena.try_program(f"STEP = -1\n{scripted.KALAH}", mankala.load("kalah"), count=60)
    assert trial.moves == 1 and trial.play < 0.3 and trial.cases == 60
    [row] = arena.run(lambda prompt: "I can't", items).rows
    assert (row["score"], row["readable"]) == (0.0, False)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def legal_moves(p): return 1 / 0\ndef play(p, m): return p", "ZeroDivisionError"),
        ("while True: pass", "was stopped"),
        ("x = [0] * 10**10", "MemoryError"),
        ("def legal_moves(", "SyntaxError"),
        ("import os; os._exit(3)", "was stopped"),
        ("import mankala", "ModuleNotFoundError"),
        ("def legal_moves(p): return 5\ndef play(p, m): print('x' * 10**6); return p", "TypeError"),
    ],
)
def test_programs_have_limits(code: str, found: str) -> None:
    trial = arena.try_program(code, mankala.load("oware"), count=4, seconds=2)
    assert trial.right == 0
    assert found in trial.difference


def test_cases_are_correct_and_repeatable() -> None:
    variant = mankala.load("oware")
    found = cases(variant, 30, 2)
    assert found == cases(variant, 30, 2) and len({case.position for case in found}) == 30
    for case in found:
        game = variant.game(case.position, any_seeds=True)
        assert tuple(game.moves) == case.legal and case.after


def test_a_change_of_prompts_that_means_nothing_changes_nothing() -> None:
    edits = [
        lambda prompt: prompt + "\n\n",
        lambda prompt: "Hello!\n\n" + prompt,
        lambda prompt: prompt.replace("\n", "\r\n"),
    ]
    plain = arena.run(scripted.perfect("kalah"), questions("kalah")).rows
    chosen = [arena.play(scripted.perfect("kalah"), "kalah", "mcts:50", pair=pair) for pair in range(2)]
    for edit in edits:
        style = arena.Style(edit=edit)
        assert arena.run(scripted.perfect("kalah"), questions("kalah", style)).rows == plain
        again = [arena.play(scripted.perfect("kalah"), "kalah", "mcts:50", pair=pair, style=style) for pair in range(2)]
        assert [duel.moves for duel in again] == [duel.moves for duel in chosen]


def test_a_ladder_rates_models_by_pairs_of_games() -> None:
    models = {"perfect": scripted.perfect("kalah"), "chance": scripted.chance(), "stubborn": scripted.stubborn}
    rungs = ["random", "greedy", "alphabeta:1", "alphabeta:2"]
    standing = arena.ladder(models, "kalah", rungs=rungs, pairs=4, style=arena.Style(legal_moves=True))
    names = [rating.player for rating in standing.ratings]
    assert set(names) == {*models, *rungs}
    assert names[0] == "perfect" and names[-1] == "stubborn"
    assert standing.rating("random").rating == 0
    chance = standing.rating("chance")
    assert chance.low < 0 < chance.high
    assert standing.rating("perfect").low > 0
    openings: dict[tuple[str, str, int], set[tuple[str, ...]]] = {}
    for model, duel in standing.games:
        openings.setdefault((model, duel.opponent, duel.pair), set()).add((duel.side, *duel.moves[: duel.opening]))
    assert all(len(pair) == 2 and len({moves[1:] for moves in pair}) == 1 for pair in openings.values())
    for line in standing.jsonl().splitlines():
        told = json.loads(line)
        game = mankala.load("kalah").game()
        for move in told["moves"]:
            game.play(move)
        own = {told["side"]: 1.0, "draw": 0.5}
        assert told["reason"] == "forfeit" or told["score"] == own.get(game.result or "draw", 0.0)
    with pytest.raises(mankala.ArgumentError, match="random"):
        arena.ladder({"random": scripted.stubborn}, "kalah", pairs=1)


def test_two_models_play_each_other() -> None:
    style = arena.Style(legal_moves=True)
    duel = arena.play(scripted.perfect("kalah"), "kalah", scripted.stubborn, style=style)
    assert (duel.score, duel.reason, duel.opponent) == (1.0, "forfeit", "stubborn")
    refused: dict[str, dict[str, Any]] = {"side": {"side": "X"}, "retries": {"retries": -1}, "ply_limit": {"ply_limit": 0}}
    for name, wrong in refused.items():
        with pytest.raises(mankala.ArgumentError, match=name):
            arena.play(scripted.stubborn, "kalah", "random", **wrong)


def test_ratings_are_those_of_the_model() -> None:
    # Three wins and one loss are odds of 3: 400 log10(3) points; the prior pulls them a little to 0.
    results = [Result("a", "b", score) for score in [1, 1, 1, 0] * 500]
    [first, second] = bradley_terry(results, "b")
    assert (first.player, second.rating) == ("a", 0)
    assert first.rating == pytest.approx(190.85, abs=1)
    assert first.low < 190.85 < first.high
    assert first.high - first.low == pytest.approx(2 * 1.96 * 173.72 / (2000 * 0.1875) ** 0.5, rel=0.02)
    # Pairs of equal games carry half the information.
    paired = [Result("a", "b", score, at // 2) for at, score in enumerate([1, 1, 1, 1, 1, 1, 0, 0] * 250)]
    [wide, _] = bradley_terry(paired, "b")
    assert (wide.high - wide.low) / (first.high - first.low) == pytest.approx(2**0.5, rel=0.02)
    [best, _] = bradley_terry([Result("a", "b", 1)] * 10, "b")
    assert 0 < best.rating < 2000
    for wrong in ([], [Result("a", "a", 1)], [Result("a", "b", 2)]):
        with pytest.raises(mankala.ArgumentError):
            bradley_terry(wrong)


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "text": "ANSWER: A" + str(len(asked["prompt"]))}), flush=True)
"""


def test_a_program_is_a_model() -> None:
    with arena.Command([sys.executable, "-c", PROGRAM]) as model:
        assert [model("x"), model("é\n" * 3)] == ["ANSWER: A1", "ANSWER: A6"]
    with pytest.raises(arena.ModelError, match="can't start"):
        arena.Command(["/nowhere/to/be/found"])
    for program, why in (
        ("print('hello')", "expected a line"),
        ("pass", "ended before"),
        ("import time; time.sleep(60)", "did not reply"),
        ("input(); print('{\"id\": 7, \"text\": \"\"}')", "expected a line"),
    ):
        with arena.Command([sys.executable, "-c", program], timeout=0.5 if "sleep" in program else 20) as model:
            with pytest.raises(arena.ModelError, match=why):
                model("x")


def test_chat_models_are_models() -> None:
    class Message:
        content = "ANSWER: A1"

    class Choice:
        message = Message()

    class Completion:
        choices = [Choice()]

    replies: list[Any] = [
        "ANSWER: A1",
        {"role": "assistant", "content": "ANSWER: A1"},
        {"choices": [{"message": {"content": "ANSWER: A1"}}]},
        Completion(),
    ]
    for reply in replies:
        seen: list[arena.Messages] = []

        def complete(messages: arena.Messages, reply: Any = reply, seen: list[arena.Messages] = seen) -> Any:
            seen.append(messages)
            return reply

        assert arena.chat(complete, system="Play.")("Where?") == "ANSWER: A1"
        assert seen == [[{"role": "system", "content": "Play."}, {"role": "user", "content": "Where?"}]]
    with pytest.raises(arena.ModelError, match="expected a text"):
        arena.chat(lambda messages: 5)("Where?")
    assert [message["role"] for message in arena.messages("Where?", "There.")] == ["user", "assistant"]


def test_gymnasium_plays_texts() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    env = arena.gym_env("kalah", "greedy", style=arena.Style(legal_moves=True))
    check_env(env, skip_render_check=True)
    model, plies = scripted.chance(), []
    for seed in range(6):
        text, info = env.reset(seed=seed)
        over = cut = False
        reward = 0.0
        while not (over or cut):
            assert env.observation_space.contains(text)
            text, reward, over, cut, info = env.step(model(text))
        assert reward == {info["side"]: 1.0, "draw": 0.0}.get(str(env.game.result), -1.0)
        plies.append(len(env.game.record))
        with pytest.raises(mankala.ArgumentError, match="reset"):
            env.step("A1")
    assert len(set(plies)) > 1
    env.reset(seed=1)
    assert [env.step("Z0")[1:3] for _ in range(3)] == [(0.0, False), (0.0, False), (-1.0, True)]


def test_textarena_plays_texts() -> None:
    pytest.importorskip("textarena")
    env = arena.textarena_env("kalah", style=arena.Style(legal_moves=True))
    model = scripted.chance()
    env.reset(num_players=2, seed=1)
    is_over = False
    while not is_over:
        player, seen = env.get_observation()
        assert "SN"[player] == env.game.to_move
        is_over, _ = env.step(model(seen[-1][1]))
    rewards, _ = env.close()
    assert rewards == {"S": {0: 1, 1: -1}, "N": {0: -1, 1: 1}, "draw": {0: 0, 1: 0}}[str(env.game.result)]
    env.reset(num_players=2)
    assert [env.step("Z0")[0] for _ in range(3)] == [False, False, True]
    assert env.close()[0] == {0: -1, 1: 1}


def test_wrong_numbers_are_refused() -> None:
    for made in (arena.predict, arena.legal, arena.faults):
        with pytest.raises(mankala.ArgumentError, match="count"):
            made("kalah", count=0)
        with pytest.raises(mankala.ArgumentError, match="retries"):
            made("kalah", retries=-1)
