/** The shapes that the rules (in WASM) and the server speak, as JSON. Sentences come in the language asked for. */

export type LanguageCode = "en" | "fr";
/** The player who moves first is 1. */
export type Side = 1 | 2;
export type Manner = "move" | "capture" | "leap" | "swap" | "stages" | "change" | "pass";

export interface Kind {
  letters: [string, string];
  name: string;
  description: string;
  /** The inner elements of an SVG of view box 0 0 512 512, drawn in currentColor. */
  art: string;
  /** A simple figure: an SVG path of 88 × 88 units around the origin, and how far below it the middle of its letter lies. */
  figure: { outline: string; middle: number };
}

export interface BoardSquare {
  name: string;
  x: number;
  y: number;
  outline: "square" | "hexagon" | "disc";
  /** 0 is light, 1 dark, more is special. */
  shade: number;
}

export interface BoardLabel {
  text: string;
  x: number;
  y: number;
}

/** The unit of length is one square; y grows downwards. */
export interface BoardInfo {
  squares: BoardSquare[];
  labels: BoardLabel[];
  width: number;
  height: number;
}

export interface Named {
  code: string;
  name: string;
}

export interface OptionInfo extends Named {
  choices: { code: string; name: string; description: string }[];
}

/** A bond binds both pieces alike, and nothing else on the board shows it. */
export type Influence = "helps" | "harms" | "binds";

export interface RelationInfo {
  code: string;
  felt: string;
  exerted: string;
  influence: Influence;
}

export interface Credit {
  role: string;
  who: string;
  link: string | null;
  licence: string | null;
}

/** A position with legal moves that follow one another from it. */
export interface Example {
  caption: string;
  position: string;
  moves: string[];
}

/** A card that players choose from before a game. */
export interface CardInfo {
  code: string;
  name: string;
  summary: string;
  text: string;
  /** The kind it is bound to by default, or null for one of the whole team. */
  bound: number | null;
  once: boolean;
  /** Its owner begins without one of the arranged pieces. */
  costsPiece: boolean;
  examples: Example[];
}

/** What players choose before a game: cards, and the order of their pieces. */
export interface CatalogueInfo {
  cards: CardInfo[];
  picks: number;
  /** The kinds to arrange, in the default order. */
  arranged: number[];
  /** The squares to arrange them on, by side, as their owner reads them. */
  places: [string[], string[]];
  /** The pairs of cards, by index, that one player may not combine. */
  bans: [number, number][];
}

/** What the players agree on before they choose. */
export interface SetupTerms {
  picks: number;
  secret: boolean;
}

/** How far the players are with their choices. */
export interface SetupState extends SetupTerms {
  committed: [boolean, boolean];
  /** `null` for a choice that is not made or may not be seen yet. */
  choices: [string | null, string | null];
}

/** How Game Courier's players name the pieces and squares. */
export interface CourierInfo {
  /** The labels of the kinds, by side. */
  labels: [string[], string[]];
  /** The coordinates of the squares in the board's order, `null` where they are ours. */
  coordinates: string[] | null;
  /** What stands beside the board, in the order of its labels; `null` where it is ours. */
  beside: string[] | null;
}

export interface Mark extends Named {
  /** The shape to show it by, an SVG path of 24 × 24 units around the origin; the page has its own for `null`. */
  shape: string | null;
}

export interface GameInfo {
  id: string;
  spec: string;
  name: string;
  tagline: string;
  rulesVersion: string;
  sides: [string, string];
  kinds: Kind[];
  board: BoardInfo;
  options: OptionInfo[];
  marks: Mark[];
  relations: RelationInfo[];
  levels: number;
  start: string;
  catalogue: CatalogueInfo | null;
  courier: CourierInfo;
  credits: Credit[];
}

export interface ReasonView {
  code: string;
  squares: string[];
  ruling: string;
  sentence: string;
}

export type EffectView =
  | { type: "move"; from: string; to: string }
  | { type: "remove"; square: string; kind: number; side: Side }
  | { type: "place"; square: string; kind: number; side: Side }
  | { type: "transform"; square: string; kind: number; side: Side }
  | { type: "swap"; a: string; b: string }
  | { type: "pass" };

export interface MoveView {
  text: string;
  /** What a person clicks, in order. */
  squares: string[];
  choice: string | null;
  manner: Manner;
  captures: string[];
  /** The squares of the whole way: from, bends, to. */
  legs: string[];
  /** The kind after a promotion. */
  becomes: number | null;
  /** How Game Courier's players write it, where the person reads their notation. */
  written?: string;
  sentence: string;
  effects: EffectView[];
  notices: ReasonView[];
}

export interface PieceView {
  square: string;
  side: Side;
  kind: number;
  marks: string[];
  /** What touches the piece and what it does now. */
  powers: string[];
}

export interface RelationView {
  kind: string;
  from: string;
  to: string;
  influence: Influence;
}

export interface Ending {
  winner: Side | null;
  cause: string;
  text: string;
}

export interface View {
  position: string;
  side: Side;
  ply: number;
  status: string;
  statusText: string;
  alert: string | null;
  alertSquares: string[];
  ended: Ending | null;
  pieces: PieceView[];
  moves: MoveView[];
  relations: RelationView[];
  conditions: ReasonView[];
  pass: { known: boolean; move: string | null; reason: string | null };
  quietPlies: number;
  /** Whether hands made of the board what is no position of the rules. */
  adrift?: boolean;
  /** The spaces that hands removed. */
  removed?: string[];
}

/** What the rules say of a turn by hand. */
export type Judgement =
  | { verdict: "allowed"; moves: string[] }
  | { verdict: "refused"; reasons: ReasonView[] }
  /** They cannot judge it, for the reason told. */
  | { verdict: "unknown"; sentence: string };

export interface MoveRecord {
  ply: number;
  side: Side;
  text: string;
  /** How Game Courier's players write it, where the person reads their notation. */
  written?: string;
  sentence: string;
  squares: string[];
  choice: string | null;
  becomes: number | null;
  legs: string[];
  manner: Manner;
  captures: string[];
  effects: EffectView[];
  /** The position after the move. */
  position: string;
  alert: string | null;
  /** Whether it was made by hand, and no rule was heard. */
  byHand?: boolean;
}

export interface Explanation {
  legal: boolean;
  text: string;
  sentence: string;
  reasons: ReasonView[];
  notices: ReasonView[];
}

export interface TextErrorView {
  token: string;
  /** The byte offset of the token in the text. */
  at: number;
  problem: Record<LanguageCode, string>;
}

/** What the rules throw, as JSON in an error's message. */
export type RulesFailure =
  | { kind: "text"; error: TextErrorView }
  | { kind: "ended"; text: string }
  | { kind: "refused"; reasons: ReasonView[] }
  | { kind: "typed"; code: string; problem: Record<LanguageCode, string>; reasons: ReasonView[] }
  | { kind: "setup"; code: string; message: string; cards: string[] };

/** A board set up by hand, whether or not the rules allow it. */
export interface Draft {
  pieces: { square: string; side: Side; kind: number }[];
  side: Side;
  /** What else the position knows, in the order of the game's words. */
  words: string[];
}

/** What a text says of a position. */
export interface Sketch {
  /** The position as the game writes it; the text itself where that cannot be said. */
  text: string;
  /** Whether the text was in Game Courier's form. */
  courier: boolean;
  /** The text from which games by hand begin where the rules do not. */
  board: string | null;
  /** `null` where the text has not the form of a position. */
  draft: Draft | null;
  /** The words of the game's positions: what each is, how it is written, and the one that says nothing special. */
  words: { name: string; hint: string; plain: string }[];
  /** The squares that the rules object to. */
  squares: string[];
  /** Why the rules do not begin from it. */
  problem: RulesFailure | null;
}

/** A game played on Game Courier, as far as its degree takes it. */
export interface Imported {
  /** `null` where no game of the degree begins so. */
  start: string | null;
  moves: string[];
  /** The word with which the players ended it. */
  word: string | null;
  /** The keys that say nothing to us. */
  ignored: string[];
  /** Why the rules do not begin where it does. */
  opening: RulesFailure | null;
  /** The first turn that the rules refuse. */
  refused: ImportedTurn | null;
  /** The turn at which the replay ends early. */
  stop: ImportedTurn | null;
}

/** A turn that is refused: its number, and why, or the word after which it comes. */
export interface ImportedTurn {
  turn: number;
  text: string;
  over: string | null;
  why: RulesFailure | null;
}

export interface Thought {
  done: boolean;
  depth: number;
  score: string;
  nodes: number;
  line: string[];
  best: string | null;
}

export type Player = { kind: "human" } | { kind: "computer"; level: number };

export type GameEvent =
  | { type: "move"; move: string }
  | { type: "turn"; turn: string }
  | { type: "protest"; side: Side; verdict: Verdict }
  | { type: "takeback"; plies: number }
  | { type: "resign"; side: Side }
  // A choice that may not be seen yet is empty and has no salt; its commitment stands already.
  | { type: "setup"; side: Side; setup: string; salt?: string; commitment?: string }
  | { type: "offer"; side: Side; offer: Offer }
  | { type: "decline"; side: Side }
  | { type: "draw" }
  | { type: "abort"; side: Side }
  | { type: "rematch" }
  | { type: "flag"; side: Side }
  | { type: "lapse" }
  | { type: "vacation"; side: Side; days: number };

/** How much the rules help: they enforce themselves, warn, or are silent until they are asked. */
export type Degree = "enforced" | "warned" | "free";

/** What the rules said of a turn that was protested against: they refuse it, or they do not. */
export type Verdict = "upheld" | "rejected";

/** A protest against a turn by hand. */
export interface Protest {
  side: Side;
  turn: string;
  verdict: Verdict;
}

/** What a player proposes to the other. */
export type Offer = "draw" | "rematch" | `takeback:${number}`;

/** What a key lets its holder do: play for both sides at one screen, for one side, or look on. */
export type Seat = "both" | "1" | "2" | "watch";

/** What a side has left, in milliseconds: of the free time of this turn or the next, and in the bank; and its days of vacation. */
export interface Hand {
  grace: number;
  bank: number;
  vacation: number;
}

/** The clocks as the server reads them; spans are milliseconds. */
export interface ClockState {
  /** The server's time, in milliseconds since 1970. */
  now: number;
  sides: [Hand, Hand];
  /** Whose turn is being measured. */
  running: Side | null;
  /** Whether that side's time runs out. */
  timed: boolean;
  /** How long that side is still on vacation. */
  away: number;
  /** How long it is until time is up. */
  left: number | null;
}

/** A game as the server keeps it. */
export interface GameState {
  /** The game's name, which opens nothing; older copies lack it. */
  game?: string;
  spec: string;
  rulesVersion: string;
  start: string;
  /** How far the players are with their choices, if the game begins with them; older copies lack it. */
  setup?: SetupState | null;
  /** The number of events. */
  seq: number;
  /** How many of them the game was created with; older copies lack it. */
  given?: number;
  events: GameEvent[];
  /** The moves that stand, after take-backs and protests; a turn by hand begins with `~`. */
  moves: string[];
  /** How much the rules help; older copies lack it and are enforced. */
  degree?: Degree;
  /** The last protest, if no turn was made since. */
  protest?: Protest | null;
  resigned: Side | null;
  /** Who proposes what, unanswered; older copies lack it and what follows. */
  offer?: { side: Side; offer: Offer } | null;
  /** Whether the players agreed on a draw. */
  agreed?: boolean;
  /** The side that aborted the game. */
  aborted?: Side | null;
  /** The side whose time was up. */
  flagged?: Side | null;
  /** Whether the game did not begin in time. */
  lapsed?: boolean;
  /** How fast the game is played; older copies lack it and have no clock. */
  pace?: string;
  /** The clocks as the server read them just now; a copy that is kept has none. */
  clock?: ClockState | null;
  /** Whether the players play again, in a game of its own. */
  rematch?: boolean;
  /** What this device's key allows; older copies lack it and hold the one key to both sides. */
  seat?: Seat;
  /** Whether this device's key is that of who created the game. */
  host?: boolean;
  players: [Player, Player];
  status: string;
  createdAt: string | number;
  /** Why the game can be looked at but not continued, in a sentence. */
  frozen: string | null;
}

export interface NewGame {
  spec: string;
  position?: string;
  moves?: string[];
  setup?: SetupTerms;
  /** Gives each side a key of its own, for two people apart. */
  seats?: { host: Side; open?: boolean };
  /** How much the rules help: they enforce themselves unless it says so. */
  degree?: Degree;
  /** How fast it is played; without clocks unless it says so. */
  pace?: string;
  players: [Player, Player];
}

/** A game whose free side anybody may take. */
export interface Invitation {
  /** The game's name, which opens nothing. */
  game: string;
  spec: string;
  /** The position in which it begins, unless that is the game's start. */
  position?: string;
  pace: string;
  /** The free side. */
  side: Side;
  /** Milliseconds since 1970. */
  since: number;
  /** Whether the other player is at the game just now. */
  here: boolean;
}
