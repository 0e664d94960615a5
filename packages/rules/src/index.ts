import { typographic } from "./typographic.js";
import { games as alone } from "./generated/games.js";
import type { Closing, Enforcement, Explanation, Foresight, GameInfo, Judgement, LanguageCode, LessonInfo, LessonVerdict, MoveRecord, Prospect, Reach, RulesFailure, Side, View, Weighing } from "./types/index.js";

export { typographic };
export type * from "./types/index.js";

/** @deprecated Use `Enforcement`. */
export type Degree = Enforcement;

/** The notation of labels and coordinates: the game's own, or Game Courier's. */
export type Notation = "ours" | "courier";

type Rules = typeof import("./generated/entourage_wasm.js");
type TextRules = typeof import("./generated/entourage_text.js");

/** Loaded rules, with the compiled module from which workers start them. */
interface Loaded {
  face: Rules;
  module: WebAssembly.Module;
}

/** The full module, with the rules of all built-in games. */
let all: Loaded | null = null;
let loadingAll: Promise<void> | null = null;
/** Whether a caller that cannot abort the load is waiting for the full module. */
let needed = false;
/** Modules of single built-in games with enforced rules, which are small and load quickly. */
const single = new Map<string, Loaded>();
const loadingSingle = new Map<string, Promise<void>>();

/** Compiles a module: from disk in Node.js, elsewhere while it downloads. */
async function compile(address: URL, signal?: AbortSignal): Promise<WebAssembly.Module> {
  if (address.protocol !== "file:") return WebAssembly.compileStreaming(fetch(address, signal ? { signal } : {}));
  // In a variable, so that bundlers do not resolve the import.
  const files = "node:fs/promises";
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as { readFile(address: URL): Promise<Uint8Array<ArrayBuffer>> };
  return WebAssembly.compile(await readFile(address));
}

/** The module for game definitions, once it is needed, and the source of the known definitions. */
const written: { loading: Promise<TextRules> | null; face: TextRules | null; module: WebAssembly.Module | null; texts: Map<string, readonly string[]> } = { loading: null, face: null, module: null, texts: new Map() };

/** Returns the id of a spec's game. */
export const idOf = (spec: string): string => spec.split(":", 1)[0] ?? "";

/** Returns whether a spec names a known game definition. */
export const isWritten = (spec: string): boolean => written.texts.has(idOf(spec));

/** Returns rules with which a game can be played; throws if none are loaded. */
export const rulesOf = (spec: string): Rules | TextRules => {
  if (written.face && isWritten(spec)) return written.face;
  return single.get(idOf(spec))?.face ?? allRules();
};

/** Returns any loaded rules, for functions that do not depend on the game; throws if none are loaded. */
export const anyRules = (): Rules | TextRules => single.values().next().value?.face ?? written.face ?? allRules();

/** Returns the full rules of a game; throws if they are not loaded. */
export const fullRulesOf = (spec: string): Rules | TextRules => (written.face && isWritten(spec) ? written.face : allRules());

function allRules(): Rules {
  if (!all) throw new Error("the rules are not loaded");
  return all.face;
}

/** Returns whether the rules of a game are loaded; with `fully`, whether the full module is. */
export function isLoaded(spec: string, fully = false): boolean {
  const id = idOf(spec);
  return isWritten(id) || (!fully && single.has(id)) || (all !== null && id in alone);
}

/** Adds a game by its definition and those that it extends; loads the module for game definitions if needed. */
export async function define(id: string, texts: readonly string[]): Promise<void> {
  const face = await loadWritten();
  if (written.texts.has(id)) return;
  face.define(id, JSON.stringify(texts));
  written.texts.set(id, texts);
}

/** Removes a definition; matches that use it can continue. */
export function undefine(id: string): void {
  if (!written.texts.delete(id)) return;
  written.face?.forget(id);
}

/** Returns the content hash of a game's definition and those that it extends, which specs use as its name. */
export async function nameOf(texts: readonly string[]): Promise<string> {
  return (await loadWritten()).name_of(JSON.stringify(texts));
}

/** Returns the compiled module for game definitions, for a worker. */
export async function textModule(): Promise<WebAssembly.Module> {
  await loadWritten();
  if (!written.module) throw new Error("the rules are not loaded");
  return written.module;
}

/** Returns as JSON the pictures of built-in games, for a worker that checks definitions. */
export const lentPictures = (): string => allRules().loans();

/** Loads the module for game definitions once, and passes the pictures of the built-in games to it. */
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

/** Returns the compiled module and the source of the known definitions, for a worker; `null` if there are none. */
export function writtenRules(): { module: WebAssembly.Module; games: [string, readonly string[]][] } | null {
  return written.module && { module: written.module, games: [...written.texts] };
}

/** Returns the rules page of a game definition in Markdown; empty if it is unknown. */
export function writtenPage(spec: string, language: LanguageCode): string {
  const page = isWritten(spec) ? (written.face?.rules_page(spec, language) ?? "") : "";
  return language === "fr" ? typographic(page) : page;
}

/**
 * Loads the module of one built-in game, for playing it with enforced rules, or the full module if no game is specified or that fails.
 * Does nothing if the rules are loaded.
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

/** Loads the full module once; an aborted or failed load can be repeated. */
export function loadAll(signal?: AbortSignal): Promise<void> {
  needed ||= !signal;
  loadingAll ??= fetchAll(signal)
    .catch((thrown: unknown) => {
      // Another caller is waiting for the aborted load.
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

/** Returns a compiled module with a built-in game for a worker, and the game's id if the module has no other; throws if none is loaded. */
export function compiledRules(spec: string): { module: WebAssembly.Module; game: string | null } {
  const one = single.get(idOf(spec));
  if (all || !one) return { module: compiledModule(), game: null };
  return { module: one.module, game: idOf(spec) };
}

/** Returns the compiled full module, for a worker; throws if it is not loaded. */
export function compiledModule(): WebAssembly.Module {
  if (!all) throw new Error("the rules are not loaded");
  return all.module;
}

/** Parses an answer of the rules. Their French texts are written with straight apostrophes and ordinary spaces. */
export const translated = <T>(json: string, language: LanguageCode): T => JSON.parse(language === "fr" ? typographic(json) : json) as T;

/** Lists the built-in games; throws if the full module is not loaded. */
export function games(language: LanguageCode): GameInfo[] {
  return translated<GameInfo[]>(allRules().games(language), language);
}

/** Describes the game of a spec. */
export function info(spec: string, language: LanguageCode): GameInfo {
  return translated<GameInfo>(rulesOf(spec).info(spec, language), language);
}

/** Returns the error that the rules threw with texts in `language`, or `null` for any other error. */
export function failure(thrown: unknown, language: LanguageCode = "en"): RulesFailure | null {
  const text = typeof thrown === "string" ? thrown : thrown instanceof Error ? thrown.message : "";
  try {
    const value = translated<RulesFailure>(text, language);
    return typeof value === "object" && value !== null && "kind" in value ? value : null;
  } catch {
    return null;
  }
}

const capitalised = (clause: string) => clause.charAt(0).toUpperCase() + clause.slice(1);
const placed = (token: string, _at: number, problem: string) => (token === "" ? problem : `${token}: ${problem}`);

/** Converts an error of the rules to a message; `badText` describes a syntax error, given the invalid token and its offset (from 0). */
export function failureText(thrown: unknown, language: LanguageCode, badText: (token: string, at: number, problem: string) => string = placed): string {
  const known = failure(thrown, language);
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

/** Checks a choice of `picks` cards and returns it in canonical notation; throws if it is invalid. */
export function checkSetup(spec: string, picks: number, choice: string, language: LanguageCode): string {
  return rulesOf(spec).check_setup(spec, picks, choice, language);
}

/** Suggests a sensible choice of `picks` cards; `null` if there is none. */
export function suggestSetup(spec: string, picks: number): string | null {
  return rulesOf(spec).suggest_setup(spec, picks, crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) ?? null;
}

/** A match. Its methods throw errors that [`failure`] reads. */
export class Match {
  #inner: InstanceType<Rules["Match"]>;

  constructor(spec: string, position?: string, moves: readonly string[] = [], degree?: Enforcement) {
    const rules = degree === undefined || degree === "enforced" ? rulesOf(spec) : fullRulesOf(spec);
    this.#inner = new rules.Match(spec, position, degree);
    try {
      for (const move of moves) this.play(move);
    } catch (thrown) {
      this.free();
      throw thrown;
    }
  }

  /** The notation for input and output. */
  get notation(): Notation {
    return "ours";
  }

  /** The match in the module, with the selected notation. */
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

  /** Returns the moves that a typed entry can stand for: a canonical move, legal or not, a turn written leg by leg, or an unambiguous short form. */
  typed(entry: string, language: LanguageCode): string[] {
    return translated<string[]>(this.#voiced.typed(entry, this.notation === "courier", language), language);
  }

  /** Writes a line of moves from the current position in the selected notation, up to the first illegal one. */
  variation(moves: readonly string[]): string[] {
    return this.#voiced.variation([...moves]);
  }

  /** Writes the game for Game Courier: one turn per line, or a settings file if the game started from a custom position. */
  courier(): string {
    return this.#inner.courier();
  }

  /** Restarts the match from the current board with the other side to move; returns `false` if the rules do not allow the position. */
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
    return translated<View>(this.#voiced.view(language), language);
  }

  /** Returns the board after a move without playing it, and the result if the game ends. */
  foresee(move: string, language: LanguageCode): Foresight {
    return translated<Foresight>(this.#voiced.foresee(move, language), language);
  }

  record(language: LanguageCode): MoveRecord[] {
    return translated<MoveRecord[]>(this.#voiced.record(language), language);
  }

  explain(move: string, language: LanguageCode): Explanation {
    return translated<Explanation>(this.#voiced.explain(move, language), language);
  }

  /** Returns what a move changes; `null` if it is illegal or the rules are not applied. */
  weigh(move: string, language: LanguageCode): Weighing | null {
    return translated<Weighing | null>(this.#voiced.weigh(move, language) ?? "null", language);
  }

  /** Returns the squares that a side's opponents attack and the pieces that can be captured; `null` if unknown. */
  reach(side: Side, language: LanguageCode): Reach | null {
    return translated<Reach | null>(this.#voiced.reach(side, language) ?? "null", language);
  }

  /** Explains why the game is over; `null` if the game continues or the rules are not applied. */
  closing(language: LanguageCode): Closing | null {
    return translated<Closing | null>(this.#voiced.closing(language) ?? "null", language);
  }

  /** Returns the outcome of a line of moves. */
  prospect(moves: readonly string[], language: LanguageCode): Prospect {
    return translated<Prospect>(this.#voiced.prospect([...moves], language), language);
  }

  explainSquares(squares: readonly string[], language: LanguageCode): Explanation {
    return translated<Explanation>(this.#voiced.explain_squares([...squares], language), language);
  }

  /** Converts a typed or drawn manual move to canonical notation, to be played with the prefix `~`. */
  byHand(entry: string, courier: boolean): string {
    return this.#inner.by_hand(entry, courier);
  }

  /** Returns whether the rules allow a manual move, by default the last move; `null` if the last move was not manual. */
  judge(turn: string | undefined, language: LanguageCode): Judgement | null {
    return translated<Judgement | null>(this.#voiced.judge(turn, language) ?? "null", language);
  }

  /** Describes the position after `ply` moves. */
  viewAt(ply: number, language: LanguageCode): View {
    return translated<View>(this.#voiced.view_at(ply, language), language);
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
    return translated<LessonInfo>(this.#inner.view(notation === "courier", language), language);
  }

  /** Checks an attempt at a step (numbered from 0): whether it solves the step, and if not, why. */
  judge(step: number, move: string, language: LanguageCode, notation: Notation = "ours"): LessonVerdict {
    return translated<LessonVerdict>(this.#inner.judge(step, move, notation === "courier", language), language);
  }

  free(): void {
    this.#inner.free();
  }
}
