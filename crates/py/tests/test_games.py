"""Tests games, positions, moves and reasons."""

import copy
import pickle
import re
import unittest
from pathlib import Path

import entourage

README = Path(__file__).parent.parent / "README.md"


class Games(unittest.TestCase):
    def test_every_game_is_played_to_an_end_or_a_bound(self) -> None:
        for name in entourage.games() + entourage.text_games():
            game = entourage.Game(name)
            state = game.opening(12, seed=3)
            self.assertEqual(len(state.moves), len(state.moves))
            self.assertTrue(game.name() and game.name("fr") and game.rules() and game.rules("fr"), name)
            self.assertEqual(len(game.squares), game.observation_shape[1])
            self.assertEqual(len(game.planes), game.observation_shape[0])
            self.assertEqual(len(game.centres), len(game.squares))
            self.assertEqual(game.begin(state.position).position, state.position)
            actions = state.legal_actions()
            self.assertEqual(sorted(state.action(move) for move in state.legal_moves()), actions)
            self.assertTrue(all(0 <= action < game.action_count for action in actions))

    def test_what_is_wrong_says_so(self) -> None:
        for call in [
            lambda: entourage.Game("nonesuch"),
            lambda: entourage.Game("chess:nonsense"),
            lambda: entourage.Game("/nowhere/mine.game"),
            lambda: entourage.Game.from_text("game"),
            lambda: entourage.Game.from_text("#" * 100_000),
            lambda: entourage.Game("chess").begin("nonsense"),
            lambda: entourage.Game("chess").begin().play("nonsense"),
            lambda: entourage.Game("chess").begin().think(),
            lambda: entourage.Game("chess").begin().think(level=9),
            lambda: entourage.Game("chess").begin().think(time=-1.0),
            lambda: entourage.Game("chess").begin().think(depth=1, hash=0),
            lambda: entourage.Game("chess").begin().think(depth=1, threads=0),
            lambda: entourage.Game("chess").begin().solve(),
            lambda: entourage.Game("chess").begin().solve(side=3, plies=1),
            lambda: entourage.Game("chess").begin().explain("nonsense"),
            lambda: entourage.Game("chess").begin().read("nonsense"),
            lambda: entourage.Game("chess").begin().picture(theme="nonsense"),
            lambda: entourage.Game("chess").begin().action_text(10**9),
            lambda: entourage.Game("chess").name("xx"),  # type: ignore[arg-type]
            lambda: entourage.Game("chess").verify("nonsense"),
            lambda: entourage.Game("chess").opening(10**9),
            lambda: entourage.read_records("1. e4"),
            lambda: entourage.read_records('[Game "chess"]\n\n1. e5 *\n'),
        ]:
            with self.assertRaises(entourage.EntourageError) as caught:
                call()
            self.assertTrue(str(caught.exception))
        self.assertTrue(issubclass(entourage.EntourageError, ValueError))

    def test_a_refused_move_tells_its_reasons_and_changes_nothing(self) -> None:
        state = entourage.Game("chess").begin()
        with self.assertRaises(entourage.IllegalMoveError) as caught:
            state.play("e2e4", "e7e5", "e1e3")
        self.assertEqual(state.moves, [])
        reasons = caught.exception.reasons
        self.assertTrue(reasons and reasons[0].code and reasons[0].sentence in str(caught.exception))
        explained = state.explain("e1e3")
        self.assertFalse(explained)
        self.assertFalse(explained.legal)
        self.assertTrue(state.explain("e2e4").legal)
        self.assertNotEqual(state.explain("e2e4", "fr").sentence, state.explain("e2e4").sentence)

    def test_powers_are_relations(self) -> None:
        state = entourage.Game("toddler").opening(30, seed=5)
        relations = state.relations()
        self.assertTrue(relations)
        squares = state.game.squares
        for relation in relations:
            self.assertIn(relation.giver, squares)
            self.assertIn(relation.receiver, squares)

    def test_moves_are_taken_back_copied_and_pickled(self) -> None:
        text = "language 1\ngame mine \"Mine\" like chess\n"
        for game in [entourage.Game("struggle"), entourage.Game("madrasi"), entourage.Game.from_text(text)]:
            state = game.opening(10, seed=1)
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
            again = pickle.loads(pickle.dumps(state))
            self.assertEqual(again, state)
            self.assertEqual(again.position, state.position)
            other = copy.deepcopy(state)
            other.play(other.legal_moves()[0])
            self.assertNotEqual(other, state)
            self.assertTrue(other.undo())
            self.assertEqual(other, state)
            self.assertEqual(len({game, pickle.loads(pickle.dumps(game))}), 1)
        fresh = entourage.Game("chess").begin()
        self.assertFalse(fresh.undo())

    def test_a_game_ends_with_its_outcome(self) -> None:
        state = entourage.Game("chess").begin()
        state.play("f2f3", "e7e5", "g2g4", "d8h4")
        self.assertEqual(state.outcome.winner, 2)  # type: ignore[union-attr]
        self.assertEqual((state.legal_moves(), state.legal_actions()), ([], []))
        with self.assertRaises(entourage.IllegalMoveError) as caught:
            state.play("a2a3")
        self.assertEqual(caught.exception.reasons, [])

    def test_engine_and_solver(self) -> None:
        state = entourage.Game("chess").begin("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
        thought = state.think(depth=4, lines=3)
        self.assertEqual((thought.best, len(thought.lines)), ("a1a8", 3))
        self.assertEqual(thought.lines[0].plies_to_end, 1)
        solved = state.solve(plies=3)
        self.assertTrue(solved)
        self.assertEqual((solved.least, solved.most), (1, 1))
        state.game.verify(solved.proof)  # type: ignore[arg-type]
        self.assertEqual(state.think(level=2, seed=4).best, state.think(level=2, seed=4).best)
        limited = entourage.Game("toddler").begin().think(nodes=2000)
        self.assertLess(limited.nodes, 10_000)
        self.assertIsNone(entourage.Game("chess").begin().solve(nodes=500).wins)

    def test_records_come_back(self) -> None:
        for name in entourage.games():
            state = entourage.Game(name).opening(9, seed=2)
            text = state.record(players=("Ann", None), date="2026.11.27")
            [record] = entourage.read_records(text)
            self.assertEqual(record.state.moves, state.moves)
            self.assertEqual(record.tags["White"], "Ann")
            self.assertEqual(record.text, text)

    def test_pictures_are_svg(self) -> None:
        state = entourage.Game("symmetron44").opening(4)
        self.assertTrue(state.picture(theme="dark", pieces="letters").startswith("<svg"))

    def test_perft_of_chess_is_the_published_one(self) -> None:
        self.assertEqual(entourage.Game("chess").begin().perft(3), 8902)


class Readme(unittest.TestCase):
    def test_every_example_runs(self) -> None:
        blocks = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
        self.assertGreater(len(blocks), 4)
        names: dict[str, object] = {"text": "language 1\ngame mine \"Mine\" like chess\n"}
        for block in blocks:
            block = block.replace('entourage.Game("my-game.game")', "None")
            exec(compile(block, str(README), "exec"), names)  # noqa: S102


if __name__ == "__main__":
    unittest.main()
