import type { SolutionBranch, SolvedComposition } from "@entourage/rules";
import { solveComposition, type Progress, type Task } from "../engine/compose";
import { failureText } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import type { Analysis } from "./analysis.svelte";
import type { TreeNode } from "./tree";

/** Annotation glyphs (NAGs) of a good move and of a mistake. */
const [GOOD, MISTAKE] = [1, 2];
const GLYPHS: Partial<Record<SolutionBranch["role"], number>> = { key: GOOD, try: MISTAKE, refutation: GOOD };
/** Maximum number of moves that are added to the tree, each of which is played on the board. */
const MAX_ADDED = 500;
/** A turn that is skipped. */
export const SKIP = "--";

/** Solves positions of an analysis as compositions. */
export class CompositionSolver {
  task = $state<Task>({ stipulation: "win", turns: 2, tries: 1, setPlay: false });
  progress = $state.raw<Progress | null>(null);
  solved = $state.raw<SolvedComposition | null>(null);
  problem = $state("");
  running = $state(false);
  /** The position that is or was solved. */
  origin = $state.raw<TreeNode | null>(null);

  #analysis: Analysis;
  #stop = () => {};

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  solve(): void {
    this.stop();
    [this.progress, this.solved, this.problem, this.running] = [null, null, "", true];
    const { node, root, view } = this.#analysis;
    this.origin = node;
    this.#stop = solveComposition(root.spec, view.position, $state.snapshot(this.task), settings.language, (message) => {
      if (message.type === "progress") this.progress = message.progress;
      else {
        this.running = false;
        if (message.type === "solved") this.solved = message.solved;
        else this.problem = failureText(message.thrown);
      }
    });
  }

  stop(): void {
    this.#stop();
    this.running = false;
  }

  /** Shows a line of the solution on the board. */
  show(line: readonly string[]): void {
    if (!this.origin) return;
    this.#analysis.go(this.origin);
    this.#analysis.playLine(line);
  }

  /** The solutions and tries, which can be added to the tree. */
  readonly lines = $derived([...(this.solved?.keys ?? []), ...(this.solved?.tries ?? [])]);
  /** Whether the lines are short enough to be added. */
  readonly fits = $derived(sizeOf(this.lines) <= MAX_ADDED);

  /** Adds keys and tries with their variations to the tree. */
  add(): void {
    const { origin, lines } = this;
    if (!origin || !this.fits) return;
    for (const branch of lines) this.#add(origin, branch);
    this.#analysis.go(origin);
  }

  #add(parent: TreeNode, branch: SolutionBranch): void {
    // The tree of an analysis has no turns that are skipped.
    if (branch.move === SKIP) return;
    this.#analysis.go(parent);
    this.#analysis.playLine([branch.move]);
    const { node } = this.#analysis;
    if (node === parent) return;
    const glyph = GLYPHS[branch.role];
    if (glyph !== undefined && !node.glyphs.includes(glyph)) this.#analysis.glyph(node, glyph);
    for (const next of branch.then) this.#add(node, next);
  }
}

/** Counts the moves that can be played, without threats. */
const sizeOf = (branches: readonly SolutionBranch[]): number => branches.reduce((sum, { then }) => sum + 1 + sizeOf(then), 0);
