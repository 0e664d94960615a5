import type { Degree, Explanation, Foresight, MoveView, ReasonView, View } from "@entourage/rules";
import type { PressManner, Scene } from "@entourage/board/scene";
import { failureText, type Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { press, targets } from "@entourage/board/selection";

/** A move that is refused, in words and with the squares to blame. */
export interface Refusal {
  sentence: string;
  reasons: ReasonView[];
  squares: string[];
}

/** A move that is refused and may be made all the same, as a turn by hand. */
export interface Insistence {
  turn: string;
  /** Why the game is drawn at once by it; `null` where it is not. */
  draws: string | null;
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
  /** Whether the other side is to move, and a move may be played ahead. */
  readonly expects: boolean;
  /** Tells the squares of the pieces of whoever plays here, whoever is to move. */
  readonly owns: (square: string) => boolean;
  /** Whether the players are apart: nothing sent to the other comes back by itself. */
  readonly apart: boolean;
  readonly unhurried: boolean;
  readonly ours: (square: string) => boolean;
  readonly degree: Degree;
  /** What the hands do in a free game. */
  readonly draft: { press(square: string, manner: PressManner): void; type(text: string): string | null } | null;
  scene: Scene;
  looked: string | null;
  play(move: MoveView): boolean;
  say(...sentences: string[]): void;
}

/** Says why the game is drawn at once by what is foreseen; `null` where it is not. */
function drawn({ ended }: Foresight): string | null {
  return ended?.winner === null ? ended.causeText : null;
}

/** How a person enters a move: what is pressed, chosen, foreseen or refused until it is played. */
export class Entry {
  clicks = $state.raw<string[]>([]);
  options = $state.raw<MoveView[] | null>(null);
  /** The move that waits to be confirmed. */
  pending = $state.raw<MoveView | null>(null);
  /** Why the game is drawn at once by the move that waits to be confirmed; `null` where it is not. */
  draws = $state<string | null>(null);
  /** Where a move begins and ends that was played ahead, while the other thinks. */
  ahead = $state.raw<{ from: string; to: string } | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The refused move as a turn by hand, where it may be insisted on. */
  insistence = $state.raw<Insistence | null>(null);
  readonly targets = $derived.by(() => (this.#game.playable && this.#game.view ? targets(this.#game.view.moves, this.clicks, this.#game.ours) : new Map()));
  /** Whether the piece selected may also act where it stands. */
  readonly mayAct = $derived(this.clicks.length === 1 && this.targets.has(this.clicks[0] ?? ""));

  #game: GameInPlay;
  /** What is known to stand after moves; those of another moment are other moves. */
  #foreseen = new WeakMap<MoveView, Foresight>();

  constructor(game: GameInPlay) {
    this.#game = game;
  }

  /** A square was pressed, or a dragged piece dropped on it. */
  press(square: string, manner: PressManner): void {
    const game = this.#game;
    game.looked = square;
    this.forgive();
    if (!game.view || !game.live) return;
    if (game.degree === "free") {
      game.draft?.press(square, manner);
      return;
    }
    if (!game.playable) {
      if (game.expects) this.#playAhead(square, manner);
      else this.clicks = [];
      return;
    }
    const waiting = this.pending;
    if (waiting && waiting.squares.at(-1) === square && !manner.dropped) {
      // A press that was on its way ends no game.
      if (this.draws === null) this.confirm();
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

  /** A square was pressed while the other thinks: nobody knows yet what will be legal. */
  #playAhead(square: string, manner: PressManner): void {
    const [from] = this.clicks;
    const had = this.ahead !== null;
    this.ahead = null;
    if (from === undefined) {
      if (this.#game.owns(square)) this.clicks = [square];
      else if (had) this.#game.say(settings.words.aheadLetGo);
    } else if (from !== square) {
      this.ahead = { from, to: square };
      this.clicks = [];
      this.#game.say(settings.words.playedAhead);
    } else if (!manner.dropped) this.clicks = [];
  }

  /** It has become one's turn: makes the move that was played ahead, if it is one now. */
  arrive(): void {
    const { ahead } = this;
    const { view, playable } = this.#game;
    if (!ahead || !playable || !view) return;
    this.ahead = null;
    const found = view.moves.filter(({ squares }) => squares.length > 1 && squares[0] === ahead.from && squares.at(-1) === ahead.to);
    const [move] = found;
    if (!move) this.#game.say(settings.words.aheadRefused);
    else if (found.length === 1) this.propose(move, false);
    else [this.clicks, this.options] = [[ahead.from, ahead.to], found];
  }

  /** Plays a move, or shows first what stands after it, where facts must be told, the person wants to be asked, or it ends as a draw a game with somebody elsewhere. */
  propose(move: MoveView, ask: boolean): void {
    this.options = null;
    if (ask || move.notices.length > 0 || settings.confirmsAll(this.#game.unhurried) || this.#ends(move)) {
      // What is pressed already stays as it is, and all that is drawn of it.
      if (this.clicks.length !== 1 || this.clicks[0] !== move.squares[0]) this.clicks = move.squares.slice(0, 1);
      this.#foresee(move);
      const draws = this.draws === null ? "" : settings.words.drawsAtOnce(this.draws);
      this.#game.say(move.sentence, ...move.notices.map((notice) => notice.sentence), draws);
    } else {
      this.#game.play(move);
    }
  }

  /** Tells whether a move ends as a draw a game with somebody elsewhere: nobody can take it back. */
  #ends(move: MoveView): boolean {
    const foresight = this.#game.apart ? this.foresee(move) : null;
    return foresight !== null && drawn(foresight) !== null;
  }

  confirm(): void {
    if (this.pending) this.#game.play(this.pending);
  }

  /** Reads a typed move; returns what is wrong with it, or `null` when it is played or waits to be confirmed. */
  type(text: string): string | null {
    const { match, view, degree, draft } = this.#game;
    if (!view || !match) return null;
    if (degree === "free") return draft?.type(text) ?? null;
    this.forgive();
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
      // A whole turn was typed: nobody needs to be asked whether it is meant, but whether the game is to end by it.
      for (const ply of plies) {
        const move = this.#legal(ply);
        if (move && this.#ends(move)) {
          this.propose(move, true);
          break;
        }
        if (!move || !this.#game.play(move)) break;
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
      const turn = match.byHand(entry, courier);
      this.insistence = { turn, draws: drawn(match.foresee(`~${turn}`, settings.language)) };
    } catch {
      this.insistence = null;
    }
  }

  /** Says no more of what was refused last. */
  forgive(): void {
    this.refusal = null;
    this.insistence = null;
  }

  #legal(text: string): MoveView | undefined {
    return this.#game.view?.moves.find((move) => move.text === text);
  }

  /** Finds out what will stand after a move of the present moment, which is asked once. */
  foresee(move: MoveView): Foresight | null {
    const known = this.#foreseen.get(move) ?? this.#game.match?.foresee(move.text, settings.language) ?? null;
    if (known) this.#foreseen.set(move, known);
    return known;
  }

  /** Shows what will stand after a move that waits to be confirmed. */
  #foresee(move: MoveView): void {
    const foresight = this.foresee(move);
    if (!foresight) return;
    this.pending = move;
    const { pieces } = foresight.placement;
    this.draws = drawn(foresight);
    this.#game.scene = { pieces, change: { effects: move.effects, legs: move.legs, back: false } };
  }

  /** Shows again what stands, where a move waited to be confirmed. */
  #unsee(): void {
    const { seen } = this.#game;
    if (this.pending && seen) this.#game.scene = { pieces: seen.pieces, change: null };
    this.pending = null;
    this.draws = null;
  }

  /** Lets go of everything selected, chosen or refused. */
  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.#unsee();
    this.forgive();
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
