"""Lets lichess-bot play two games against a human account, from the challenge to the rematch; prints nothing on success.

Runs lichess-bot itself if LICHESS_BOT is the path of a checkout (version 2026.8.2.1, commit
bedd1d9e86a8c4c96319490533e4e20fe63d1ac8) and its requirements are installed. Otherwise a small client sends the requests of
that version in its order. Without arguments, the exit status shows whether the required modules are installed.
"""

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import berserk
import chess
import requests

# Plays the first legal move of python-chess.
ENGINE = """#!{python}
import chess
board = chess.Board()
for line in iter(input, "quit"):
    words = line.split()
    if words[0] == "uci":
        for name in ["Move Overhead", "Threads", "Hash"]:
            print(f"option name {{name}} type spin default 1 min 0 max 9999")
        print("option name SyzygyPath type string default x")
        print("option name UCI_ShowWDL type check default false")
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board()
        for move in words[words.index("moves") + 1 :] if "moves" in words else []:
            board.push_uci(move)
    elif words[0] == "go" and "ponder" not in words or words[0] in ("stop", "ponderhit"):
        print("info depth 1 score cp 100")
        print(f"bestmove {{next(iter(board.legal_moves), '0000')}}", flush=True)
"""


class Human:
    """A human account with a session and a token."""

    def __init__(self, url, name):
        self.url, self.name, self.session = url, name, requests.Session()
        self.call("/api/account", {"name": name, "password": "three unlikely words"})
        scopes = ["board:play", "challenge:write", "challenge:read", "account:read", "games:read"]
        self.token = self.call("/api/account/tokens", {"name": "A board", "scopes": scopes})["token"]
        self.client = berserk.Client(berserk.TokenSession(self.token), base_url=url)
        self.events, self.changed = [], threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()

    def call(self, path, body=None, key=None):
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = self.session.post(self.url + path, json=body, headers=headers)
        assert answer.ok, (path, answer.status_code, answer.text)
        return answer.json()

    def listen(self):
        for event in self.client.board.stream_incoming_events():
            with self.changed:
                self.events.append(event)
                self.changed.notify_all()

    def hear(self, kind, name):
        about = lambda event: event.get("challenge", event.get("game"))["id"]
        found = lambda: [event for event in self.events if event["type"] == kind and about(event) == name]
        with self.changed:
            assert self.changed.wait_for(found, 60), (kind, name, self.events)
            return found()[0]


class Game:
    """The human's view of a game."""

    def __init__(self, human, name):
        self.human, self.name, self.board = human, name, human.client.board
        self.color = human.hear("gameStart", name)["game"]["color"]
        self.lines = self.board.stream_game_state(name)
        full = next(self.lines)
        assert full["variant"]["key"] == "standard", full
        self.state = full["state"]

    def wait(self, condition):
        """Reads states until the condition holds."""
        while not condition(self.state):
            line = next(self.lines)
            if line["type"] == "gameState":
                self.state = line

    def moves(self):
        return self.state["moves"].split()

    def is_my_turn(self, state):
        return state["turn"] == self.color

    def move(self):
        board = chess.Board()
        for move in self.moves():
            board.push_uci(move)
        self.board.make_move(self.name, list(board.legal_moves)[-1].uci())
        before = len(self.moves())
        self.wait(lambda state: len(state["moves"].split()) > before)


class LichessBot:
    """lichess-bot itself. Only the address, the token, the engine and the number of take-backs differ from its default settings."""

    def __init__(self, url, token, folder):
        engine = folder / "engine.py"
        engine.write_text(ENGINE.format(python=sys.executable))
        engine.chmod(0o700)
        checkout = Path(os.environ["LICHESS_BOT"])
        config = (checkout / "config.yml.default").read_text()
        for old, new in [
            ('token: "xxxxxxxxxxxxxxxxxxxxxx"', f'token: "{token}"'),
            ('url: "https://lichess.org/"', f'url: "{url}/"'),
            ('dir: "./engines/"', f'dir: "{folder}"'),
            ('name: "engine_name"', 'name: "engine.py"'),
            ("max_takebacks_accepted: 0", "max_takebacks_accepted: 1"),
        ]:
            assert old in config, old
            config = config.replace(old, new)
        (folder / "config.yml").write_text(config)
        command = [sys.executable, checkout / "lichess-bot.py", "-v", "--config", folder / "config.yml"]
        self.log = open(folder / "log", "w")
        self.process = subprocess.Popen(command, cwd=folder, stdout=self.log, stderr=self.log, start_new_session=True)

    def close(self):
        os.killpg(self.process.pid, 15)
        self.process.wait(20)


class Requests:
    """A client that sends the requests of lichess-bot."""

    def __init__(self, url, token, _folder):
        self.url, self.session = url, requests.Session()
        self.session.headers["Authorization"] = f"Bearer {token}"
        scopes = self.post("/api/token/test", data=token)[token]["scopes"]
        assert "bot:play" in scopes.split(","), scopes
        profile = self.get("/api/account").json()
        assert profile["title"] == "BOT", profile
        self.name, self.takebacks = profile["username"], 0
        self.get("/api/account/playing")
        threading.Thread(target=self.watch, daemon=True).start()

    def get(self, path, **options):
        answer = self.session.get(self.url + path, timeout=15, **options)
        answer.raise_for_status()
        return answer

    def post(self, path, **options):
        answer = self.session.post(self.url + path, timeout=2, **options)
        answer.raise_for_status()
        return answer.json()

    def watch(self):
        for line in filter(None, self.get("/api/stream/event", stream=True).iter_lines()):
            event = json.loads(line)
            if event["type"] == "challenge":
                challenge = event["challenge"]
                color = challenge["finalColor"] if challenge["color"] == "random" else challenge["color"]
                assert challenge["perf"]["name"] and color in ("white", "black"), challenge
                assert challenge["variant"]["key"] == "standard" and challenge["speed"] in ("bullet", "blitz"), challenge
                self.get("/api/account/playing")
                self.post(f"/api/challenge/{challenge['id']}/accept")
            elif event["type"] == "gameStart":
                threading.Thread(target=self.play, args=[event["game"]["id"]], daemon=True).start()

    def say(self, game, text):
        for room in ["player", "spectator"]:
            self.post(f"/api/bot/game/{game}/chat", data={"room": room, "text": text})

    def play(self, game):
        lines = self.get(f"/api/bot/game/stream/{game}", stream=True).iter_lines()
        full = json.loads(next(lines))
        white, prior = full["white"]["name"] == self.name, None
        for line in filter(None, itertools.chain([json.dumps(full["state"])], lines)):
            state = json.loads(line)
            if state["type"] != "gameState":
                assert state["room"] in ("player", "spectator") and state["username"] and state["text"], state
                continue
            board = chess.Board()
            for move in state["moves"].split():
                board.push_uci(move)
            is_own = board.turn == (chess.WHITE if white else chess.BLACK)
            if state["status"] != "started":
                self.say(game, "Good game!")
            elif is_own and state["moves"] != prior:
                if len(board.move_stack) < 2:
                    self.say(game, "Hi!")
                move = next(iter(board.legal_moves))
                self.post(f"/api/bot/game/{game}/move/{move}", params={"offeringDraw": "false"})
            elif not is_own and (state["btakeback"] if white else state["wtakeback"]) and self.takebacks < 1:
                self.takebacks += 1
                self.post(f"/api/bot/game/{game}/takeback/yes")
            prior = state["moves"]
        assert game not in [one["gameId"] for one in self.get("/api/account/playing").json()["nowPlaying"]]
        assert "[Event " in self.get(f"/game/export/{game}", headers={"Accept": "application/x-chess-pgn"}).text

    def close(self):
        pass


def main(url, token):
    human = Human(url, "Ada")
    kind = LichessBot if os.environ.get("LICHESS_BOT") else Requests
    with tempfile.TemporaryDirectory() as folder:
        bot = kind(url, token, Path(folder))
        try:
            play(human)
        except BaseException:
            if kind is LichessBot:
                print(Path(folder, "log").read_text(), file=sys.stderr)
            raise
        finally:
            bot.close()


def play(human):
    challenge = human.client.challenges.create("Robo", rated=False, clock_limit=180, clock_increment=2, color="random")
    assert challenge["finalColor"] in ("white", "black"), challenge
    game = Game(human, challenge["id"])
    assert game.color == challenge["finalColor"], (game.color, challenge)

    tested = human.client.oauth.test_tokens(human.token, "ent_x")
    assert tested["ent_x"] is None and tested[human.token]["userId"] == "ada", tested

    # The game goes on after the offer of a draw; the bot accepts one take-back, and declines or ignores the second.
    game.wait(game.is_my_turn)
    for _ in range(3):
        game.move()
        game.wait(game.is_my_turn)
    game.board.offer_draw(game.name)
    game.move()
    game.wait(game.is_my_turn)
    before = len(game.moves())
    game.board.offer_takeback(game.name)
    game.wait(lambda state: len(state["moves"].split()) < before)
    game.wait(game.is_my_turn)
    game.move()
    game.wait(game.is_my_turn)
    game.board.resign_game(game.name)
    game.wait(lambda state: state["status"] == "resign")
    for _ in range(60):
        said = [line["text"] for line in game.board.get_game_chat(game.name)]
        if len(said) == 2:
            break
        time.sleep(0.5)
    assert len(said) == 2, said

    # The rematch, with the sides swapped.
    side = 1 if game.color == "white" else 2
    key = f"@{game.name}.{side}"
    human.call("/api/game/offer", {"seq": game.state["seq"], "side": side, "offer": "rematch"}, key)
    for _ in range(60):
        answer = human.session.post(f"{human.url}/api/game/next", headers={"Authorization": f"Bearer {key}"})
        if answer.ok:
            break
        time.sleep(0.5)
    assert answer.ok, answer.text
    again = Game(human, re.sub(r"^@|\.[12]$", "", answer.json()["key"]))
    assert again.color != game.color
    again.wait(again.is_my_turn)
    again.move()
    again.wait(again.is_my_turn)
    again.board.resign_game(again.name)
    again.wait(lambda state: state["status"] == "resign")


if sys.argv[1:]:
    main(*sys.argv[1:])
