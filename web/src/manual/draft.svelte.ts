import type { EffectView, Judgement, Placement, Side } from "@entourage/rules";
import type { PressManner, Scene } from "@entourage/board/scene";
import type { Game } from "../play/game.svelte";
import type { ManualTurn } from "../play/manualTurn";
import { failureText } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** What a click on a square does instead of moving a piece. */
export type Tool = { type: "put"; kind: number; side: Side } | { type: "erase" | "cut" | "back" };

/** An unsent manual move: its steps and the resulting board. */
export class Draft implements ManualTurn {
  /** The steps in canonical form. */
  legs = $state.raw<string[]>([]);
  /** The square of the piece that was picked up. */
  picked = $state<string | null>(null);
  tool = $state.raw<Tool | null>(null);
  /** The board after the steps; `null` without any. */
  placement = $state.raw<Placement | null>(null);
  /** The last answer of the rules. */
  judgement = $state.raw<Judgement | null>(null);
  /** Why the last step is invalid. */
  problem = $state("");

  #game: Game;

  constructor(game: Game) {
    this.#game = game;
  }

  /** The turn as text. */
  get text(): string {
    return this.legs.join(";") || "pass";
  }

  #pieces() {
    return (this.placement ?? this.#game.view)?.pieces ?? [];
  }

  /** Returns whether a piece on a square can be picked up. */
  holds(square: string): boolean {
    return this.tool === null && this.#pieces().some((piece) => piece.square === square);
  }

  press(square: string, manner: PressManner): void {
    if (!this.#game.playable) return;
    this.problem = "";
    this.judgement = null;
    const { tool, picked } = this;
    if (tool) this.#add(this.#legOf(tool, square));
    else if (picked === null) this.picked = this.holds(square) ? square : null;
    else if (picked === square) this.picked = manner.dropped ? square : null;
    else this.#move(picked, square);
  }

  #letter(kind: number, side: Side): string {
    return this.#game.info?.kinds[kind]?.letters[side - 1] ?? "";
  }

  #legOf(tool: Tool, square: string): string {
    if (tool.type === "put") return `${this.#letter(tool.kind, tool.side)}-${square}`;
    if (tool.type === "cut") return `-${square}`;
    return tool.type === "erase" ? `${square}-` : `@-${square}`;
  }

  #move(from: string, to: string): void {
    this.picked = null;
    const pieces = this.#pieces();
    const moving = pieces.find((piece) => piece.square === from);
    if (!moving) return;
    const taken = pieces.find((piece) => piece.square === to);
    const effects: EffectView[] = taken ? [{ type: "remove", square: to, kind: taken.kind, side: taken.side }] : [];
    effects.push({ type: "move", from, to });
    this.#add(`${this.#letter(moving.kind, moving.side)}${from}-${to}`, { effects, legs: [from, to], back: false });
  }

  #add(leg: string, change: Scene["change"] = null): void {
    this.#take([...this.legs, leg], change);
  }

  /** Shows the board after steps if they are possible. */
  #take(legs: string[], change: Scene["change"] = null): void {
    const { match } = this.#game;
    if (!match) return;
    let placement: Placement | null = null;
    if (legs.length > 0) {
      try {
        ({ placement } = match.foresee(`~${legs.join(";")}`, settings.language));
      } catch (thrown) {
        this.problem = failureText(thrown);
        return;
      }
    }
    this.legs = legs;
    this.placement = placement;
    const pieces = (placement ?? this.#game.view)?.pieces;
    if (pieces) this.#game.scene = { pieces, change };
  }

  /** Replaces the draft by a typed turn; returns the error, or `null`. */
  type(text: string): string | null {
    const { match } = this.#game;
    if (!match) return null;
    this.letGo();
    try {
      const turn = match.byHand(text, settings.notation === "courier");
      if (turn === "pass") this.#game.playTurn(turn);
      else this.#take(turn.split(";"));
      return this.problem || null;
    } catch (thrown) {
      return failureText(thrown);
    }
  }

  undoLeg(): void {
    this.picked = null;
    this.judgement = null;
    this.problem = "";
    this.#take(this.legs.slice(0, -1));
  }

  /** Checks the steps, or the last turn, against the rules. */
  ask(): void {
    const { match } = this.#game;
    this.problem = "";
    try {
      this.judgement = match?.judge(this.legs.length > 0 ? this.text : undefined, settings.language) ?? null;
    } catch (thrown) {
      this.problem = failureText(thrown);
    }
  }

  send(): void {
    this.#game.playTurn(this.text);
  }

  protest(): void {
    const why = this.#game.protestNow();
    if (why !== null) this.judgement = { verdict: "unknown", sentence: why };
  }

  /** Discards the draft. */
  letGo(): void {
    this.picked = null;
    this.tool = null;
    this.judgement = null;
    this.problem = "";
    if (this.legs.length === 0) return;
    this.legs = [];
    this.placement = null;
    const { seen } = this.#game;
    if (seen) this.#game.scene = { pieces: seen.pieces, change: null };
  }
}
