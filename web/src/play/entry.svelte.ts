import type { Enforcement, Explanation, Foresight, MoveView, ReasonView, View } from "@entourage/rules";
import type { PressManner, Scene } from "@entourage/board/scene";
import { failureText, type Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { press, targets } from "@entourage/board/selection";

/** Why a move is illegal, with the squares responsible. */
export interface Refusal {
  sentence: string;
  reasons: ReasonView[];
  squares: string[];
}

/** An illegal move that may be played as a manual move. */
export interface Insistence {
  turn: string;
  /** Why the move draws the game; `null` if it does not. */
  draws: string | null;
}

/** What move entry needs of the game. */
interface GameInPlay {
  readonly match: Match | null;
  /** The current position. */
  readonly view: View | null;
  /** The position shown. */
  readonly seen: View | null;
  readonly live: boolean;
  readonly playable: boolean;
  /** Whether it is the opponent's turn and a premove can be set. */
  readonly expects: boolean;
  /** Returns whether a square has one of the user's pieces, on either side's turn. */
  readonly owns: (square: string) => boolean;
  /** Whether the opponent is on another device: sent moves cannot be taken back alone. */
  readonly apart: boolean;
  readonly unhurried: boolean;
  readonly ours: (square: string) => boolean;
  readonly degree: Enforcement;
  /** The manual turn of a game without enforcement. */
  readonly draft: { press(square: string, manner: PressManner): void; type(text: string): string | null } | null;
  scene: Scene;
  looked: string | null;
  play(move: MoveView): boolean;
  say(...sentences: string[]): void;
}

/** Returns why the game would be drawn; `null` if it would not. */
function drawn({ ended }: Foresight): string | null {
  return ended?.winner === null ? ended.causeText : null;
}

/** How the user enters a move: selection, confirmation, refusal and premove. */
export class Entry {
  clicks = $state.raw<string[]>([]);
  options = $state.raw<MoveView[] | null>(null);
  /** The move awaiting confirmation. */
  pending = $state.raw<MoveView | null>(null);
  /** Why the move awaiting confirmation draws the game; `null` if it does not. */
  draws = $state<string | null>(null);
  /** The premove. */
  ahead = $state.raw<{ from: string; to: string } | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The illegal move as a manual move, if it may be played. */
  insistence = $state.raw<Insistence | null>(null);
  readonly targets = $derived.by(() => (this.#game.playable && this.#game.view ? targets(this.#game.view.moves, this.clicks, this.#game.ours) : new Map()));
  /** Whether the selected piece can also act on its square. */
  readonly mayAct = $derived(this.clicks.length === 1 && this.targets.has(this.clicks[0] ?? ""));

  #game: GameInPlay;
  /** Positions after moves; weak, because a new position has new moves. */
  #foreseen = new WeakMap<MoveView, Foresight>();

  constructor(game: GameInPlay) {
    this.#game = game;
  }

  /** Handles a click on a square or a drop there. */
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
      if (game.expects) this.#setPremove(square, manner);
      else this.clicks = [];
      return;
    }
    const waiting = this.pending;
    if (waiting && waiting.squares.at(-1) === square && !manner.dropped) {
      // A move that ends the game needs an explicit confirmation.
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
        // Only pieces of the side to move can be selected; other squares are inspected.
        this.clicks = found.clicks.length > 1 || game.ours(square) ? found.clicks : [];
        return;
      case "choose":
        this.clicks = found.clicks;
        this.options = found.options;
        return;
      case "move":
        // A second click may have been meant to clear the selection.
        this.propose(found.move, found.move.squares.length === 1 || settings.confirms(manner.coarse));
        return;
      case "refused":
        this.#refuse(found.squares);
    }
  }

  /** Handles a click during the opponent's turn, when legal moves are unknown. */
  #setPremove(square: string, manner: PressManner): void {
    const [from] = this.clicks;
    const had = this.ahead !== null;
    this.ahead = null;
    if (from === undefined) {
      if (this.#game.owns(square)) this.clicks = [square];
      else if (had) this.#game.say(settings.words.premoveCancelled);
    } else if (from !== square) {
      this.ahead = { from, to: square };
      this.clicks = [];
      this.#game.say(settings.words.premoveSet);
    } else if (!manner.dropped) this.clicks = [];
  }

  /** Plays the premove if it is legal now. */
  arrive(): void {
    const { ahead } = this;
    const { view, playable } = this.#game;
    if (!ahead || !playable || !view) return;
    this.ahead = null;
    const found = view.moves.filter(({ squares }) => squares.length > 1 && squares[0] === ahead.from && squares.at(-1) === ahead.to);
    const [move] = found;
    if (!move) this.#game.say(settings.words.premoveIllegal);
    else if (found.length === 1) this.propose(move, false);
    else [this.clicks, this.options] = [[ahead.from, ahead.to], found];
  }

  /** Plays a move, or asks for confirmation if notices must be shown, the user wants it, or the move draws a game against another device. */
  propose(move: MoveView, ask: boolean): void {
    this.options = null;
    if (ask || move.notices.length > 0 || settings.confirmsAll(this.#game.unhurried) || this.#ends(move)) {
      // Keeps the selection to avoid redrawing.
      if (this.clicks.length !== 1 || this.clicks[0] !== move.squares[0]) this.clicks = move.squares.slice(0, 1);
      this.#foresee(move);
      const draws = this.draws === null ? "" : settings.words.endsInDraw(this.draws);
      this.#game.say(move.sentence, ...move.notices.map((notice) => notice.sentence), draws);
    } else {
      this.#game.play(move);
    }
  }

  /** Returns whether a move draws a game against another device, which cannot be undone. */
  #ends(move: MoveView): boolean {
    const foresight = this.#game.apart ? this.foresee(move) : null;
    return foresight !== null && drawn(foresight) !== null;
  }

  confirm(): void {
    if (this.pending) this.#game.play(this.pending);
  }

  /** Parses a typed move; returns the error, or `null` if it is played or awaits confirmation. */
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
        // An illegal move that may be played is offered beside the board.
        return this.insistence === null ? (this.refusal?.sentence ?? null) : null;
      }
      this.letGo();
      if (others.length === 0) {
        this.propose(legal, false);
        return null;
      }
      // A typed turn needs no confirmation unless it ends the game.
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

  /** Prepares an illegal move to be played anyway, if rule enforcement and the board allow it. */
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

  /** Clears the last refusal. */
  forgive(): void {
    this.refusal = null;
    this.insistence = null;
  }

  #legal(text: string): MoveView | undefined {
    return this.#game.view?.moves.find((move) => move.text === text);
  }

  /** Returns the position after a legal move; cached. */
  foresee(move: MoveView): Foresight | null {
    const known = this.#foreseen.get(move) ?? this.#game.match?.foresee(move.text, settings.language) ?? null;
    if (known) this.#foreseen.set(move, known);
    return known;
  }

  /** Shows the position after a move awaiting confirmation. */
  #foresee(move: MoveView): void {
    const foresight = this.foresee(move);
    if (!foresight) return;
    this.pending = move;
    const { pieces } = foresight.placement;
    this.draws = drawn(foresight);
    this.#game.scene = { pieces, change: { effects: move.effects, legs: move.legs, back: false } };
  }

  /** Shows the current position again. */
  #unsee(): void {
    const { seen } = this.#game;
    if (this.pending && seen) this.#game.scene = { pieces: seen.pieces, change: null };
    this.pending = null;
    this.draws = null;
  }

  /** Clears the selection, choice or refusal. */
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

  /** Shows why a move is illegal. */
  blame(explanation: Explanation): void {
    const sentence = explanation.reasons.map((reason) => reason.sentence).join(" ") || settings.words.notLegal;
    const squares = [...new Set(explanation.reasons.flatMap((reason) => reason.squares))];
    this.refusal = { sentence, reasons: explanation.reasons, squares };
  }

  /** Shows a thrown error. */
  fail(thrown: unknown): void {
    this.refusal = { sentence: failureText(thrown), reasons: [], squares: [] };
  }
}
