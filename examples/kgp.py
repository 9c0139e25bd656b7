"""Kalah against programs that speak the Kalah Game Protocol (KGP), version 1, over TCP.

A program that connects to 127.0.0.1:2671 plays in matches of mankala:

    mankala match kalah --south "exec:python3 examples/kgp.py player" --north alphabeta:6 --games 10 --threads 1

A player of mankala plays the games that a KGP server gives it:

    python3 examples/kgp.py client kalah.example.org:2671 --player mcts:500ms

Needs Python 3.10 or later without further packages, and the program `mankala` or another one given by `--mankala`.
"""

import argparse
import json
import queue
import random
import re
import socket
import subprocess
import sys
import threading
import time

# [ID][@REFERENCE] NAME ARGUMENTS
COMMAND = re.compile(r"\s*(?:(?P<id>\d+)?(?:@(?P<ref>\d+))?\s+)?(?P<name>[a-zA-Z]\w*)\s*(?P<rest>.*?)\s*$")
LONGEST = 16384


class Peer:
    """The other end of a connection; its commands wait in a queue, which ends with None."""

    def __init__(self, connection):
        self.connection = connection
        self.commands = queue.Queue()
        self.sending = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        lines = self.connection.makefile("rb")
        try:
            while line := lines.readline(LONGEST):
                if command := COMMAND.match(line.decode(errors="replace")):
                    self.commands.put(command)
        except OSError:
            pass
        self.commands.put(None)

    def send(self, text):
        with self.sending:
            self.connection.sendall(f"{text}\r\n".encode())


class Engine:
    """`mankala engine`, which knows the rules."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, **request):
        print(json.dumps(request), file=self.process.stdin, flush=True)

    def answers(self):
        for line in self.process.stdout:
            yield json.loads(line)

    def ask(self, **request):
        self.send(**request)
        said = next(self.answers(), None)
        if said is None:
            sys.exit("mankala engine has ended")
        if "answer" not in said:
            sys.exit(f"mankala engine: {said['error']['message']}")
        return said["answer"]


def board_of(position):
    """Writes a position for KGP, in which South is the player to move; also returns the letter of that player's pits."""
    rows, side, stores = position.split()[:3]
    # The upper row is North's, from its right end.
    north, south = ([int(seeds) for seeds in row.split(",")] for row in rows.split("/"))
    sides = [(south, "A"), (north[::-1], "a")]
    stores = [int(seeds) for seeds in stores.removeprefix("captured=").split(",")]
    if side == "N":
        sides.reverse()
        stores.reverse()
    (own, letter), (other, _) = sides
    numbers = [len(own), *stores, *own, *other]
    return "<" + ",".join(map(str, numbers)) + ">", letter


def game_of(board):
    """Returns the game of a board of KGP, as requests name it; None if it is no board."""
    if not re.fullmatch(r"<\d+(,\d+)*>", board):
        return None
    columns, south, north, *pits = (int(number) for number in board[1:-1].split(","))
    if len(pits) != 2 * columns:
        return None
    rows = [pits[:columns - 1:-1], pits[:columns]]
    rows = "/".join(",".join(map(str, row)) for row in rows)
    return {"variant": f"kalah:board.columns={columns}", "position": f"{rows} S captured={south},{north}"}


def accepted(host, port):
    """Waits for a program that wants to play."""
    with socket.create_server((host, port)) as server:
        while True:
            peer = Peer(server.accept()[0])
            peer.send("kgp 1 0 1")
            while command := peer.commands.get():
                if command["name"] == "mode":
                    if command["rest"] == "freeplay":
                        return peer
                    peer.send('error "expected mode freeplay"')
                    peer.send("goodbye")
                    break


def chosen(peer, number, board, legal, seconds):
    """Returns the last legal move that a program sends for a board in time; None without one."""
    peer.send(f"{number} state {board}")
    end = time.monotonic() + seconds
    pit = None
    while (left := end - time.monotonic()) > 0:
        try:
            command = peer.commands.get(timeout=left)
        except queue.Empty:
            break
        if command is None:
            sys.exit("the program has closed its connection")
        # A program may leave the reference out while it has one board.
        if command["ref"] not in (None, str(number)):
            continue
        if command["name"] == "yield":
            break
        if command["name"] == "move" and command["rest"] in legal:
            pit = command["rest"]
    peer.send(f"{number + 1}@{number} stop")
    return pit


def play(arguments):
    """Answers the requests of a match by the moves of a program."""
    engine, peer = Engine(arguments.mankala), None
    for number, line in enumerate(sys.stdin):
        request = json.loads(line)
        peer = peer or accepted(arguments.host, arguments.port)
        now = engine.ask(request="position", game=request["game"])
        board, letter = board_of(now["position"])
        legal = [move["move"].removeprefix(letter) for move in now["moves"]]
        pit = chosen(peer, 2 * number + 2, board, legal, arguments.seconds)
        if pit is None:
            pit = random.Random(request["seed"]).choice(legal)
        print(json.dumps({"id": request["id"], "answer": {"move": letter + pit}}), flush=True)
    if peer:
        peer.send("goodbye")


def join(arguments):
    """Plays the games of a server."""
    host, _, port = arguments.server.rpartition(":")
    peer = Peer(socket.create_connection((host, int(port))))
    engine = Engine(arguments.mankala)

    def tell():
        for said in engine.answers():
            number, answer = said["id"], said.get("answer")
            if answer is None:
                peer.send(f"@{number} error {json.dumps(said['error']['message'])}")
            elif answer.get("move"):
                peer.send(f"@{number} move {answer['move'][1:]}")
                peer.send(f"@{number} yield")

    threading.Thread(target=tell, daemon=True).start()
    while command := peer.commands.get():
        number, rest = command["id"], command["rest"]
        match command["name"]:
            case "kgp":
                if not rest.startswith("1 "):
                    sys.exit(f"expected version 1 of the protocol, found {rest}")
                peer.send('set info:name "mankala"')
                if arguments.token:
                    peer.send(f"set auth:token {json.dumps(arguments.token)}")
                peer.send("mode freeplay")
            case "state":
                if game := game_of(rest):
                    engine.send(id=number or "", request="choose", game=game, player=arguments.player)
            case "stop":
                if command["ref"]:
                    engine.send(cancel=command["ref"])
            case "ping":
                peer.send(f"{'@' + number + ' ' if number else ''}pong {rest}".rstrip())
            case "error":
                print(f"the server says: {rest}", file=sys.stderr)
            case "goodbye":
                return


def main():
    parser = argparse.ArgumentParser(description="Kalah against programs that speak the Kalah Game Protocol")
    parser.add_argument("--mankala", default="mankala", metavar="PROGRAM", help="the program mankala")
    commands = parser.add_subparsers(required=True)
    player = commands.add_parser("player", help="let a program that connects play, as exec:COMMAND")
    player.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for programs elsewhere")
    player.add_argument("--port", type=int, default=2671)
    player.add_argument("--seconds", type=float, default=5, help="time for a move")
    player.set_defaults(run=play)
    client = commands.add_parser("client", help="play the games of a server")
    client.add_argument("server", metavar="HOST:PORT")
    client.add_argument("--player", default="alphabeta:6", help="player of mankala")
    client.add_argument("--token", help="word by which the server knows the player again")
    client.set_defaults(run=join)
    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except OSError as error:
        sys.exit(f"{parser.prog}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
