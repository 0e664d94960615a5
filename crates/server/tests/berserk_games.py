"""Plays games on a server with berserk, a client library for Lichess; prints nothing on success.

Without arguments, its exit status shows whether berserk is installed.
"""

import sys
import threading

import berserk


class Bot:
    """A bot with a thread that listens to the event stream of its account."""

    def __init__(self, url, token):
        self.client = berserk.Client(berserk.TokenSession(token), base_url=url)
        self.id = self.client.account.get()["id"]
        self.heard = []
        self.changed = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for event in self.client.bots.stream_incoming_events():
            with self.changed:
                self.heard.append(event)
                self.changed.notify_all()

    def hear(self, kind, name):
        """Waits for an event of the specified type about a challenge or game."""
        about = lambda event: event.get("challenge", event.get("game"))["id"]
        found = lambda: [event for event in self.heard if event["type"] == kind and about(event) == name]
        with self.changed:
            assert self.changed.wait_for(found, 20), (kind, name, self.heard)
            return found()[0]


def begin(one, two, **terms):
    """Lets one bot challenge the other, who accepts; returns the game and the stream of each."""
    challenge = one.client.challenges.create(two.id, rated=False, clock_limit=300, clock_increment=2, color="white", **terms)
    name = challenge["id"]
    assert challenge["timeControl"] == {"type": "clock", "limit": 300, "increment": 2, "show": "5+2"}, challenge
    heard = two.hear("challenge", name)["challenge"]
    assert heard["challenger"]["id"] == one.id and heard["challenger"]["title"] == "BOT", heard
    assert [each["id"] for each in two.client.challenges.get_mine()["in"]] == [name]
    two.client.bots.accept_challenge(name)
    for bot, color in [(one, "white"), (two, "black")]:
        game = bot.hear("gameStart", name)["game"]
        assert game["color"] == color and game["isMyTurn"] == (bot is one), game
    return name, [bot.client.bots.stream_game_state(name) for bot in (one, two)]


def play(bots, streams, name, moves):
    """Plays moves alternately, and checks that both bots receive each move."""
    for stream, bot in zip(streams, bots):
        full = next(stream)
        assert full["type"] == "gameFull" and full["initialFen"] == "startpos", full
        assert full["white"]["id"] == bots[0].id and full["black"]["id"] == bots[1].id, full
        assert full["clock"] == {"initial": 300000, "increment": 2000} and full["state"]["moves"] == "", full
    for number, move in enumerate(moves):
        bots[number % 2].client.bots.make_move(name, move)
        for stream in streams:
            state = next(stream)
            assert state["type"] == "gameState" and state["moves"].split() == moves[: number + 1], state
            assert state["wtime"].total_seconds() <= 310, state
    return state


def main(url, tokens):
    one, two = bots = [Bot(url, token) for token in tokens]
    assert [bot.client.users.get_public_data(bot.id)["title"] for bot in bots] == ["BOT", "BOT"]

    # A game that ends in mate, with a chat message.
    name, streams = begin(one, two, variant="standard")
    moves = "f2f3 e7e5 g2g4".split()
    play(bots, streams, name, moves)
    playing = two.client.games.get_ongoing(10)
    assert [game["gameId"] for game in playing] == [name] and playing[0]["isMyTurn"], playing
    one.client.bots.post_message(name, "Not my best opening.")
    for stream in streams:
        said = next(stream)
        assert (said["type"], said["username"], said["text"]) == ("chatLine", "One", "Not my best opening."), said
    try:
        two.client.bots.make_move(name, "e5e2")
        raise AssertionError("an illegal move was accepted")
    except berserk.exceptions.ResponseError as error:
        assert error.status_code == 422, error
    two.client.bots.make_move(name, "d8h4")
    for stream in streams:
        state = next(stream)
        assert (state["status"], state["winner"]) == ("mate", "black"), state
        assert next(stream, None) is None, "the stream ends with the game"
    for bot in bots:
        game = bot.hear("gameFinish", name)["game"]
        assert (game["status"]["name"], game["winner"]) == ("mate", "black"), game
    game = one.client.games.export(name)
    assert (game["status"], game["moves"]) == ("mate", "f2f3 e7e5 g2g4 d8h4"), game
    record = one.client.games.export(name, as_pgn=True)
    assert "Qh4#" in record and '[Result "0-1"]' in record, record

    # A game with a declined draw offer and a resignation.
    name, streams = begin(two, one)
    play([two, one], streams, name, "e2e4 c7c5".split())
    post = lambda bot, what: bot.client.bots._r.post(f"/api/bot/game/{name}/{what}")
    post(two, "draw/yes")
    assert all(next(stream)["wdraw"] for stream in streams)
    post(one, "draw/no")
    assert not any(next(stream)["wdraw"] for stream in streams)
    one.client.bots.resign_game(name)
    for stream in streams:
        state = next(stream)
        assert (state["status"], state["winner"]) == ("resign", "white"), state
        assert next(stream, None) is None

    # A game that ends in an agreed draw.
    name, streams = begin(one, two)
    play(bots, streams, name, "e2e4 e7e5".split())
    post(one, "draw/yes")
    post(two, "draw/yes")
    for stream in streams:
        states = list(stream)
        assert states[-1]["status"] == "draw" and "winner" not in states[-1], states

    # A declined challenge, a cancelled one, and an aborted game.
    challenge = one.client.challenges.create(two.id, rated=False, days=2)["id"]
    two.hear("challenge", challenge)
    two.client.bots.decline_challenge(challenge)
    one.hear("challengeDeclined", challenge)
    challenge = one.client.challenges.create(two.id, rated=False, days=2)["id"]
    two.hear("challenge", challenge)
    one.client.challenges.cancel(challenge)
    two.hear("challengeCanceled", challenge)
    name, streams = begin(one, two)
    two.client.bots.abort_game(name)
    assert one.hear("gameFinish", name)["game"]["status"]["name"] == "aborted"


if sys.argv[1:]:
    main(sys.argv[1], sys.argv[2:])
