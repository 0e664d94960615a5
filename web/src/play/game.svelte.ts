import type { GameState } from "../api/state";
import type { Enforcement, GameEvent, GameInfo, MoveRecord, MoveView, Player, Protest, ReasonView, Seat, SetupTerms, Side, View } from "@entourage/rules";
import type { Marks, Scene } from "@entourage/board/scene";
import { failureText, info as readInfo, look, matchOf, type Match } from "../rules/rules";
import { isKnown, ready } from "../rules/written";
import { settings } from "../settings/settings.svelte";
import type { GameText } from "./gametext";
import type { ManualTurn } from "./manualTurn";
import { spoken } from "./label";
import { isPreparing } from "../api/outbox";
import { Offers } from "./offers.svelte";
import { ComputerPlayer } from "./computer.svelte";
import { Entry } from "./entry.svelte";
import { explainWords } from "./explainWords";
import { reasons, winnings, type Hinted } from "./hint";
import { isVoid, resultText, winnerOf } from "./ending";
import { Sync } from "./sync.svelte";
import { Thinking } from "./thinking.svelte";

/** A game on the page: position, selection and display. It knows the rules only through the match. */
export class Game {
  readonly id: string;
  readonly sync: Sync;
  readonly thinking = new Thinking();
  readonly computerPlayer: ComputerPlayer;
  readonly accord = new Offers({
    own: () => this.own,
    tell: (event) => {
      if (this.#late(false)) return false;
      this.#tell(event);
      return true;
    },
    undo: (plies) => this.#undo(plies),
    finish: () => this.#finish(),
  });

  info = $state.raw<GameInfo | null>(null);
  /** The current position. */
  view = $state.raw<View | null>(null);
  record = $state.raw<MoveRecord[]>([]);
  players = $state.raw<[Player, Player]>([{ kind: "human" }, { kind: "human" }]);
  /** What this device may do in the game. */
  seat = $state<Seat>("both");
  host = $state(false);
  /** The number of events the game was created with. */
  given = $state(0);
  /** Whether nothing has happened since. */
  untouched = $state(false);
  /** The index of the position shown, 0 for the start. */
  shown = $state(0);
  /** The earlier position shown, or `null` for the current one. */
  past = $state.raw<View | null>(null);
  scene = $state.raw<Scene>({ pieces: [], change: null });

  readonly entry = new Entry(this);
  /** Notices shown before the computer's move is completed. */
  notices = $state.raw<ReasonView[]>([]);
  hint = $state.raw<MoveView | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  /** The index of the move of the hint's line after which the position is shown, if any. */
  hintStep = $state<number | null>(null);
  /** Highlights of an explanation on the board. */
  marked = $state.raw<Marks | null>(null);
  /** The inspected square. */
  looked = $state<string | null>(null);
  /** The text for screen readers. */
  announcement = $state("");

  /** The game while its players choose their setup. */
  preparing = $state.raw<GameState | null>(null);
  /** The agreed setup terms. */
  terms = $state.raw<SetupTerms | null>(null);
  /** The time control. */
  pace = $state("unlimited");
  /** Rule enforcement. */
  degree = $state<Enforcement>("enforced");
  /** The last protest, unless a turn followed. */
  protest = $state.raw<Protest | null>(null);
  /** The manual turn of a game without enforcement, once loaded. */
  draft = $state.raw<ManualTurn | null>(null);
  /** When the game was created, in milliseconds since 1970. */
  created = $state(NaN);
  /** Whether to show the result dialog. */
  finishing = $state(false);
  /** Why the game cannot be shown: `unknown`, or a sentence. */
  trouble = $state<string | null>(null);
  /** Why the game is read-only. */
  frozen = $state<string | null>(null);

  readonly seen = $derived(this.past ?? this.view);
  readonly live = $derived(this.past === null);
  readonly over = $derived(this.view?.ended != null || this.accord.ending !== null);
  readonly humanTurn = $derived(!this.over && this.view !== null && this.players[this.view.side - 1]?.kind === "human");
  /** Whether the players use separate links. */
  readonly apart = $derived(this.seat !== "both");
  /** Whether each move is shown and confirmed before it is sent, because no real-time clock is running. */
  readonly unhurried = $derived(this.apart && !this.pace.startsWith("live"));
  /** Whether this device plays the side to move. */
  readonly mine = $derived(this.seat === "both" || this.seat === String(this.view?.side));
  readonly playable = $derived(this.live && this.humanTurn && this.mine && this.frozen === null && !this.paused);
  /** Squares removed by manual moves. */
  readonly removed = $derived((this.draft?.placement ?? this.seen)?.removed ?? []);
  /** Squares of the pieces of the side to move; a piece without moves can be selected to see why. */
  readonly ours = $derived.by(() => {
    const { side, pieces } = this.view ?? { side: 1, pieces: [] };
    const squares = new Set(pieces.filter((piece) => piece.side === side).map((piece) => piece.square));
    return (square: string) => squares.has(square);
  });
  /** Whether another tab computes the computer's move. */
  readonly thinksElsewhere = $derived.by(() => !this.over && !this.humanTurn && !this.computerPlayer.leads && this.frozen === null);
  readonly computer = $derived(this.players.some((player) => player.kind === "computer"));
  /** The side played here against an opponent; `null` for two players on one screen and for spectators. */
  readonly own = $derived<Side | null>(
    this.seat === "1" ? 1 : this.seat === "2" ? 2 : this.computer ? ((this.players.findIndex((player) => player.kind === "human") + 1) as Side) : null,
  );
  /** Whether it is the opponent's turn and a premove can be set. */
  readonly expects = $derived(this.live && !this.over && this.view !== null && this.own !== null && this.view.side !== this.own && this.frozen === null && !this.paused && this.degree === "enforced");
  /** Squares of the user's pieces, on either side's turn. */
  readonly owns = $derived.by(() => {
    const squares = new Set(this.view?.pieces.filter((piece) => piece.side === this.own).map((piece) => piece.square));
    return (square: string) => squares.has(square);
  });
  /** Whether the game can still be aborted. */
  readonly abortable = $derived(this.apart && this.own !== null && !this.over && this.record.length < this.given + 2 && this.frozen === null);
  readonly takeBackPlies = $derived(this.#takeBackPlies());

  #match: Match | null = null;
  #closed = false;

  constructor(id: string) {
    this.id = id;
    this.sync = new Sync(id, (state) => this.#hear(state));
    this.computerPlayer = new ComputerPlayer(this);
  }

  /** Shows the stored copy, then asks the server. */
  async open(): Promise<void> {
    const known = this.sync.acknowledged;
    if (known) {
      if (!isKnown(known.spec, known.degree)) await ready(known.spec, this.id, known.degree);
      const state = this.#closed ? null : this.sync.state;
      if (!state) return;
      this.#lay(state);
    }
    try {
      await this.sync.refresh();
    } catch (thrown) {
      this.trouble = this.view ? null : "unknown";
      if (this.view) this.sync.notice = { code: "refused", message: failureText(thrown) };
    }
  }

  close(): void {
    this.#closed = true;
    this.computerPlayer.close();
    this.sync.close();
    this.thinking.close();
    this.#match?.free();
    this.#match = null;
  }

  /** Updates all sentences to the selected language. */
  translate(): void {
    if (this.preparing) this.info = readInfo(this.preparing.spec, settings.language);
    if (!this.#match || !this.info) return;
    this.info = readInfo(this.#match.spec, settings.language);
    const state = this.sync.state;
    if (state) this.frozen = this.#freeze(state, this.info);
    // The server's sentence must be requested in the new language.
    if (state?.frozen) this.sync.refresh().catch(() => undefined);
    this.#read();
    if (!this.live) this.past = this.#moment(this.shown);
    this.dropHint();
    this.notices = [];
    this.letGo();
  }

  /** Clears the selection, choice or refusal. */
  letGo(): void {
    this.marked = null;
    this.entry.letGo();
    this.draft?.letGo();
  }

  /** Shows the position after a number of plies. */
  show(ply: number): void {
    if (this.hintStep !== null) this.stepHint(null);
    const to = Math.min(Math.max(ply, 0), this.record.length);
    const from = this.shown;
    if (to === from || !this.view) return;
    this.letGo();
    this.dropHint();
    this.shown = to;
    this.past = to === this.record.length ? null : this.#moment(to);
    const step = Math.abs(to - from) === 1 ? this.record[Math.max(to, from) - 1] : undefined;
    const change = step ? { effects: step.effects, legs: step.legs, back: to < from } : null;
    this.scene = { pieces: (this.past ?? this.view).pieces, change };
    this.say((to > 0 ? this.record[to - 1]?.sentence : undefined) ?? settings.words.startPosition);
  }

  takeBack(): void {
    const plies = this.takeBackPlies;
    if (!this.#match || plies === 0) return;
    if (this.apart) this.accord.suggest(`takeback:${plies}`);
    else this.#undo(plies);
  }

  #undo(plies: number): void {
    if (!this.#match || this.#late(false)) return;
    this.thinking.stop();
    const undone = this.record.at(-1);
    for (let i = 0; i < plies; i++) this.#match.undo();
    this.#tell({ type: "takeback", plies });
    this.letGo();
    this.dropHint();
    this.notices = [];
    this.#read();
    const change = plies === 1 && undone && this.live ? { effects: undone.effects, legs: undone.legs, back: true } : null;
    this.#present(change);
    void this.computerPlayer.answer();
  }

  resign(): void {
    if (!this.view || this.over || this.seat === "watch") return;
    this.accord.leave("resign", this.own ?? this.view.side);
  }

  /** Aborts the game before its second move. */
  abort(): void {
    if (!this.own || !this.abortable) return;
    this.accord.leave("abort", this.own);
    const state = this.sync.state;
    if (this.preparing && state) this.#lay(state);
  }

  /** Returns whether the game continued in another tab before this action, and tells the user. */
  #late(moved: boolean, byComputer = false): boolean {
    if (!this.sync.overtaken()) return false;
    if (!byComputer) this.sync.notice = { code: "overtaken", moved };
    return true;
  }

  /** Adds an event of this page and its consequences. */
  #tell(event: GameEvent, byComputer = false): void {
    this.sync.push(event, byComputer);
    const state = this.sync.state;
    if (state) this.#know(state);
  }

  /** Whether the user plays an unfinished game against a person on another device, and can analyse it only without the engine. */
  get plansAhead(): boolean {
    return this.apart && this.own !== null && !this.over;
  }

  get paused(): boolean {
    return this.sync.paused && !this.over;
  }

  /** The result for users, if the game is over. */
  get result(): string | null {
    if (this.view?.ended) return this.view.ended.text;
    return this.accord.ending && this.info ? resultText(this.accord.ending, this.info.sides, settings.words) : null;
  }

  get winner(): Side | null {
    if (this.view?.ended) return this.view.ended.winner;
    return winnerOf(this.accord.ending);
  }

  /** The level of the computer; `null` without one. */
  get opponentLevel(): number | null {
    return this.players.find((player) => player.kind === "computer")?.level ?? null;
  }

  /** The next level of the computer, if any. */
  get nextLevel(): number | null {
    const level = this.opponentLevel;
    return level !== null && level < (this.info?.levels ?? 0) ? level + 1 : null;
  }

  dropHint(): void {
    if (this.hintStep !== null) this.stepHint(null);
    this.hint = null;
    this.hinted = null;
  }

  /** Shows the position after a move of the hint's line; `null` shows the current position. */
  stepHint(index: number | null): void {
    const move = index === null ? undefined : this.hinted?.prospect.line[index];
    const match = this.#match;
    if (!match || !this.view) return;
    this.hintStep = move && index !== null ? index : null;
    this.past = move ? look(match.spec, move.position, settings.language) : null;
    this.scene = { pieces: (this.past ?? this.view).pieces, change: move ? { effects: move.effects, legs: move.legs, back: false } : null };
    if (move) this.say(move.sentence);
  }

  async askHint(): Promise<void> {
    const match = this.#match;
    if (!match || !this.playable || this.apart || this.degree !== "enforced") return;
    this.dropHint();
    const question = { spec: match.spec, start: match.start, moves: match.moves(), level: 0, seed: 0 };
    const text = await this.thinking.hint(question);
    const found = this.view?.moves.find((move) => move.text === text);
    if (!found || this.#closed) return;
    const thought = this.thinking.thought;
    const line = thought?.line[0] === found.text ? thought.line : [found.text];
    // The hint replaces the inspected square.
    this.entry.letGo();
    this.looked = null;
    this.hint = found;
    this.hinted = { prospect: match.prospect(line, settings.language), score: thought?.score ?? "" };
    const said = this.info ? [...reasons(this.hinted, explainWords()), ...winnings(this.hinted, this.info, explainWords())] : [];
    this.say(settings.words.hintSays(found.sentence), ...said);
  }

  /** The game in the rules engine. */
  get match(): Match | null {
    return this.#match;
  }

  /** The game as text. */
  get texts(): GameText | null {
    const match = this.#match;
    return match ? { spec: match.spec, start: match.start, moves: match.moves(), degree: this.degree } : null;
  }

  /** Formats a line of moves in the selected notation. */
  write(variation: readonly string[]): readonly string[] {
    return this.#match?.variation(variation) ?? variation;
  }

  /** Announces sentences to screen readers. */
  say(...sentences: string[]): void {
    this.announcement = spoken(sentences.filter((sentence) => sentence !== "").join(" "), settings.words);
  }

  /** Announces a sentence even if it repeats the last one. */
  sayAnew(sentence: string): void {
    this.announcement = "";
    // A live region must be empty for a moment before its content is announced again.
    window.setTimeout(() => this.say(sentence), 60);
  }

  #takeBackPlies(): number {
    if (!this.view || this.record.length === 0 || this.accord.ending !== null || this.frozen !== null || this.paused) return 0;
    if (this.apart && (this.own === null || this.over)) return 0;
    if (this.own === null) return 1;
    // Back to the user's last turn, if any.
    for (let plies = 1; plies <= this.record.length; plies++) {
      if (this.record[this.record.length - plies]?.side === this.own) return plies;
    }
    return 0;
  }

  /** Plays a move of the user or the computer; returns whether it was played. */
  play(move: MoveView, byComputer = false): boolean {
    if (this.#late(true, byComputer)) return false;
    const match = this.#match;
    if (!match) return false;
    if (!byComputer) this.computerPlayer.attend();
    // A confirmed move has been animated already.
    const foreseen = this.entry.pending === move;
    this.letGo();
    this.notices = [];
    this.dropHint();
    if (!byComputer) this.thinking.stop();
    try {
      match.play(move.text, settings.language);
    } catch (thrown) {
      this.entry.fail(thrown);
      return false;
    }
    this.#tell({ type: "move", move: move.text }, byComputer);
    const wasLive = this.live;
    this.#read();
    const view = this.view;
    if (!view) return true;
    if (wasLive) this.#present(foreseen ? null : { effects: move.effects, legs: move.legs, back: false });
    this.say(move.sentence, view.alert || view.ended ? view.statusText : "");
    if (view.ended) this.finishing = true;
    if (byComputer) this.entry.arrive();
    void this.computerPlayer.answer();
    return true;
  }

  /** Plays a manual turn given as text; returns whether it was possible. */
  playTurn(turn: string): boolean {
    const match = this.#match;
    if (!match || !this.playable || this.#late(true)) return false;
    const foreseen = this.draft !== null;
    this.letGo();
    try {
      match.play(`~${turn}`, settings.language);
    } catch (thrown) {
      this.entry.fail(thrown);
      return false;
    }
    this.#tell({ type: "turn", turn });
    this.#read();
    const last = this.record.at(-1);
    this.#present(last && !foreseen ? { effects: last.effects, legs: last.legs, back: false } : null);
    this.say(last?.sentence ?? "", this.view?.alert || this.view?.ended ? this.view.statusText : "");
    if (this.view?.ended) this.finishing = true;
    return true;
  }

  /** Protests against the opponent's last manual turn; returns why it is not possible, or `null`. */
  protestNow(): string | null {
    const match = this.#match;
    if (!match || !this.view || !this.playable || this.#late(false)) return null;
    const judgement = match.judge(undefined, settings.language);
    if (!judgement) return null;
    if (judgement.verdict === "unknown") return judgement.sentence;
    const verdict = judgement.verdict === "refused" ? "upheld" : "rejected";
    const undone = this.record.at(-1);
    this.letGo();
    if (verdict === "upheld") match.undo();
    this.#tell({ type: "protest", side: this.view.side, verdict });
    if (verdict === "upheld") {
      this.#read();
      this.#present(undone ? { effects: undone.effects, legs: undone.legs, back: true } : null);
    }
    return null;
  }

  /** Applies a state once its rules are loaded; if they cannot be, an error is shown. */
  #hear(state: GameState): void {
    const adopt = () => !this.#closed && this.#adopt(state);
    if (isKnown(state.spec, state.degree)) adopt();
    else void ready(state.spec, this.id, state.degree).then(adopt, adopt);
  }

  /** Adopts a state; the inspected position stays if only the read-only reason is new. */
  #adopt(state: GameState): void {
    const known = this.texts;
    // A pending move becomes invalid: say so.
    const waits = this.entry.pending !== null || this.draft?.placement != null;
    if (waits && known?.moves.join() !== state.moves.join()) this.sync.notice = { code: "overtaken", moved: true };
    if (this.#know(state)) this.#finish();
    if (known && this.#follow(known, state)) {
      void this.computerPlayer.answer();
      return;
    }
    if (!known || !this.info || known.moves.join() !== state.moves.join()) {
      this.#lay(state);
      return;
    }
    this.frozen = this.#freeze(state, this.info);
    if (this.frozen === null) return;
    this.thinking.stop();
    this.letGo();
  }

  /** Applies what a state says about this device and the players; returns whether they ended the game. */
  #know(state: GameState): boolean {
    this.seat = state.seat ?? "both";
    this.host = state.host ?? true;
    this.given = state.given ?? 0;
    this.created = Number(state.createdAt);
    this.untouched = state.seq === this.given;
    this.pace = state.pace ?? "unlimited";
    this.degree = state.degree ?? "enforced";
    this.protest = state.protest ?? null;
    return this.accord.know(state);
  }

  /** Shows that the players ended the game. */
  #finish(): void {
    this.thinking.stop();
    this.letGo();
    this.finishing = this.view !== null && !isVoid(this.accord.ending);
    this.say(this.result ?? "");
  }

  /** Animates moves played elsewhere; returns whether a state only adds such moves. */
  #follow(known: { spec: string; start: string; moves: string[] }, state: GameState): boolean {
    const match = this.#match;
    const added = state.moves.slice(known.moves.length);
    const same = known.spec === state.spec && known.start === state.start && !state.frozen;
    if (!match || !same || this.frozen !== null || added.length === 0 || known.moves.some((move, i) => move !== state.moves[i])) return false;
    try {
      for (const move of added) match.play(move, settings.language);
    } catch {
      // The page's rules differ from the server's; laying the game out reports it.
      return false;
    }
    const wasLive = this.live;
    // A piece selected during the opponent's turn stays selected.
    const held = this.expects ? this.entry.clicks : [];
    this.thinking.stop();
    this.dropHint();
    this.notices = [];
    this.letGo();
    this.#read();
    if (this.playable && held.every((square) => this.owns(square))) this.entry.clicks = held;
    const last = this.record.at(-1);
    if (wasLive && last) this.#present({ effects: last.effects, legs: last.legs, back: false });
    this.say(...this.record.slice(-added.length).map((move) => move.sentence), this.view?.alert || this.view?.ended ? this.view.statusText : "");
    if (this.view?.ended) this.finishing = true;
    this.entry.arrive();
    return true;
  }

  /** Sets the game up from a state. */
  #lay(state: GameState): void {
    this.#know(state);
    this.thinking.stop();
    this.letGo();
    this.notices = [];
    this.dropHint();
    this.terms = state.setup ? { picks: state.setup.picks, secret: state.setup.secret } : null;
    this.preparing = isPreparing(state) ? state : null;
    try {
      if (this.preparing) {
        this.info = readInfo(state.spec, settings.language);
        return;
      }
      const match = matchOf(state);
      this.#match?.free();
      this.#match = match;
    } catch (thrown) {
      this.trouble = state.frozen ?? failureText(thrown);
      return;
    }
    const first = this.view === null;
    this.trouble = null;
    this.players = state.players;
    this.info = readInfo(state.spec, settings.language);
    this.frozen = this.#freeze(state, this.info);
    this.#read();
    this.#present(null);
    if (!first && this.view?.ended) this.finishing = true;
    if (first) this.computerPlayer.attend();
    void this.computerPlayer.answer();
  }

  /** Returns why a game is read-only: from the server, or because of different rules versions. */
  #freeze(state: GameState, info: GameInfo): string | null {
    if (state.frozen) return state.frozen;
    return info.rulesVersion === state.rulesVersion ? null : settings.words.anotherVersion(state.rulesVersion, info.rulesVersion);
  }

  #read(): void {
    if (!this.#match) return;
    this.view = this.#match.view(settings.language);
    this.record = this.#match.record(settings.language);
  }

  #present(change: Scene["change"]): void {
    this.past = null;
    this.shown = this.record.length;
    if (this.view) this.scene = { pieces: this.view.pieces, change };
  }

  #moment(ply: number): View | null {
    const texts = this.texts;
    if (!texts) return null;
    if (this.degree !== "enforced") return this.#match?.viewAt(ply, settings.language) ?? null;
    return look(texts.spec, ply === 0 ? texts.start : (this.record[ply - 1]?.position ?? texts.start), settings.language);
  }
}
