import type { MoveView, Side } from "@entourage/rules";
import type { Analysis } from "../analysis/analysis.svelte";
import type { Comment, TreeNode } from "../analysis/tree";

/** Glyphs of variations that are as good as the main line: good, brilliant and interesting moves. */
const GOOD: readonly number[] = [1, 3, 5];
/** Time before the reply to a right move, in milliseconds. */
const REPLY_MS = 700;

/** An interactive chapter as it is solved: one side asks for the moves of the main line, and the moves of the other are played. */
export class Exercise {
  /** `asks` for a move, `replies` with the moves of the other side, has been answered with a `wrong` move, or is `over`. */
  phase = $state<"asks" | "replies" | "wrong" | "over">("asks");
  /** Whether the last answer was right. */
  isRight = $state(false);
  /** What the authors say about the last moves, or about the wrong one. */
  comments = $state.raw<readonly Comment[]>([]);
  /** The hint for the next move, once the user has asked for it. */
  hint = $state("");
  /** Whether there is a hint that is not shown yet. */
  canHint = $state(false);
  /** Number of moves that the user had to find, and of those found at once. */
  asked = $state(0);
  found = $state(0);

  readonly side: Side;
  readonly #board: Analysis;
  readonly #delay: number;
  #at: TreeNode;
  /** Whether the current move was missed or shown. */
  #missed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `delay` is the time before replies in milliseconds. */
  constructor(board: Analysis, side: Side, delay = REPLY_MS) {
    [this.#board, this.side, this.#delay, this.#at] = [board, side, delay, board.tree.root];
    this.restart();
  }

  restart(): void {
    [this.asked, this.found, this.isRight] = [0, 0, false];
    this.#reach(this.#board.tree.root, commentsOf(this.#board.tree.root));
  }

  /** Asks for the same move again after a wrong one. */
  again(): void {
    if (this.phase === "wrong") this.#ask(commentsOf(this.#at));
  }

  showHint(): void {
    [this.hint, this.canHint] = [this.#at.hint, false];
  }

  /** Plays the move that is asked for. */
  show(): void {
    const next = lawful(this.#at)[0];
    if (!next || this.phase === "replies" || this.phase === "over") return;
    this.#missed = true;
    this.isRight = false;
    this.#board.go(next);
    this.#reach(next, commentsOf(next));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#board.intercept = null;
  }

  /** Continues after a move: with the reply, the next question, or the end. */
  #reach(node: TreeNode, comments: readonly Comment[]): void {
    clearTimeout(this.#timer);
    [this.#at, this.hint, this.canHint, this.comments] = [node, "", false, comments];
    this.#board.go(node);
    this.#board.intercept = () => undefined;
    const next = lawful(node)[0];
    if (!next) {
      this.phase = "over";
      return;
    }
    if (next.side === this.side) {
      this.asked += 1;
      this.#missed = false;
      return this.#ask(comments);
    }
    this.phase = "replies";
    this.#timer = setTimeout(() => this.#reach(next, [...comments, ...commentsOf(next)]), this.#delay);
  }

  #ask(comments: readonly Comment[]): void {
    [this.phase, this.comments] = ["asks", comments];
    this.canHint = this.#at.hint !== "" && this.hint === "";
    this.#board.go(this.#at);
    this.#board.intercept = (move) => this.#answer(move);
  }

  #answer(move: MoveView): void {
    const all = lawful(this.#at);
    const node = all.find((child) => child.move === move.text);
    this.isRight = node !== undefined && (node === all[0] || node.glyphs.some((nag) => GOOD.includes(nag)));
    if (node && this.isRight) {
      if (!this.#missed) this.found += 1;
      return this.#reach(node, commentsOf(node));
    }
    [this.#missed, this.phase, this.comments] = [true, "wrong", node ? commentsOf(node) : []];
    this.#board.intercept = () => undefined;
    // A move outside the chapter is not added to it.
    if (node) this.#board.go(node);
  }
}

const lawful = (node: TreeNode): TreeNode[] => node.children.filter((child) => !child.broken && child.key !== "");

const commentsOf = ({ comment, others }: TreeNode): Comment[] => [...(comment === "" ? [] : [{ by: "", text: comment }]), ...others];
