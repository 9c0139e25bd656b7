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

SHOWN = ["kalah", "oware", "toguz-korgool", "bawo", "katro", "hus-nama", "endodoi", "bao-kingulu", "o-an-quan"]
"""Games with all kinds of boards, fields and moves."""

WITHOUT_FAULTS = ["bawo", "bao-kingulu", "o-an-quan"]
"""Those whose rules have no options with few values, so that no rule can be changed for a fault."""


def check(prompt: str, variant: mankala.Variant, game: mankala.Game) -> int:
    """Checks each line of a prompt before the question against the engine. Returns the number of claims."""
    claims = 0
    prompt, _ = prompt.split("# The question\n")
    said_rules, rest = prompt.split("# Notation\n")
    known, written = (
        [line[2:] for line in part.splitlines() if line.startswith("- ")] for part in variant.rules.split("## Notation\n")
    )
    numbers = r"(?:- |\d+\. )"
    assert said_rules == "" or re.findall(rf"^{numbers}(.*)$", said_rules, re.MULTILINE) == known
    numbered = re.findall(r"^(\d+)\. ", said_rules, re.MULTILINE)
    assert numbered in ([], [str(at + 1) for at in range(len(known))])
    assert all(f"- {sentence}\n" in rest for sentence in written)
    drawing = re.search(r"```text\n(.*?)```\n", rest, re.DOTALL)
    if drawing:
        claims += 1
        assert drawing.group(1).rstrip("\n") == repr(game)
        rest = rest.replace(drawing.group(0), "")
    notation, _, place = rest.partition("# The position\n")
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
    return claims


TIMES = {"not even once": 0, "once": 1, "twice": 2}
"""Numbers of corrections in words."""


def retries_said(said: str, item: arena.Item) -> None:
    """Checks what a prompt says about corrections: so many, and none of a readable answer."""
    assert TIMES[said] == item.retries
    asked: list[str] = []

    def model(prompt: str) -> str:
        asked.append(prompt)
        return ""

    row = item.ask(model)
    assert (row["readable"], row["score"], len(asked), row["tries"]) == (False, 0.0, item.retries + 1, item.retries + 1)
    assert all(prompt.startswith(item.prompt) for prompt in asked)


def check_question(item: arena.Item, variant: mankala.Variant, game: mankala.Game) -> None:
    """Checks each sentence of a question against the engine and the rules for replies."""
    _, question = item.prompt.split("# The question\n")
    whole = " ".join(question.split("```python\n")[0].split())
    whole += " " + " ".join(question.split("```\n")[-1].split()) if "```python" in question else ""
    described, steps = "", re.findall(r"^\d+\. (.*)$", question, re.MULTILINE)
    for step in steps:
        whole = re.sub(rf" \d+\. {re.escape(step)}", "", whole, count=1)
    for sentence in re.split(r"(?<=[.?:`]) (?=[A-Z`-])", whole.strip()):
        match = re.fullmatch
        if found := match(r"The move (\S+) is played\.", sentence):
            assert found.group(1) in game.moves
            after = game.copy()
            after.play(found.group(1))
            assert item.expected == after.position
        elif sentence.startswith("Write the position after it in one line, with all fields, and with its result if"):
            assert ("result=" in item.expected) == (after.result is not None)
            assert item.judge(f"ANSWER: {item.expected}") == (1.0, item.expected)
        elif sentence == "List all legal moves, with spaces between them.":
            assert item.expected.split() == game.moves
            assert item.judge(f"ANSWER: {' '.join(reversed(game.moves))}") == (1.0, " ".join(sorted(game.moves)))
        elif sentence in prompts.ANSWER or sentence == "End your reply with a line `ANSWER: …`.":
            assert reading.answer("ANSWER: A1\nANSWER: A2\nThe end.") == "A2" and reading.answer("A1\nA2") == "A2"
        elif found := match(r"An unreadable answer can be corrected (.*); after that it counts as wrong\.", sentence):
            retries_said(found.group(1), item)
        elif sentence == "A readable one is final.":
            wrong = "ANSWER: 99" if item.task == "faults" else f"ANSWER: {'Z9' if item.task == 'legal' else variant.game().position}"
            row = item.ask(lambda _: wrong)
            assert (row["readable"], row["tries"]) == (True, 1)
        elif found := match(r"Someone plays (\S+) and describes the move like this:", sentence):
            described = found.group(1)
            assert described in game.moves
        elif found := match(r"Then the position is `(.*)`\.", sentence):
            after = game.copy()
            told = [step.text for step in after.trace(described)]
            after.play(described)
            is_right = told == steps and after.position == found.group(1)
            assert is_right == (item.expected == "0")
            assert is_right or (told != steps and after.position != found.group(1)), "both show the fault"
        elif sentence == "Which rule does this violate?":
            sentences = prompts.sheet(variant).sentences
            assert all(0 <= int(number) <= len(sentences) for number in item.expected.split(" or "))
        elif sentence == "Answer with the number of its sentence, or with 0 if all is right.":
            assert all(item.judge(f"ANSWER: {number}") == (1.0, number) for number in item.expected.split(" or "))
        else:
            check_code(sentence, item, variant)


def check_code(sentence: str, item: arena.Item, variant: mankala.Variant) -> None:
    """Checks a sentence of the question for a program against the positions with which it is tried."""
    tried = cases(variant, 60, 1)
    head = "Write these rules as a Python program in one block of code."
    if sentence in (head, "It defines two functions:", "These functions are already there:"):
        names: dict[str, Any] = {}
        exec(arena.programs.HARNESS, names)
        assert all(names["write"](*names["read"](case.position)) == case.position for case in tried)
    elif sentence == "- `legal_moves(position)` returns a list of all legal moves of a position, given in one line.":
        assert all(list(case.legal) == variant.game(case.position, any_seeds=True).moves for case in tried)
    elif sentence.startswith("- `play(position, move)` returns the position after a legal move, in one line with all"):
        assert sentence.endswith("fields; the last field is `result=…` if the game is over.")
        for case in tried:
            for move, after in case.after:
                game = variant.game(case.position, any_seeds=True)
                game.play(move)
                assert after == game.position
                assert after.split(" ")[-1].startswith("result=") == (game.result is not None)
    elif sentence == "Each position begins a game, so no earlier position can be repeated.":
        assert all(not variant.game(case.position, any_seeds=True).record for case in tried)
    elif sentence == "Moves that repeat it are not tried.":
        for case in tried:
            for move, _ in case.after:
                game = variant.game(case.position, any_seeds=True)
                game.play(move)
                assert game.ending != "repetition"
    elif sentence == "Only the standard library may be imported.":
        imports = "import json\nimport {}\ndef legal_moves(p): return []\ndef play(p, m): return p"
        assert "ModuleNotFoundError" in arena.try_program(imports.format("pytest"), variant, count=2).difference
        assert "Error" not in arena.try_program(imports.format("collections"), variant, count=2).difference
    elif sentence == "Fields keep their order.":
        for case in tried:
            texts = (case.position, *dict(case.after).values())
            lists = [[field.split("=")[0] for field in text.split(" ")[2:]] for text in texts]
            order = max(lists, key=len)
            assert all(sorted(some, key=order.index) == some for some in lists if set(some) <= set(order))
    elif sentence == "The last block of code that defines both functions is read.":
        blocks = [f"```python\ndef legal_moves(p): {at}\ndef play(p, m): {at}\n```" for at in range(2)]
        program = arena.programs.program_of("\n".join([*blocks, "```\nx = 1\n```"]))
        assert program is not None and "play(p, m): 1" in program
    elif found := re.fullmatch(r"A reply without one can be corrected (.*); after that it counts as wrong\.", sentence):
        retries_said(found.group(1), item)
    else:
        raise AssertionError(f"an unknown claim: {sentence}")


@pytest.mark.parametrize("name", SHOWN)
def test_each_claim_of_a_prompt_holds(name: str) -> None:
    variant = mankala.load(name)
    for number in range(10):
        game = random_position(variant, dice("claims", name, number))
        style = arena.Style(legal_moves=number % 2 == 1)
        assert check(arena.duels.move_prompt(game, style, 2), variant, game) >= 12
    faults = [] if name in WITHOUT_FAULTS else arena.faults(name, count=6)
    for item in [*arena.predict(name, count=5), *arena.legal(name, count=5), *faults, *arena.code(name)]:
        game = variant.game()
        if item.task == "code":
            assert check(item.prompt, variant, game) >= 3
            check_question(item, variant, game)
            continue
        past = scripted.found(r"Moves so far: (.*)\.", item.prompt)
        for said in past.split(", ") if past != "none" else []:
            game.play(said.split(" ")[1])
        assert check(item.prompt, variant, game) >= 12
        check_question(item, variant, game)


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


@pytest.mark.parametrize("name", SHOWN)
def test_a_perfect_model_scores_1(name: str) -> None:
    items = [*arena.predict(name, count=8), *arena.legal(name, count=8)]
    assert [row for row in arena.run(scripted.perfect(name), items).rows if row["score"] != 1] == []


@pytest.mark.parametrize("name", ["kalah", "oware", "toguz-korgool", "endodoi", "sungka"])
def test_faults_are_found_by_trying_all_rules(name: str) -> None:
    items = arena.faults(name, count=8, seed=3)
    scores = [row["score"] for row in arena.run(scripted.perfect(name), items).rows]
    # A trace that changes of different rules explain is not asked, so there is no doubt.
    assert scores == [1.0] * 8
    assert 0 < sum(item.expected == "0" for item in items) < 8


@pytest.mark.parametrize("name", WITHOUT_FAULTS)
def test_games_without_options_have_no_faults(name: str) -> None:
    with pytest.raises(mankala.Error, match="a variant with more options"):
        arena.faults(name, count=8)


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


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("kalah", scripted.perfect("kalah")),
        ("kalah", scripted.backward("kalah")),
        ("toguz-korgool", scripted.perfect("toguz-korgool")),
        ("bao-kingulu", scripted.perfect("bao-kingulu")),
        ("oware", scripted.stubborn),
    ],
)
def test_a_change_of_prompts_that_means_nothing_changes_nothing(name: str, model: arena.Model) -> None:
    def asked(style: arena.Style) -> list[dict[str, Any]]:
        if model.__qualname__.startswith("backward"):
            return arena.run(model, arena.predict(name, count=12, style=style)).rows
        faults = [] if name in WITHOUT_FAULTS else arena.faults(name, count=3, style=style)
        code = arena.code(name, style=style, positions=10) if name == "kalah" else []
        items = [*arena.predict(name, count=6, style=style), *arena.legal(name, count=6, style=style), *faults, *code]
        return arena.run(model, items).rows

    def played(style: arena.Style) -> list[list[str]]:
        if model.__qualname__.startswith("backward"):
            return []
        return [arena.play(model, name, "mcts:20", pair=pair, ply_limit=30, style=style).moves for pair in range(2)]

    plain, moves = asked(arena.Style()), played(arena.Style())
    edits = [
        lambda prompt: prompt + "\n\n",
        lambda prompt: "Hello!\n\n" + prompt,
        lambda prompt: prompt.replace("\n", "\r\n"),
    ]
    for edit in edits:
        style = arena.Style(edit=edit)
        assert asked(style) == plain
        assert played(style) == moves


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
