import { untrack } from "svelte";
import type { MoveView, RelationView, Side, View, Weighing } from "@entourage/rules";
import { hasFreeCorners } from "@entourage/board/layout";
import { layOutNamed, namesOf } from "@entourage/board/names";
import type { Preview, Way } from "@entourage/board/scene";
import { steady } from "@entourage/board/steady";
import { changedBy } from "../play/changed";
import { describer, standingOn } from "@entourage/board/describe";
import type { Game } from "../play/game.svelte";
import { oneByOne } from "../parts/oneByOne";
import { reachOf } from "../play/reach";
import { weigh, weighed } from "../play/movePreview";
import { settings, words } from "../settings/settings.svelte";

/** Of how many moves what they would change is drawn at a time: the page rests between. */
const TOGETHER = 4;

/** What somebody sees of a game's board: how it lies, and what is marked on it. */
export class Sight {
  flippedByHand = $state(false);
  /** Whether the board goes from edge to edge, and whether the window is too low for more than it. */
  narrow = $state(false);
  low = $state(false);
  /** The move that the pointer or the focus is on, where several are chosen from. */
  considered = $state.raw<MoveView | null>(null);
  /** Whether somebody who was told why the game is over looks through its moves. */
  through = $state(false);

  readonly flipped = $derived.by(() => (settings.below === "own" ? this.#game.own === 2 : settings.below === "2") !== this.flippedByHand);
  readonly #upright = $derived.by(() => this.#laidOut(false));
  /** Whether the board lies on its side: it is slender, and the window low. */
  readonly lying = $derived(this.low && this.#upright !== null && this.#upright.box.height > 1.2 * this.#upright.box.width);
  readonly #layout = $derived(this.lying ? this.#laidOut(true) : this.#upright);
  /** How wide the board is for its height. */
  readonly aspect = $derived(this.#layout ? this.#layout.box.width / this.#layout.box.height : 1);
  /** Whether whoever plays sits in the corners of the board. */
  readonly cornered = $derived(this.#layout !== null && hasFreeCorners(this.#layout));
  /** The sides whose seats are above and below the board. */
  readonly seats = $derived<[Side, Side]>(this.flipped ? [1, 2] : [2, 1]);

  readonly #shownMove = $derived.by(() => (this.#game.shown > 0 ? this.#game.record[this.#game.shown - 1] : undefined));
  /** From where to where the last move went. */
  readonly last = $derived.by(steady(() => (this.#shownMove ? [this.#shownMove.legs[0], this.#shownMove.legs.at(-1)].filter((name) => name !== undefined) : [])));
  /** Where pieces stand that it changed from elsewhere, such as those that changed sides. */
  readonly changed = $derived.by(steady(() => changedBy(this.#shownMove)));
  /** Who attacks what in the position shown, and which pieces can be captured. */
  readonly reach = $derived.by(() => reachOf(this.#game));
  /** The squares that a refusal or a notice blames. */
  readonly blamed = $derived.by(steady(() => {
    const { marked, entry, notices } = this.#game;
    return [...(marked?.blamed ?? []), ...(entry.refusal?.squares ?? []), ...[...notices, ...(entry.pending?.notices ?? [])].flatMap((notice) => notice.squares)];
  }));
  readonly selected = $derived.by(() => (this.#game.draft?.picked ? [this.#game.draft.picked] : this.#game.entry.clicks));
  /** What stands on the board and what is at work there: pressing pieces changes none of it. */
  readonly #standing = $derived.by(() => {
    const { info, seen: shown, draft } = this.#game;
    if (!info || !shown) return null;
    const view = draft?.placement ? { ...shown, pieces: draft.placement.pieces } : shown;
    const seen = { info, view, names: namesOf(info, settings.notation), reach: this.reach };
    return { seen, told: standingOn(seen, words()) };
  });
  /** Says what is on a square, to those who hear. */
  readonly describe = $derived.by(() => {
    const { live, degree, entry } = this.#game;
    if (!this.#standing) return (square: string) => square;
    const { seen, told } = this.#standing;
    return describer({ ...seen, live: live && degree !== "free", selected: this.selected, targets: entry.targets, last: this.last, changed: this.changed, blamed: this.blamed }, words(), told);
  });

  /** The move that is weighed before it is played, and what it would change. */
  readonly onScales = $derived.by(() => weighed(this.#game, this.considered));
  readonly weighing = $derived.by(() => weigh(this.#game, this.onScales));
  /** Whether nobody points at anything. */
  readonly quiet = $derived.by(() => this.#game.looked === null && this.#game.entry.clicks.length === 0);
  /** Whether something is explained, which a phone shows instead of the moves. */
  readonly explaining = $derived.by(() => {
    const game = this.#game;
    if (game.hinted !== null || (game.over && !this.through)) return true;
    const pointsAtPiece = game.seen?.pieces.some((piece) => piece.square === game.looked) ?? false;
    return game.degree !== "free" && (this.onScales !== null || game.entry.clicks.length > 0 || pointsAtPiece);
  });
  readonly relations = $derived.by(steady(() => this.#told(this.#game.seen?.relations ?? [], this.#game.looked)));
  /** What the move that is weighed would change. */
  readonly preview = $derived.by(() => (this.onScales && this.weighing ? this.#drawn(this.onScales, this.weighing, this.#game.looked) : null));
  /** What the moves would change that are known already, by the squares where they end. */
  previews = $state.raw<ReadonlyMap<string, Preview>>(new Map());
  /** Of which moves that is asked. */
  #foreseen: { view: View | null; powers: boolean; moves: Map<string, MoveView> } = { view: null, powers: true, moves: new Map() };

  /** Where the move ends that waits to be confirmed. */
  readonly chosen = $derived.by(() => this.#game.entry.pending?.squares.at(-1) ?? null);
  readonly ways = $derived.by((): Way[] => {
    const { marked, hint, entry, looked } = this.#game;
    const found: Way[] = [...(marked?.ways ?? [])];
    if (this.#shownMove && this.#shownMove.legs.length > 2) found.push({ legs: this.#shownMove.legs, tone: "last" });
    if (hint) found.push(way(hint, "hint"));
    // The way of a move that is weighed is drawn with what it would change.
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
   * Has the board draw what the moves would change that may be pointed at next, one after another as they are known; returns what ends it.
   *
   * What is drawn stays while a piece is put back, until others may be asked about.
   */
  foresee(): () => void {
    const { entry, view } = this.#game;
    const { powers } = settings;
    // Where several moves are chosen from, the board says nothing of others.
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
        // Each drawing of the board takes its time, however little is added to it.
        if ((ends.length - 1 - i) % TOGETHER === 0) this.previews = new Map(known);
      });
      // What will stand is asked once a finger lifts.
      return oneByOne([...drawn, ...ends.map(({ move }) => () => void entry.foresee(move))]);
    });
  }

  /** Watches the window; returns what ends it. */
  watch(): () => void {
    const [slim, short] = [matchMedia("(max-width: 40rem)"), matchMedia("(max-height: 30rem) and (orientation: landscape)")];
    const resized = () => ([this.narrow, this.low] = [slim.matches, short.matches]);
    resized();
    for (const query of [slim, short]) query.addEventListener("change", resized);
    return () => {
      for (const query of [slim, short]) query.removeEventListener("change", resized);
    };
  }

  /** Tells whether a piece may be picked up. */
  readonly holds = (square: string): boolean => {
    const game = this.#game;
    if (game.expects) return game.owns(square);
    return game.playable && !game.entry.pending && (game.draft ? game.draft.holds(square) : game.ours(square));
  };

  /** Picks the powers at work that are told of while somebody looks at a square: all of them, as they are, unless they are to be quiet. */
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
