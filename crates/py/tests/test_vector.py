"""Tests batches of games: seeds, in-place arrays, and equality with single games."""

import pickle
import threading
import unittest

import numpy as np

import entourage


class Vectors(unittest.TestCase):
    def test_arrays_are_written_in_place(self) -> None:
        for name in entourage.games():
            game = entourage.Game(name)
            env = entourage.VectorEnv(game, 5, seed=3, longest=60)
            assert env.observations is not None and env.masks is not None
            self.assertEqual(env.observations.shape, (5, *game.observation_shape))
            self.assertEqual(env.masks.shape, (5, game.action_count))
            self.assertEqual((env.observations.dtype, env.masks.dtype), (np.uint8, np.bool_))
            before = env.observations
            for _ in range(130):
                actions = env.sample()
                self.assertTrue(env.masks[np.arange(5), actions].all())
                observations, rewards, ended, cut, info = env.step(actions)
                self.assertIs(observations, before)
                self.assertTrue((info["action_mask"].sum(axis=1) > 0).all())
                self.assertFalse((ended & cut).any())
                self.assertTrue((rewards[~ended] == 0).all())
            self.assertEqual(len(env), 5)

    def test_a_game_among_many_is_the_same_as_alone(self) -> None:
        game = entourage.Game("struggle")
        env = entourage.VectorEnv(game, 3, seed=9)
        states = [game.begin() for _ in range(3)]
        for _ in range(150):
            actions = env.sample().copy()
            for number, state in enumerate(states):
                self.assertEqual(env.position(number), state.position)
                self.assertEqual([action for action, _ in env.legal_moves(number)], state.legal_actions())
                np.testing.assert_array_equal(env.observations[number], state.observe())  # type: ignore[index]
                self.assertEqual(env.sides[number], state.side - 1)
            env.step(actions)
            for number, state in enumerate(states):
                mover = state.side
                state.play(state.action_text(int(actions[number])))
                outcome = state.outcome
                self.assertEqual(bool(env.ended[number]), outcome is not None)
                if outcome is not None:
                    reward = 0 if outcome.winner is None else 1 if outcome.winner == mover else -1
                    self.assertEqual(env.rewards[number], reward)
                    states[number] = game.begin()

    def test_seeds_determine_what_is_drawn(self) -> None:
        def play(seed: int) -> list[str]:
            env = entourage.VectorEnv("toddler", 2, seed=seed, observe=False, masks=False)
            for _ in range(20):
                env.step(env.sample())
            return [env.position(0), env.position(1)]

        self.assertEqual(play(1), play(1))
        self.assertNotEqual(play(1), play(2))
        env = entourage.VectorEnv("toddler", 2, observe=False, masks=False)
        self.assertIsNone(env.observations)
        env.play_out(5)
        env.reset(seed=1)
        for _ in range(20):
            env.step(env.sample())
        self.assertEqual([env.position(0), env.position(1)], play(1))

    def test_wrong_actions_move_no_game(self) -> None:
        env = entourage.VectorEnv("chess", 2)
        before = [env.position(0), env.position(1)]
        legal = env.legal_moves(0)[0][0]
        for wrong in [[legal, -1], [legal, 10**15], [legal], [legal] * 3, [legal, 0]]:
            with self.assertRaises(entourage.EntourageError):
                env.step(np.array(wrong, np.int64))
        with self.assertRaises((TypeError, entourage.EntourageError)):
            env.step(np.array([0.5, 0.5]))
        self.assertEqual([env.position(0), env.position(1)], before)
        for call in [
            lambda: entourage.VectorEnv("chess", 10**9),
            lambda: entourage.VectorEnv("nonesuch", 1),
            lambda: entourage.Game("chess").begin().observe(np.zeros((1, 1), np.uint8)),
        ]:
            with self.assertRaises(entourage.EntourageError):
                call()
        with self.assertRaises(IndexError):
            env.position(2)
        self.assertEqual(len(entourage.VectorEnv("chess", 0)), 0)

    def test_looking_ahead_shows_every_move(self) -> None:
        env = entourage.VectorEnv("symmetron44", 4, seed=1)
        env.play_out(6)
        counts, actions, observations, rewards = env.look_ahead()
        self.assertEqual(counts.sum(), len(actions))
        self.assertEqual(observations.shape, (len(actions), *env.game.observation_shape))
        self.assertEqual(rewards.shape, actions.shape)
        first = np.concatenate([[0], np.cumsum(counts)[:-1]])
        env.step(actions[first])
        for number, at in enumerate(first):
            if np.isnan(rewards[at]):
                np.testing.assert_array_equal(env.observations[number], observations[at])  # type: ignore[index]

    def test_threads_play_at_the_same_time(self) -> None:
        envs = [entourage.VectorEnv("chess", 16, seed=seed, masks=False) for seed in range(2)]
        alone = entourage.VectorEnv("chess", 16, seed=1, masks=False)
        threads = [threading.Thread(target=env.play_out, args=(200,)) for env in envs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        alone.play_out(200)
        self.assertEqual(envs[1].position(3), alone.position(3))

    def test_more_ways_than_needed_change_only_numbers(self) -> None:
        game = entourage.Game("chess", ways=8)
        self.assertEqual((game.ways, entourage.Game("chess").ways), (8, 4))
        self.assertEqual(pickle.loads(pickle.dumps(game)).ways, 8)
        crowded = entourage.Game("chess", ways=1).begin("8/P7/8/8/8/8/k7/7K w - - 0 1")
        with self.assertRaises(entourage.EntourageError):
            crowded.legal_actions()


if __name__ == "__main__":
    unittest.main()
