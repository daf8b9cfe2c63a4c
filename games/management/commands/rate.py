"""`manage.py rate --check FILE`: computes the ratings of a list of games from the beginning.

Reads JSON lines, one game each in seat order, and prints one JSON line for each: the liberals'
chance before the game, and the ratings of everybody at the table after it. Touches no database.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.board import kind_of, played_code
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, standard_ruleset
from games.engine.vocabulary import BoardKind, Edition, Party, Role
from games.records.faults import RecordError
from games.records.record import quoted, read_json
from games.statistics.rating import Beliefs, Model, rate_game, shares, start_beliefs, summary

KEYS = ("players", "roles", "edition", "winner", "leavers")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One line of the file, with values of the right types."""

    players: list[str]
    roles: list[Role]
    edition: Edition
    board: BoardKind
    winner: Party
    leavers: list[int]
    """The seats of leavers."""


class FaultyGame(Exception):
    """The fault of a game in the file."""


class Command(BaseCommand):
    """Print the ratings after each game."""

    help = "Rate the games of a file of JSON lines from nothing, and print the numbers."
    # Arithmetic only: no system check of the site is needed.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file to read."""
        parser.add_argument(
            "--check",
            metavar="FILE",
            required=True,
            help='JSON lines {"players": [...], "roles": [...], "edition": "retail",'
            ' "winner": "liberal", "leavers": []}, with "board": "rebalanced" where it is not the standard one;'
            " - for standard input",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Rate and print; at the first fault print its line and exit with status 1."""
        name = options["check"]
        try:
            with _open(name) as lines:
                for answer in rated(lines):
                    self.stdout.write(json.dumps(answer))
            self.stdout.flush()
        except BrokenPipeError:
            # The reader closed the pipe (`| head`); silence Python's own last flush as well.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except OSError as error:
            self._fail(f"{name}: {error.strerror or error}")
        except FaultyGame as error:
            self._fail(str(error))

    def _fail(self, sentence: str) -> None:
        self.stdout.flush()
        self.stderr.write(sentence)
        sys.exit(1)


def _open(name: str) -> AbstractContextManager[Iterable[bytes]]:
    return nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb")


def rated(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield the result of each game in turn. Raises FaultyGame naming the line."""
    model = Model()
    people: dict[str, Beliefs] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            game = parse_game(read_json(line))
        except RecordError as error:
            raise FaultyGame(f"line {number}: {error.reason}") from None
        except FaultyGame as error:
            raise FaultyGame(f"line {number}: {error}") from None
        prediction = rate_game(
            model,
            game.edition,
            [people.setdefault(player, start_beliefs()) for player in game.players],
            [role.party is Party.LIBERAL for role in game.roles],
            liberals_won=game.winner is Party.LIBERAL,
            leavers=game.leavers,
            board=game.board,
        )
        portions = shares(model.weights)
        standings = {}
        for player in game.players:
            points = summary(portions, people[player])
            standings[player] = {"rating": points.rating, "uncertainty": points.uncertainty}
        yield {"prediction": prediction, "players": standings}


def parse_game(value: object) -> PlayedGame:
    """Return the game of a JSON value. Raises FaultyGame saying what is wrong with it."""
    if not isinstance(value, dict):
        raise FaultyGame("a game must be a JSON object")
    for key in KEYS:
        if key not in value:
            raise FaultyGame(f"the key {quoted(key)} is missing")
    players = _names("players", value["players"])
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise FaultyGame(f"{len(players)} players; a game has {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    edition = _choice(Edition, "edition", value["edition"])
    board = _choice(BoardKind, "board", value.get("board", BoardKind.STANDARD.value))
    if board is BoardKind.CUSTOM:
        raise FaultyGame("a game on a custom board is never rated")
    if not isinstance(value["roles"], list):
        raise FaultyGame('"roles" must be a list')
    roles = [_choice(Role, "role", each) for each in value["roles"]]
    if Counter(roles) != Counter(standard_ruleset(len(players), edition).roles):
        raise FaultyGame(f"these are not the roles of a game of {len(players)}")
    leavers = _names("leavers", value["leavers"])
    for leaver in leavers:
        if leaver not in players:
            raise FaultyGame(f"the leaver {quoted(leaver)} is not among the players")
    return PlayedGame(
        players=players,
        roles=roles,
        edition=edition,
        board=kind_of(played_code(len(players), board)),
        winner=_choice(Party, "party", value["winner"]),
        leavers=[players.index(leaver) for leaver in leavers],
    )


def _names(key: str, value: object) -> list[str]:
    if not isinstance(value, list):
        raise FaultyGame(f"{quoted(key)} must be a list")
    for name in value:
        if not isinstance(name, str):
            raise FaultyGame(f"{quoted(name)} is not a player's id; ids are texts")
    if len(set(value)) < len(value):
        (twice, _count), *_ = Counter(value).most_common(1)
        raise FaultyGame(f"{quoted(twice)} is in {quoted(key)} twice")
    return value


def _choice(kind: Any, word: str, value: object) -> Any:
    if isinstance(value, str):
        try:
            return kind(value)
        except ValueError:
            pass
    raise FaultyGame(f"{quoted(value)} is no {word}")
