import type { MoveView, Player, ReasonView, View } from "@entourage/rules";
import type { Match } from "../rules/rules";
import { Lead } from "./tabs";
import type { Thinking } from "./thinking.svelte";

// How long notices are shown before the computer's move is completed, in milliseconds.
const NOTICE_TIME = 2_800;

/** What the computer player needs of the game. */
interface GameInPlay {
  readonly id: string;
  readonly match: Match | null;
  readonly view: View | null;
  readonly players: readonly Player[];
  readonly over: boolean;
  readonly frozen: string | null;
  readonly thinking: Thinking;
  readonly entry: { fail(thrown: unknown): void };
  /** Notices shown before the computer's move is completed. */
  notices: ReasonView[];
  play(move: MoveView, byComputer: boolean): boolean;
  say(...sentences: string[]): void;
}

/** The computer player; only one of the tabs with a game plays its moves. */
export class ComputerPlayer {
  /** Whether this tab plays the computer's moves. */
  leads = $state(false);

  #game: GameInPlay;
  #lead: Lead;
  #closed = false;

  constructor(game: GameInPlay) {
    this.#game = game;
    this.#lead = new Lead(game.id, (leads) => this.#turn(leads));
  }

  /** Makes this tab play the computer's moves if the user is active in it. */
  attend(): void {
    if (!this.#game.players.some(({ kind }) => kind === "computer")) return;
    if (document.visibilityState === "visible") this.#lead.take();
    else this.#lead.wait();
  }

  close(): void {
    this.#closed = true;
    this.#lead.close();
  }

  #turn(leads: boolean): void {
    this.leads = leads;
    if (leads) void this.answer();
    else {
      if (this.#game.thinking.task === "move") this.#game.thinking.stop();
      this.#game.notices = [];
    }
  }

  /** Plays a move if it is the computer's turn and this tab's task. */
  async answer(): Promise<void> {
    const game = this.#game;
    const { match, view } = game;
    const player = view ? game.players[view.side - 1] : undefined;
    if (!match || !view || !this.leads || game.over || game.frozen !== null || player?.kind !== "computer") return;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const moves = match.moves();
    let text: string | null;
    try {
      text = await game.thinking.move({ spec: match.spec, start: match.start, moves, level: player.level, seed });
    } catch (thrown) {
      game.entry.fail(thrown);
      return;
    }
    const stale = () => this.#closed || !this.leads || game.match !== match || game.over || match.moves().join() !== moves.join();
    if (text === null || stale()) return;
    const move = game.view?.moves.find((one) => one.text === text);
    if (!move) return;
    if (move.notices.length > 0) {
      game.notices = move.notices;
      game.say(...move.notices.map((notice) => notice.sentence));
      await new Promise((resolve) => window.setTimeout(resolve, NOTICE_TIME));
      if (stale()) return;
    }
    game.play(move, true);
  }
}
