import { untrack } from "svelte";
import type { MoveView, RelationView, Side, View, Weighing } from "@entourage/rules";
import { freeHeight, hasFreeCorners } from "@entourage/board/layout";
import { layOutNamed, namesOf } from "@entourage/board/names";
import type { Preview, Way } from "@entourage/board/scene";
import { steady } from "@entourage/board/steady";
import { changedBy } from "../play/changed";
import { isFirstGame } from "../play/firstGame";
import { describer, standingOn } from "@entourage/board/describe";
import type { Game } from "../play/game.svelte";
import { oneByOne } from "../parts/oneByOne";
import { reachOf } from "../play/reach";
import { weigh, weighed } from "../play/movePreview";
import { settings, words } from "../settings/settings.svelte";

/** Number of previews drawn per frame. */
const TOGETHER = 4;

/** The display state of a game's board: orientation and highlights. */
export class Sight {
  flippedByHand = $state(false);
  /** Whether the board spans the screen, and whether the window is too low for more than the board. */
  narrow = $state(false);
  low = $state(false);
  /** The hovered or focused move in a list of moves. */
  considered = $state.raw<MoveView | null>(null);
  /** Whether the user reviews the moves of a finished game. */
  through = $state(false);

  readonly flipped = $derived.by(() => (settings.below === "own" ? this.#game.own === 2 : settings.below === "2") !== this.flippedByHand);
  readonly #upright = $derived.by(() => this.#laidOut(false));
  /** Whether the board is rotated by a quarter turn, because it is narrow and the window low. */
  readonly lying = $derived(this.low && this.#upright !== null && this.#upright.box.height > 1.2 * this.#upright.box.width);
  readonly #layout = $derived(this.lying ? this.#laidOut(true) : this.#upright);
  /** Width of the board divided by its height. */
  readonly aspect = $derived(this.#layout ? this.#layout.box.width / this.#layout.box.height : 1);
  /** Whether the players are in the corners of the board. */
  readonly cornered = $derived(this.#layout !== null && hasFreeCorners(this.#layout));
  /** The sides above and below the board. */
  readonly seats = $derived<[Side, Side]>(this.flipped ? [1, 2] : [2, 1]);

  /** Whether the user can play and no move has been made. */
  readonly unplayed = $derived.by(() => this.#game.seat !== "watch" && this.#game.record.length === 0 && !this.#game.over);
  /** Whether this is the first game of its kind on this device. */
  readonly first = $derived.by(() => this.#game.info !== null && isFirstGame(this.#game.id, this.#game.info.spec));
  /** Where the board shows the goal of the game, as a fraction of its height: among empty rows; `null` if it does not. */
  readonly goalAt = $derived.by(() => {
    const { info, seen, record, own, texts, degree } = this.#game;
    if (!info?.goal || !seen || !this.#layout || degree === "free" || this.#game.seat === "watch" || this.#game.over) return null;
    // Until the user's first move, in a game from the usual position.
    if (record.some(({ side }) => own === null || side === own) || texts?.start !== info.start || !this.first) return null;
    return freeHeight(this.#layout, seen.pieces.map(({ square }) => square));
  });

  readonly #shownMove = $derived.by(() => (this.#game.shown > 0 ? this.#game.record[this.#game.shown - 1] : undefined));
  /** Start and end of the last move. */
  readonly last = $derived.by(steady(() => (this.#shownMove ? [this.#shownMove.legs[0], this.#shownMove.legs.at(-1)].filter((name) => name !== undefined) : [])));
  /** Squares of pieces that the last move changed from a distance, such as pieces that changed sides. */
  readonly changed = $derived.by(steady(() => changedBy(this.#shownMove)));
  /** Attacks in the position shown, and which pieces can be captured. */
  readonly reach = $derived.by(() => reachOf(this.#game));
  /** Squares responsible for a refusal or notice. */
  readonly blamed = $derived.by(steady(() => {
    const { marked, entry, notices } = this.#game;
    return [...(marked?.blamed ?? []), ...(entry.refusal?.squares ?? []), ...[...notices, ...(entry.pending?.notices ?? [])].flatMap((notice) => notice.squares)];
  }));
  readonly selected = $derived.by(() => (this.#game.draft?.picked ? [this.#game.draft.picked] : this.#game.entry.clicks));
  /** Pieces and active powers; selecting pieces does not change them. */
  readonly #standing = $derived.by(() => {
    const { info, seen: shown, draft } = this.#game;
    if (!info || !shown) return null;
    const view = draft?.placement ? { ...shown, pieces: draft.placement.pieces } : shown;
    const seen = { info, view, names: namesOf(info, settings.notation), reach: this.reach };
    return { seen, told: standingOn(seen, words()) };
  });
  /** Returns the accessible name of a square. */
  readonly describe = $derived.by(() => {
    const { live, degree, entry } = this.#game;
    if (!this.#standing) return (square: string) => square;
    const { seen, told } = this.#standing;
    return describer({ ...seen, live: live && degree !== "free", selected: this.selected, targets: entry.targets, last: this.last, changed: this.changed, blamed: this.blamed }, words(), told);
  });

  /** The previewed move. */
  readonly previewedMove = $derived.by(() => weighed(this.#game, this.considered));
  readonly weighing = $derived.by(() => weigh(this.#game, this.previewedMove));
  /** Whether nothing is hovered or selected. */
  readonly quiet = $derived.by(() => this.#game.looked === null && this.#game.entry.clicks.length === 0);
  /** Whether there is an explanation, which replaces the move list on a phone. */
  readonly explaining = $derived.by(() => {
    const game = this.#game;
    if (game.hinted !== null || (game.over && !this.through)) return true;
    const pointsAtPiece = game.seen?.pieces.some((piece) => piece.square === game.looked) ?? false;
    return game.degree !== "free" && (this.previewedMove !== null || game.entry.clicks.length > 0 || pointsAtPiece);
  });
  readonly relations = $derived.by(steady(() => this.#told(this.#game.seen?.relations ?? [], this.#game.looked)));
  /** The preview of the previewed move. */
  readonly preview = $derived.by(() => (this.previewedMove && this.weighing ? this.#drawn(this.previewedMove, this.weighing, this.#game.looked) : null));
  /** Known previews by the squares where their moves end. */
  previews = $state.raw<ReadonlyMap<string, Preview>>(new Map());
  /** The moves of these previews. */
  #foreseen: { view: View | null; powers: boolean; moves: Map<string, MoveView> } = { view: null, powers: true, moves: new Map() };

  /** The destination of the move awaiting confirmation. */
  readonly chosen = $derived.by(() => this.#game.entry.pending?.squares.at(-1) ?? null);
  readonly ways = $derived.by((): Way[] => {
    const { marked, hint, hinted, hintStep, entry, looked } = this.#game;
    const found: Way[] = [...(marked?.ways ?? [])];
    if (this.#shownMove && this.#shownMove.legs.length > 2) found.push({ legs: this.#shownMove.legs, tone: "last" });
    const step = hintStep === null ? undefined : hinted?.prospect.line[hintStep];
    if (step) found.push({ legs: step.legs, tone: "hint", swap: step.manner === "swap", leap: step.manner === "leap" });
    else if (hint) found.push(way(hint, "hint"));
    // The preview draws its own path.
    if (this.preview) return found;
    if (entry.pending) return [...found, way(entry.pending, "strong")];
    if (this.considered) return [...found, way(this.considered, "strong")];
    if (entry.options) return [...found, ...entry.options.map((option) => way(option, option.legs.length > 2 ? "faint" : "strong"))];
    const target = looked === null ? undefined : entry.targets.get(looked);
    if (target) found.push(...target.moves.map((move: MoveView) => way(move, "strong")));
    else if (entry.clicks.length > 0) {
      const long = [...entry.targets.values()].flatMap((one) => one.moves as MoveView[]).filter((move) => move.legs.length > 2);
      found.push(...new Set(long.map((move) => way(move, "faint"))));
    }
    return found;
  });

  #game: Game;

  constructor(game: Game) {
    this.#game = game;
  }

  /**
   * Computes and draws the previews of likely moves one after another; returns a function that stops it. Drawings are kept after the selection is
   * cleared, until others replace them.
   */
  foresee(): () => void {
    const { entry, view } = this.#game;
    const { powers } = settings;
    // While a move is chosen from a list, the board shows only those.
    const ends = entry.options ? [] : [...entry.targets].flatMap(([square, { moves }]) => (moves.length === 1 ? moves.map((move: MoveView) => ({ square, move })) : []));
    return untrack(() => {
      const same = this.#foreseen.view === view && this.#foreseen.powers === powers;
      if (same && ends.every(({ square, move }) => this.#foreseen.moves.get(square) === move)) return () => {};
      this.#foreseen = { view, powers, moves: new Map() };
      this.previews = new Map();
      const known = new Map<string, Preview>();
      const { moves } = this.#foreseen;
      const drawn = ends.map(({ square, move }, i) => () => {
        const weighing = weigh(this.#game, move);
        moves.set(square, move);
        if (weighing) known.set(square, this.#drawn(move, weighing, square));
        // Each repaint of the board takes time, however little is added.
        if ((ends.length - 1 - i) % TOGETHER === 0) this.previews = new Map(known);
      });
      // The resulting position is needed when a touch ends.
      return oneByOne([...drawn, ...ends.map(({ move }) => () => void entry.foresee(move))]);
    });
  }

  /** Watches the window size; returns a function that stops it. */
  watch(): () => void {
    const [slim, short] = [matchMedia("(max-width: 40rem)"), matchMedia("(max-height: 30rem) and (orientation: landscape)")];
    const resized = () => ([this.narrow, this.low] = [slim.matches, short.matches]);
    resized();
    for (const query of [slim, short]) query.addEventListener("change", resized);
    return () => {
      for (const query of [slim, short]) query.removeEventListener("change", resized);
    };
  }

  /** Returns whether a piece can be picked up. */
  readonly holds = (square: string): boolean => {
    const game = this.#game;
    if (game.expects) return game.owns(square);
    return game.playable && !game.entry.pending && (game.draft ? game.draft.holds(square) : game.ours(square));
  };

  /** Selects the active powers to show while a square is inspected: all, unless powers are hidden. */
  #told(atWork: RelationView[], looked: string | null): RelationView[] {
    if (settings.powers) return atWork;
    const { marked } = this.#game;
    const blamed = (one: RelationView) => marked?.relations.some(({ kind, from, to }) => one.kind === kind && one.from === from && one.to === to);
    return atWork.filter((one) => blamed(one) || one.influence === "binds" || one.from === looked || one.to === looked);
  }

  #drawn(move: MoveView, weighing: Weighing, looked: string | null): Preview {
    return { weighing, stays: this.#told(weighing.stays, looked), way: way(move, "strong") };
  }

  #laidOut(lying: boolean) {
    const { info } = this.#game;
    return info && layOutNamed(namesOf(info, settings.notation).board, this.flipped, this.narrow, settings.coordinates, lying);
  }
}

const way = (move: MoveView, tone: Way["tone"]): Way => ({ legs: move.legs, tone, swap: move.manner === "swap", leap: move.manner === "leap" });
