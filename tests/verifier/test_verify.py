#!/usr/bin/env python3
"""Compare verify.py with the program: MANKALA=/path/to/mankala python3 test_verify.py [-v]

The program makes certificates of small boards and of whole games. `verify.py` and `mankala verify` must agree on each
of them, and on mutated copies: a mutated copy that the program refuses must not hold here either.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import verify  # noqa: E402

BINARY = os.environ.get("MANKALA", "mankala")
BOARDS = [
    "kalah:board.columns=2,setup.seeds=2", "kalah:board.columns=3,setup.seeds=2", "kalah:board.columns=3,setup.seeds=3",
    "kalah:board.columns=4,setup.seeds=2", "kalah:board.columns=3,setup.seeds=4,rules.capture=always",
    "kalah:board.columns=3,setup.seeds=2,rules.taken=opposite", "kalah:board.columns=3,setup.seeds=2,rules.store=left",
    "kalah:board.columns=3,setup.seeds=2,rules.majority=true", "dakon:board.columns=4,setup.seeds=2",
    "kalah:board.columns=3,setup.seeds=2,rules.capture=never,rules.over=stuck,rules.goal=first-empty", "go-empty-one",
    "oware:board.columns=3,setup.seeds=2",
    "oware:board.columns=2,setup.seeds=2", "awari:board.columns=3,setup.seeds=2", "awari:board.columns=2,setup.seeds=2",
    "awari:board.columns=2,setup.seeds=3", "wari:board.columns=3,setup.seeds=2",
    "songo:board.columns=3,setup.seeds=2", "micro-wari", "kara", "khiam",
    "bestemshe:board.columns=2,setup.seeds=2", "bestemshe:board.columns=2,setup.seeds=3", "khrour", "kapana-bona",
    "um-el-tuweisat:setup.seeds=2", "um-el-tuweisat", "bao-6x2:board.columns=3,setup.seeds=1",
    "bao-6x2:board.columns=2,setup.seeds=2", "bao-6x2:board.columns=2,setup.seeds=3", "bao-kingulu",
    "bao-kingulu:board.columns=4,setup.seeds=4", "bao-kingulu:board.columns=3,setup.seeds=5",
    "pallam-kuzhi:board.columns=3,setup.seeds=2",
    "pandi:board.columns=3,setup.seeds=3", "longbeu-a-cha", "longbeu-a-cha:board.columns=3,setup.seeds=3",
    "khutka-boia", "khutka-boia:board.columns=3,setup.seeds=2", "raja-pasu",
]


def run(*arguments):
    """Runs the program for at most half a minute and returns its exit status; 124 after that time."""
    try:
        return subprocess.run([BINARY, *arguments], capture_output=True, timeout=30, check=False).returncode
    except subprocess.TimeoutExpired:
        return 124


def sealed(header, letters):
    """Returns a certificate with right checksums."""
    header = {**header, "letters": len(letters), "letters_check": verify.checksum(letters.encode())}
    header.pop("check")
    line = json.dumps(header, separators=(",", ":"), ensure_ascii=False)[:-1].encode()
    lines = "".join(letters[at:at + 100] + "\n" for at in range(0, len(letters), 100))
    return line + b',"check":"' + verify.checksum(line).encode() + b'"}\n' + lines.encode()


def raw_mutations(data, rng):
    """Yields changed copies whose checksums are not made right."""
    for _ in range(3):
        at = rng.randrange(len(data))
        yield "a bit flipped", data[:at] + bytes([data[at] ^ 1 << rng.randrange(7)]) + data[at + 1:]
    at = rng.randrange(len(data))
    yield "truncated", data[:at]
    yield "a line feed missing", data[:-1]
    yield "a line feed too many", data + b"\n"
    yield "CR LF", data.replace(b"\n", b"\r\n")
    yield "a byte left out", data[:at] + data[at + 1:]
    yield "empty", b""
    for head in (b"[" * 100_000, b'{"format":' * 100_000, b"[]\n", b"5\n", b"null\n", b'"text"\n', b"\xff\xfe\n"):
        yield f"{len(head)} bytes that begin with {head[:10]}", head


def sealed_mutations(header, letters, rng):
    """Yields changed copies with right checksums."""
    tokens = re.findall(r"\+*\w", letters)
    for number, claim in enumerate(header["claims"]):
        for higher in (1, 2, 100):
            claims = list(header["claims"])
            claims[number] = {**claim, "least": claim["least"] + higher}
            yield f"a value raised by {higher}", sealed({**header, "claims": claims}, letters)
        claims[number] = {**claim, "least": claim["least"] - 1}
        yield "a value lowered", sealed({**header, "claims": claims}, letters)
    yield "claims exchanged", sealed({**header, "claims": header["claims"][::-1]}, letters)
    yield "a claim dropped", sealed({**header, "claims": header["claims"][1:]}, letters)
    yield "a claim repeated", sealed({**header, "claims": header["claims"] * 2}, letters * 2)
    yield "a move too many", sealed(header, letters + "0")
    yield "no moves", sealed(header, "")
    yield "an open number", sealed(header, letters + "+")
    for _ in range(4 if tokens else 0):
        at, digit = rng.randrange(len(tokens)), rng.choice("0123456aZ")
        yield "a move changed", sealed(header, "".join([*tokens[:at], digit, *tokens[at + 1:]]))
        yield "a move dropped", sealed(header, "".join([*tokens[:at], *tokens[at + 1:]]))
        yield "a larger number", sealed(header, "".join([*tokens[:at], "+" + tokens[at], *tokens[at + 1:]]))
        yield "moves exchanged", sealed(header, "".join([*tokens[at:], *tokens[:at]]))
        yield "moves cut off", sealed(header, "".join(tokens[:at]))
    place = header["position"]
    seeds = rng.choice([found for found in re.finditer(r"\d+", place)])
    more = place[:seeds.start()] + str(int(seeds[0]) + 1) + place[seeds.end():]
    yield "a seed more", sealed({**header, "position": more}, letters)
    yield "the other side", sealed({**header, "position": re.sub(r" S ", " N ", place)}, letters)
    yield "a result", sealed({**header, "position": place + " result=S"}, letters)
    yield "no position", sealed({**header, "position": ""}, letters)
    yield "another variant", sealed({**header, "variant": "oware:board.columns=4"}, letters)
    yield "a further key", sealed({**header, "more": 1}, letters)
    yield "a missing key", sealed({key: value for key, value in header.items() if key != "version"}, letters)
    yield "a claim of a fraction", sealed({**header, "claims": [{**header["claims"][0], "least": 0.5}]}, letters)
    yield "a claim of a word", sealed({**header, "claims": [{**header["claims"][0], "least": True}]}, letters)
    yield "a claim of nobody", sealed({**header, "claims": [{**header["claims"][0], "side": "X"}]}, letters)
    for endless in (True, False):
        claims = [{**header["claims"][0], "endless": endless}, *header["claims"][1:]]
        yield "a claim that is endless", sealed({**header, "claims": claims}, letters)
    yield "a claim with more", sealed({**header, "claims": [{**header["claims"][0], "most": 1}]}, letters)
    yield "the text of a number", sealed({**header, "claims": [{**header["claims"][0], "least": "1"}]}, letters)
    yield "another format", sealed({**header, "format_version": 2}, letters)
    yield "Arabic digits", sealed({**header, "position": place.replace("captured=0", "captured=\u0660")}, letters)
    for key, value in [("version", 3), ("version", None), ("format_version", True), ("format_version", 1.0),
                       ("rules", 5), ("variant", 5), ("variant", []), ("variant", None), ("position", 5),
                       ("claims", {}), ("claims", "ab"), ("claims", [5]), ("claims", [[]]), ("claims", [{}])]:
        yield f"{key} of another type: {value}", sealed({**header, key: value}, letters)
    name, joint = header["variant"], "," if ":" in header["variant"] else ":"
    for change in ("", "junk", "=", "setup.seeds=[1,2]", "setup.seeds=true", "setup.seeds=-1", "board.columns=[2]",
                   f"board.columns={10 ** 30}", "rules.board.columns=2", "rules.rules.majority=false"):
        yield f"a change that says nothing: {change}", sealed({**header, "variant": name + joint + change}, letters)


class Agreement(unittest.TestCase):
    """The program and verify.py agree."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name) / "certificate"
        cls.made = {}
        for board in BOARDS:
            cls.path.unlink(missing_ok=True)
            run("solve", board, "--budget", "10s", "--memory", "64M", "--certificate", str(cls.path))
            if cls.path.exists():
                cls.made[board] = cls.path.read_bytes()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def here(self, data):
        """Returns the exit status of verify.py for the bytes of a certificate."""
        self.path.write_bytes(data)
        return verify.verify(str(self.path))

    def test_certificates_hold(self):
        """Every certificate that the program makes holds here."""
        self.assertEqual(set(BOARDS) - set(self.made), set(), "the program made no certificate")
        for board, data in self.made.items():
            with self.subTest(board):
                self.assertEqual(self.here(data), 0)
                self.assertEqual(run("verify", str(self.path)), 0)

    def test_mutations_are_rejected(self):
        """A mutated certificate that the program refuses does not hold here."""
        rng, tried, refused, looser = random.Random(1), 0, 0, []
        for board, data in self.made.items():
            line, _, body = data.partition(b"\n")
            header, letters = json.loads(line), body.replace(b"\n", b"").decode()
            if len(letters) > 2000:
                continue
            for kind, changed in [*raw_mutations(data, rng), *sealed_mutations(header, letters, rng)]:
                if changed == data:
                    continue
                with self.subTest(board=board, kind=kind):
                    tried += 1
                    ours = self.here(changed)
                    theirs = run("verify", str(self.path))
                    refused += theirs != 0
                    if theirs == 0 and ours != 0:
                        looser.append((board, kind))
                    if theirs != 0:
                        self.assertNotEqual(ours, 0)
        print(f"{tried} mutations, {refused} refused by the program; refused only here: {looser}", file=sys.stderr)
        self.assertGreater(refused, 0)

    def test_unreadable_files(self):
        """A file that can't be read is no wrong proof."""
        self.path.unlink(missing_ok=True)
        self.assertEqual(verify.verify(str(self.path)), 3)
        self.assertEqual(verify.verify(self.folder.name), 3)


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = sys.argv.pop(1)
    unittest.main(buffer=True)
