import type { Degree, Explanation, MoveView, ReasonView, View } from "../api/types.generated";
import type { PressManner, Scene } from "../board/scene";
import { failureText, type Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { press, targets } from "./selection";

/** A move that is refused, in words and with the squares to blame. */
export interface Refusal {
  sentence: string;
  reasons: ReasonView[];
  squares: string[];
}

/** What entering a move needs of the game. */
interface GameInPlay {
  readonly match: Match | null;
  /** The present moment. */
  readonly view: View | null;
  /** The moment that is shown. */
  readonly seen: View | null;
  readonly live: boolean;
  readonly playable: boolean;
  readonly unhurried: boolean;
  readonly ours: (square: string) => boolean;
  readonly degree: Degree;
  /** What the hands do in a free game. */
  readonly draft: { press(square: string, manner: PressManner): void; type(text: string): string | null } | null;
  scene: Scene;
  looked: string | null;
  play(move: MoveView): void;
  say(...sentences: string[]): void;
}

/** How a person enters a move: what is pressed, chosen, foreseen or refused until it is played. */
export class Entry {
  clicks = $state.raw<string[]>([]);
  options = $state.raw<MoveView[] | null>(null);
  /** The move that waits to be confirmed. */
  pending = $state.raw<MoveView | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The refused move as a turn by hand, where it may be insisted on. */
  insistence = $state<string | null>(null);
  readonly targets = $derived.by(() => (this.#game.playable && this.#game.view ? targets(this.#game.view.moves, this.clicks, this.#game.ours) : new Map()));
  /** Whether the piece selected may also act where it stands. */
  readonly mayAct = $derived(this.clicks.length === 1 && this.targets.has(this.clicks[0] ?? ""));

  #game: GameInPlay;

  constructor(game: GameInPlay) {
    this.#game = game;
  }

  /** A square was pressed, or a dragged piece dropped on it. */
  press(square: string, manner: PressManner): void {
    const game = this.#game;
    game.looked = square;
    this.#forgive();
    if (!game.view || !game.live) return;
    if (game.degree === "free") {
      game.draft?.press(square, manner);
      return;
    }
    if (!game.playable) {
      this.clicks = [];
      return;
    }
    const waiting = this.pending;
    if (waiting && waiting.squares.at(-1) === square && !manner.dropped) {
      this.confirm();
      return;
    }
    const clicks = waiting ? waiting.squares.slice(0, 1) : this.clicks;
    this.#unsee();
    this.options = null;
    const found = press(game.view.moves, clicks, square, game.ours, manner.dropped);
    switch (found.type) {
      case "cleared":
        this.letGo();
        return;
      case "selected":
        // Only the side to move can go anywhere; other squares are just looked at.
        this.clicks = found.clicks.length > 1 || game.ours(square) ? found.clicks : [];
        return;
      case "choose":
        this.clicks = found.clicks;
        this.options = found.options;
        return;
      case "move":
        // A second press may have been meant to let the piece go.
        this.propose(found.move, found.move.squares.length === 1 || settings.confirms(manner.coarse));
        return;
      case "refused":
        this.#refuse(found.squares);
    }
  }

  /** Plays a move, or shows first what stands after it, where facts must be told or the person wants to be asked. */
  propose(move: MoveView, ask: boolean): void {
    this.options = null;
    if (ask || move.notices.length > 0 || settings.confirmsAll(this.#game.unhurried)) {
      this.clicks = move.squares.slice(0, 1);
      this.#foresee(move);
      this.#game.say(move.sentence, ...move.notices.map((notice) => notice.sentence));
    } else {
      this.#game.play(move);
    }
  }

  confirm(): void {
    if (this.pending) this.#game.play(this.pending);
  }

  /** Reads a typed move; returns what is wrong with it, or `null` when it is played or waits to be confirmed. */
  type(text: string): string | null {
    const { match, view, degree, draft } = this.#game;
    if (!view || !match) return null;
    if (degree === "free") return draft?.type(text) ?? null;
    this.#forgive();
    try {
      const plies = match.typed(text, settings.language);
      const [first = "", ...others] = plies;
      const legal = this.#legal(first);
      if (!legal) {
        this.blame(match.explain(first, settings.language));
        this.#insist(text, settings.notation === "courier");
        // What may be insisted on is asked beside the board.
        return this.insistence === null ? (this.refusal?.sentence ?? null) : null;
      }
      this.letGo();
      if (others.length === 0) {
        this.propose(legal, false);
        return null;
      }
      // A whole turn was typed: nobody needs to be asked whether it is meant.
      for (const ply of plies) {
        const move = this.#legal(ply);
        if (move) this.#game.play(move);
      }
      return null;
    } catch (thrown) {
      this.#insist(text, settings.notation === "courier");
      if (this.insistence === null) return failureText(thrown);
      this.fail(thrown);
      return null;
    }
  }

  /** Makes a refused move ready to be insisted on, where the degree and the board allow it. */
  #insist(entry: string, courier: boolean): void {
    const { match, degree } = this.#game;
    if (!match || degree !== "warned") return;
    try {
      this.insistence = match.byHand(entry, courier);
    } catch {
      this.insistence = null;
    }
  }

  #forgive(): void {
    this.refusal = null;
    this.insistence = null;
  }

  #legal(text: string): MoveView | undefined {
    return this.#game.view?.moves.find((move) => move.text === text);
  }

  /** Shows what will stand after a move that waits to be confirmed. */
  #foresee(move: MoveView): void {
    const { match } = this.#game;
    if (!match) return;
    this.pending = move;
    const { pieces } = match.foresee(move.text, settings.language);
    this.#game.scene = { pieces, change: { effects: move.effects, legs: move.legs, back: false } };
  }

  /** Shows again what stands, where a move waited to be confirmed. */
  #unsee(): void {
    const { seen } = this.#game;
    if (this.pending && seen) this.#game.scene = { pieces: seen.pieces, change: null };
    this.pending = null;
  }

  /** Lets go of everything selected, chosen or refused. */
  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.#unsee();
    this.#forgive();
  }

  #refuse(squares: string[]): void {
    const { match } = this.#game;
    if (!match) return;
    try {
      this.blame(match.explainSquares(squares, settings.language));
    } catch (thrown) {
      this.fail(thrown);
    }
    this.clicks = squares.slice(0, 1);
    this.#insist(squares.slice(1).map((square, i) => `${squares[i] ?? ""}-${square}`).join("; "), false);
  }

  /** Tells why a move is refused. */
  blame(explanation: Explanation): void {
    const sentence = explanation.reasons.map((reason) => reason.sentence).join(" ") || settings.words.nobodyKnows;
    const squares = [...new Set(explanation.reasons.flatMap((reason) => reason.squares))];
    this.refusal = { sentence, reasons: explanation.reasons, squares };
  }

  /** Tells what was thrown. */
  fail(thrown: unknown): void {
    this.refusal = { sentence: failureText(thrown), reasons: [], squares: [] };
  }
}
