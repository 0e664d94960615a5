import type { MoveView, View } from "@entourage/rules";
import type { Scene } from "./scene";
import { press, targets } from "./selection";

/** A board with its own moves, independent of a game, for example for analysis: its position and selection. */
export abstract class OwnBoard {
  view = $state.raw<View>() as View;
  scene = $state.raw<Scene>({ pieces: [], change: null });
  clicks = $state.raw<string[]>([]);
  options = $state.raw<MoveView[] | null>(null);
  /** Squares of the pieces of the side to move. */
  readonly ours = $derived.by(() => {
    const squares = new Set(this.view.pieces.filter((piece) => piece.side === this.view.side).map((piece) => piece.square));
    return (square: string) => squares.has(square);
  });
  /** Destinations of the selected piece. */
  readonly targets = $derived.by(() => (this.mayMove() ? targets(this.view.moves, this.clicks, this.ours) : new Map<string, never>()));

  abstract play(move: MoveView): void;

  /** Explains why the selected squares are not a legal move. */
  protected abstract refuse(squares: string[]): void;

  /** Returns whether pieces can be moved at the moment. */
  protected mayMove(): boolean {
    return true;
  }

  /** Handles a click on a square after earlier ones: selects, chooses, moves or explains an illegal move. */
  protected enter(square: string, dropped: boolean): void {
    this.options = null;
    const found = press(this.view.moves, this.clicks, square, this.ours, dropped);
    switch (found.type) {
      case "cleared":
        this.clicks = [];
        return;
      case "selected":
        this.clicks = found.clicks.length > 1 || this.ours(square) ? found.clicks : [];
        return;
      case "choose":
        this.clicks = found.clicks;
        this.options = found.options;
        return;
      case "move":
        this.play(found.move);
        return;
      case "refused":
        this.clicks = found.squares.slice(0, 1);
        this.refuse(found.squares);
    }
  }

  /** Shows a position and the move that led to it. */
  protected lay(view: View, change: Scene["change"]): void {
    this.clicks = [];
    this.options = null;
    this.view = view;
    this.scene = { pieces: view.pieces, change };
  }
}
