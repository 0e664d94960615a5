import type { MoveView, View } from "@entourage/rules";
import type { Scene } from "./scene";
import { press, targets } from "./selection";

/** A board with moves of its own beside the game's, such as one to try moves on: what stands there, and what is selected. */
export abstract class OwnBoard {
  view = $state.raw<View>() as View;
  scene = $state.raw<Scene>({ pieces: [], change: null });
  clicks = $state.raw<string[]>([]);
  options = $state.raw<MoveView[] | null>(null);
  /** Tells the squares of the pieces of the side to move. */
  readonly ours = $derived.by(() => {
    const squares = new Set(this.view.pieces.filter((piece) => piece.side === this.view.side).map((piece) => piece.square));
    return (square: string) => squares.has(square);
  });
  /** Where the piece selected may go. */
  readonly targets = $derived.by(() => (this.mayMove() ? targets(this.view.moves, this.clicks, this.ours) : new Map<string, never>()));

  /** Plays a legal move. */
  abstract play(move: MoveView): void;

  /** Says why what these squares name is no move. */
  protected abstract refuse(squares: string[]): void;

  /** Tells whether pieces may be moved just now. */
  protected mayMove(): boolean {
    return true;
  }

  /** Takes a press on a square for what it means after those before: selecting, choosing, moving, or what is refused. */
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

  /** Shows a position, and how it came about. */
  protected lay(view: View, change: Scene["change"]): void {
    this.clicks = [];
    this.options = null;
    this.view = view;
    this.scene = { pieces: view.pieces, change };
  }
}
