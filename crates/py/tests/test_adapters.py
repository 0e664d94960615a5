"""Tests the PettingZoo adapter (with PettingZoo's API test) and the OpenSpiel adapter."""

import random
import unittest
import warnings

from pettingzoo.test import api_test

import entourage
from entourage.openspiel import TERMINAL_PLAYER, load_game
from entourage.pettingzoo import env


class PettingZoo(unittest.TestCase):
    def test_every_game_passes_its_test(self) -> None:
        for name in entourage.games():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(env(name, longest=80), num_cycles=200)

    def test_rewards_are_told_to_both(self) -> None:
        environment = env("chess", render_mode="ansi")
        environment.reset()
        for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
            environment.step(environment.state_now.action(move))
        self.assertEqual(environment.rewards, {"side_1": -1.0, "side_2": 1.0})
        self.assertTrue(all(environment.terminations.values()))
        self.assertEqual(environment.render(), environment.state_now.position)
        environment.reset(options={"position": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"})
        self.assertEqual(environment.state_now.position, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")


class OpenSpiel(unittest.TestCase):
    def test_random_games_as_in_its_examples(self) -> None:
        chance = random.Random(1)
        for name in entourage.games():
            game = load_game(name, longest=120)
            state = game.new_initial_state()
            while not state.is_terminal():
                self.assertIn(state.current_player(), (0, 1))
                legal = state.legal_actions()
                mask = state.legal_actions_mask()
                self.assertEqual([at for at, bit in enumerate(mask) if bit], legal)
                self.assertEqual(len(mask), game.num_distinct_actions())
                action = chance.choice(legal)
                text = state.action_to_string(state.current_player(), action)
                self.assertEqual(state.string_to_action(text), action)
                child = state.child(action)
                self.assertEqual(len(state.observation_tensor()), game.observation_tensor_size())
                state.apply_action(action)
                self.assertEqual(str(child), str(state))
            self.assertEqual(state.current_player(), TERMINAL_PLAYER)
            self.assertEqual(sum(state.returns()), game.utility_sum())
            self.assertEqual(state.legal_actions(), [])
            last = state.history()[-1]
            state.undo_action(0, last)
            self.assertFalse(state.is_terminal())


if __name__ == "__main__":
    unittest.main()
