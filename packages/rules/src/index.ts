import { games as alone } from "./generated/games.js";
import type { Closing, Degree, Explanation, Foresight, GameInfo, Judgement, LanguageCode, LessonInfo, LessonVerdict, MoveRecord, Prospect, Reach, RulesFailure, Side, View, Weighing } from "./types.generated.js";

export type * from "./types.generated.js";

/** The notation of labels and coordinates: the game's own, or Game Courier's. */
export type Notation = "ours" | "courier";

type Rules = typeof import("./generated/entourage_wasm.js");
type TextRules = typeof import("./generated/entourage_text.js");

/** Rules that are loaded; the compiled module starts them in workers. */
interface Loaded {
  face: Rules;
  module: WebAssembly.Module;
}

/** The rules of all built-in games, with everything that can be done with them. */
let all: Loaded | null = null;
let loadingAll: Promise<void> | null = null;
/** Whether a caller waits for them who cannot abort the load. */
let needed = false;
/** The rules of single built-in games under enforced rules, small and quick to load. */
const single = new Map<string, Loaded>();
const loadingSingle = new Map<string, Promise<void>>();

/** Compiles a module: from disk in Node.js, while it downloads elsewhere. */
async function compile(address: URL, signal?: AbortSignal): Promise<WebAssembly.Module> {
  if (address.protocol !== "file:") return WebAssembly.compileStreaming(fetch(address, signal ? { signal } : {}));
  // Named so that no bundler looks for it.
  const files = "node:fs/promises";
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as { readFile(address: URL): Promise<Uint8Array<ArrayBuffer>> };
  return WebAssembly.compile(await readFile(address));
}

/** The rules of game definitions, once one was opened, and the known definitions with their texts. */
const written: { loading: Promise<TextRules> | null; face: TextRules | null; module: WebAssembly.Module | null; texts: Map<string, readonly string[]> } = { loading: null, face: null, module: null, texts: new Map() };

/** Returns the game's id of a spec. */
export const idOf = (spec: string): string => spec.split(":", 1)[0] ?? "";

/** Returns whether a spec names a known game definition. */
export const isWritten = (spec: string): boolean => written.texts.has(idOf(spec));

/** Returns the rules of a game for playing it; throws where they are not loaded. */
export const rulesOf = (spec: string): Rules | TextRules => {
  if (written.face && isWritten(spec)) return written.face;
  return single.get(idOf(spec))?.face ?? allRules();
};

/** Returns the rules of a game with everything that can be done with them; throws where they are not loaded. */
export const fullRulesOf = (spec: string): Rules | TextRules => (written.face && isWritten(spec) ? written.face : allRules());

function allRules(): Rules {
  if (!all) throw new Error("the rules are not loaded");
  return all.face;
}

/** Returns whether the rules of a game are loaded; `fully`: with everything that can be done with them. */
export function isLoaded(spec: string, fully = false): boolean {
  const id = idOf(spec);
  return isWritten(id) || (!fully && single.has(id)) || (all !== null && id in alone);
}

/** Defines a game by its text and the texts that it builds on; loads the rules of game definitions if needed. */
export async function define(id: string, texts: readonly string[]): Promise<void> {
  const face = await loadWritten();
  if (written.texts.has(id)) return;
  face.define(id, JSON.stringify(texts));
  written.texts.set(id, texts);
}

/** Removes a definition; open matches of it continue. */
export function undefine(id: string): void {
  if (!written.texts.delete(id)) return;
  written.face?.forget(id);
}

/** Returns a name made of the content of texts: equal texts have the same name. */
export async function nameOf(texts: readonly string[]): Promise<string> {
  return (await loadWritten()).name_of(JSON.stringify(texts));
}

/** Returns the compiled rules of game definitions, for a worker. */
export async function textModule(): Promise<WebAssembly.Module> {
  await loadWritten();
  if (!written.module) throw new Error("the rules are not loaded");
  return written.module;
}

/** Returns the pictures that built-in games lend to game definitions, as JSON, for a worker that reads definitions. */
export const lentPictures = (): string => allRules().loans();

/** Loads the rules of game definitions once, with the pictures of the built-in games. */
function loadWritten(): Promise<TextRules> {
  written.loading ??= fetchWritten().catch((thrown: unknown) => {
    written.loading = null;
    throw thrown;
  });
  return written.loading;
}

async function fetchWritten(): Promise<TextRules> {
  const address = new URL("./generated/entourage_text_bg.wasm", import.meta.url);
  const [face, module] = await Promise.all([import("./generated/entourage_text.js"), compile(address), loadAll()]);
  await face.default({ module_or_path: module });
  face.borrow_art(lentPictures());
  [written.face, written.module] = [face, module];
  return face;
}

/** Returns the compiled rules and texts of the known definitions, for a worker; `null` if there are none. */
export function writtenRules(): { module: WebAssembly.Module; games: [string, readonly string[]][] } | null {
  return written.module && { module: written.module, games: [...written.texts] };
}

/** Returns the rules page of a game definition in Markdown; empty if it is unknown. */
export function writtenPage(spec: string, language: LanguageCode): string {
  return isWritten(spec) ? (written.face?.rules_page(spec, language) ?? "") : "";
}

/**
 * Loads the rules of one built-in game, for playing it under enforced rules; without a game, or where that fails, the rules of all games.
 * Does nothing where the rules are loaded.
 */
export async function load(spec = ""): Promise<void> {
  const id = idOf(spec);
  if (!(id in alone)) return loadAll();
  if (isLoaded(id)) return;
  const one = loadingSingle.get(id) ?? fetchSingle(id);
  loadingSingle.set(id, one);
  try {
    await one;
  } catch {
    loadingSingle.delete(id);
    await loadAll();
  }
}

async function fetchSingle(id: string): Promise<void> {
  const one = alone[id];
  if (!one) return;
  const [face, module] = await Promise.all([one.face() as Promise<Rules>, compile(one.address())]);
  await face.default({ module_or_path: module });
  single.set(id, { face, module });
}

/** Loads the rules of all built-in games once, with everything that can be done with them; an aborted or failed load can be repeated. */
export function loadAll(signal?: AbortSignal): Promise<void> {
  needed ||= !signal;
  loadingAll ??= fetchAll(signal)
    .catch((thrown: unknown) => {
      // Another caller waits for what was aborted.
      if (signal?.aborted && needed) return fetchAll();
      throw thrown;
    })
    .catch((thrown: unknown) => {
      [loadingAll, needed] = [null, false];
      throw thrown;
    });
  return loadingAll;
}

async function fetchAll(signal?: AbortSignal): Promise<void> {
  const address = new URL("./generated/entourage_wasm_bg.wasm", import.meta.url);
  const [face, module] = await Promise.all([import("./generated/entourage_wasm.js"), compile(address, signal)]);
  await face.default({ module_or_path: module });
  all = { face, module };
}

/** Returns the compiled rules of a built-in game for a worker, and whether they are those of this game alone; throws where none are loaded. */
export function compiledRules(spec: string): { module: WebAssembly.Module; game: string | null } {
  const one = single.get(idOf(spec));
  if (all || !one) return { module: compiledModule(), game: null };
  return { module: one.module, game: idOf(spec) };
}

/** Returns the compiled rules of all built-in games, for a worker; throws where they are not loaded. */
export function compiledModule(): WebAssembly.Module {
  if (!all) throw new Error("the rules are not loaded");
  return all.module;
}

/** Lists the built-in games; throws where the rules of all games are not loaded. */
export function games(language: LanguageCode): GameInfo[] {
  return JSON.parse(allRules().games(language)) as GameInfo[];
}

/** Describes the game of a spec. */
export function info(spec: string, language: LanguageCode): GameInfo {
  return JSON.parse(rulesOf(spec).info(spec, language)) as GameInfo;
}

/** Returns the error that the rules threw, or `null` for any other error. */
export function failure(thrown: unknown): RulesFailure | null {
  const text = typeof thrown === "string" ? thrown : thrown instanceof Error ? thrown.message : "";
  try {
    const value = JSON.parse(text) as RulesFailure;
    return typeof value === "object" && value !== null && "kind" in value ? value : null;
  } catch {
    return null;
  }
}

const capitalised = (clause: string) => clause.charAt(0).toLocaleUpperCase() + clause.slice(1);
const placed = (token: string, _at: number, problem: string) => (token === "" ? problem : `${token}: ${problem}`);

/** Converts an error of the rules to one sentence; `badText` describes a syntax error by the wrong part and its start, from 0. */
export function failureText(thrown: unknown, language: LanguageCode, badText: (token: string, at: number, problem: string) => string = placed): string {
  const known = failure(thrown);
  switch (known?.kind) {
    case "text":
      return badText(known.error.token, known.error.at, known.error.problem[language]);
    case "ended":
      return known.text;
    case "refused":
      return known.reasons.map((reason) => reason.sentence).join(" ");
    case "typed":
      return [`${capitalised(known.problem[language])}.`, ...known.reasons.map((reason) => reason.sentence)].join(" ");
    case "setup":
      return known.message;
    default:
      return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Checks a selection of `picks` cards and returns its canonical text; throws if it is invalid. */
export function checkSetup(spec: string, picks: number, choice: string, language: LanguageCode): string {
  return rulesOf(spec).check_setup(spec, picks, choice, language);
}

/** Suggests a sensible selection of `picks` cards; `null` if there is none. */
export function suggestSetup(spec: string, picks: number): string | null {
  return rulesOf(spec).suggest_setup(spec, picks, crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) ?? null;
}

/** A match. Its methods throw errors that [`failure`] reads. */
export class Match {
  #inner: InstanceType<Rules["Match"]>;

  constructor(spec: string, position?: string, moves: readonly string[] = [], degree?: Degree) {
    const rules = degree === undefined || degree === "enforced" ? rulesOf(spec) : fullRulesOf(spec);
    this.#inner = new rules.Match(spec, position, degree);
    try {
      for (const move of moves) this.play(move);
    } catch (thrown) {
      this.free();
      throw thrown;
    }
  }

  /** The notation of its inputs and outputs. */
  get notation(): Notation {
    return "ours";
  }

  /** The match, set to its notation. */
  get #voiced(): InstanceType<Rules["Match"]> {
    this.#inner.set_notation(this.notation === "courier");
    return this.#inner;
  }

  get spec(): string {
    return this.#inner.spec();
  }

  get start(): string {
    return this.#inner.start();
  }

  moves(): string[] {
    return JSON.parse(this.#inner.moves()) as string[];
  }

  play(move: string, language: LanguageCode = "en"): void {
    this.#voiced.play(move, language);
  }

  /** Returns the moves that typed text can mean: a canonical move, legal or not, a turn leg by leg, or an unambiguous short form. */
  typed(entry: string, language: LanguageCode): string[] {
    return JSON.parse(this.#voiced.typed(entry, this.notation === "courier", language)) as string[];
  }

  /** Writes a line of moves from the current position in the selected notation, up to the first illegal one. */
  variation(moves: readonly string[]): string[] {
    return this.#voiced.variation([...moves]);
  }

  /** Writes the game for Game Courier: one turn a line, or a settings file if the game has another start position. */
  courier(): string {
    return this.#inner.courier();
  }

  /** Gives the turn to the other side and restarts there; `false` if the rules allow no such position. */
  turn(): boolean {
    const turned = this.#inner.turned();
    if (!turned) return false;
    this.#inner.free();
    this.#inner = turned;
    return true;
  }

  undo(): boolean {
    return this.#inner.undo();
  }

  view(language: LanguageCode): View {
    return JSON.parse(this.#voiced.view(language)) as View;
  }

  /** Returns the board after a move without playing it, and the result if the game ends. */
  foresee(move: string, language: LanguageCode): Foresight {
    return JSON.parse(this.#voiced.foresee(move, language)) as Foresight;
  }

  record(language: LanguageCode): MoveRecord[] {
    return JSON.parse(this.#voiced.record(language)) as MoveRecord[];
  }

  explain(move: string, language: LanguageCode): Explanation {
    return JSON.parse(this.#voiced.explain(move, language)) as Explanation;
  }

  /** Returns what a move would change; `null` if it is illegal or rules are not enforced. */
  weigh(move: string, language: LanguageCode): Weighing | null {
    return JSON.parse(this.#voiced.weigh(move, language) ?? "null") as Weighing | null;
  }

  /** Returns the squares that a side's opponents attack and the pieces that can be captured; `null` if unknown. */
  reach(side: Side, language: LanguageCode): Reach | null {
    return JSON.parse(this.#voiced.reach(side, language) ?? "null") as Reach | null;
  }

  /** Explains why the game is over; `null` if it is not, or if rules are not enforced. */
  closing(language: LanguageCode): Closing | null {
    return JSON.parse(this.#voiced.closing(language) ?? "null") as Closing | null;
  }

  /** Returns what a line of moves leads to. */
  prospect(moves: readonly string[], language: LanguageCode): Prospect {
    return JSON.parse(this.#voiced.prospect([...moves], language)) as Prospect;
  }

  explainSquares(squares: readonly string[], language: LanguageCode): Explanation {
    return JSON.parse(this.#voiced.explain_squares([...squares], language)) as Explanation;
  }

  /** Converts a typed or drawn manual move to its canonical text, which is played after `~`. */
  byHand(entry: string, courier: boolean): string {
    return this.#inner.by_hand(entry, courier);
  }

  /** Returns how the rules judge a manual move, or the last one; `null` if there is none. */
  judge(turn: string | undefined, language: LanguageCode): Judgement | null {
    return JSON.parse(this.#voiced.judge(turn, language) ?? "null") as Judgement | null;
  }

  /** Describes the position after `ply` moves. */
  viewAt(ply: number, language: LanguageCode): View {
    return JSON.parse(this.#voiced.view_at(ply, language)) as View;
  }

  free(): void {
    this.#inner.free();
  }
}

/** A lesson of a built-in game. Its methods throw errors that [`failure`] reads. */
export class Lesson {
  #inner: InstanceType<Rules["Lesson"]>;

  constructor(game: string, text: string) {
    this.#inner = new (allRules().Lesson)(game, text);
  }

  view(language: LanguageCode, notation: Notation = "ours"): LessonInfo {
    return JSON.parse(this.#inner.view(notation === "courier", language)) as LessonInfo;
  }

  /** Judges an attempt at a step, counted from 0: whether it reaches the goal, and if not, why. */
  judge(step: number, move: string, language: LanguageCode, notation: Notation = "ours"): LessonVerdict {
    return JSON.parse(this.#inner.judge(step, move, notation === "courier", language)) as LessonVerdict;
  }

  free(): void {
    this.#inner.free();
  }
}
