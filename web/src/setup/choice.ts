import type { CardInfo, CatalogueInfo, GameInfo, Kind, Side } from "@entourage/rules";

/** A player's setup in progress; the rules report what is missing or not allowed. */
export interface Choice {
  /** Picked cards by index in the catalogue, in the order picked. */
  cards: number[];
  /** The piece type to which each picked card for one piece is bound. */
  bound: Record<number, number>;
  /** The piece type on each square in reading order; `null` if it is given up. */
  order: (number | null)[];
}

/** Returns an empty choice in the default order. */
export function fresh(catalogue: CatalogueInfo): Choice {
  return { cards: [], bound: {}, order: [...catalogue.arranged] };
}

/** Returns whether a picked card costs a piece. */
export function costs(catalogue: CatalogueInfo, choice: Choice): boolean {
  return choice.cards.some((index) => catalogue.cards[index]?.costsPiece);
}

/** Returns the piece type that is given up, if any. */
export function givenUp(catalogue: CatalogueInfo, choice: Choice): number | null {
  return catalogue.arranged.find((kind) => !choice.order.includes(kind)) ?? null;
}

/** Returns the card bound to a piece type, if any. */
export function carried(choice: Choice, kind: number): number | null {
  return choice.cards.find((index) => choice.bound[index] === kind) ?? null;
}

/** Returns the picked card that excludes another one, if any. */
export function bannedBy(catalogue: CatalogueInfo, choice: Choice, index: number): number | null {
  const pair = catalogue.bans.find(([a, b]) => (a === index && choice.cards.includes(b)) || (b === index && choice.cards.includes(a)));
  return pair ? (pair[0] === index ? pair[1] : pair[0]) : null;
}

/** Lists piece types that are the default of exactly one card; other cards avoid them if possible. */
function reserved(catalogue: CatalogueInfo): number[] {
  return catalogue.arranged.filter((kind) => catalogue.cards.filter((card) => card.bound === kind).length === 1);
}

/** Picks or removes a card; a card for one piece is bound to its default piece type, or a free one. */
export function toggle(catalogue: CatalogueInfo, choice: Choice, index: number): Choice {
  const card = catalogue.cards[index];
  if (!card) return choice;
  if (choice.cards.includes(index)) {
    const { [index]: _, ...bound } = choice.bound;
    const without = { ...choice, cards: choice.cards.filter((one) => one !== index), bound };
    return settle(catalogue, without);
  }
  const next = { ...choice, cards: [...choice.cards, index] };
  if (card.bound === null) return settle(catalogue, next);
  const missing = costs(catalogue, choice) ? givenUp(catalogue, choice) : null;
  const kept = reserved(catalogue);
  const candidates = [card.bound, ...catalogue.arranged.filter((kind) => !kept.includes(kind)), ...catalogue.arranged];
  const free = candidates.find((kind) => carried(choice, kind) === null && kind !== missing);
  return settle(catalogue, free === undefined ? next : { ...next, bound: { ...choice.bound, [index]: free } });
}

/** Binds a card to a piece type; a card already bound to it takes the other's. */
export function bind(catalogue: CatalogueInfo, choice: Choice, index: number, kind: number): Choice {
  const other = carried(choice, kind);
  const before = choice.bound[index];
  const bound = { ...choice.bound, [index]: kind };
  if (other !== null && other !== index && before !== undefined) bound[other] = before;
  return settle(catalogue, { ...choice, bound });
}

/** Gives up a piece type instead of the previous one. */
export function giveUp(catalogue: CatalogueInfo, choice: Choice, kind: number): Choice {
  const missing = givenUp(catalogue, choice);
  if (missing === kind) return choice;
  return { ...choice, order: choice.order.map((one) => (one === kind ? missing : one)) };
}

/** Swaps the pieces on two squares. */
export function trade(choice: Choice, a: number, b: number): Choice {
  const order = [...choice.order];
  [order[a], order[b]] = [order[b] ?? null, order[a] ?? null];
  return { ...choice, order };
}

/** Adapts the order to the cards: a piece is missing only if a card costs one, and it has no card. */
function settle(catalogue: CatalogueInfo, choice: Choice): Choice {
  const missing = givenUp(catalogue, choice);
  if (!costs(catalogue, choice)) {
    return missing === null ? choice : { ...choice, order: choice.order.map((kind) => kind ?? missing) };
  }
  const idle = [...catalogue.arranged].reverse().find((kind) => carried(choice, kind) === null);
  if (missing === null) return { ...choice, order: choice.order.map((kind) => (kind === idle ? null : kind)) };
  return carried(choice, missing) === null || idle === undefined ? choice : giveUp(catalogue, choice, idle);
}

const letterOf = (kinds: readonly Kind[], kind: number) => kinds[kind]?.letters[0] ?? "";

/** Formats a choice for specs: `card@L+card/LETTERS`. */
export function write(info: GameInfo, catalogue: CatalogueInfo, choice: Choice): string {
  const cards = [...choice.cards].sort((a, b) => a - b).map((index) => {
    const kind = choice.bound[index];
    const code = catalogue.cards[index]?.code ?? "";
    return kind === undefined ? code : `${code}@${letterOf(info.kinds, kind)}`;
  });
  const order = choice.order.map((kind) => (kind === null ? "." : letterOf(info.kinds, kind)));
  return `${cards.join("+")}/${order.join("")}`;
}

/** Adds a player's choice to a spec. */
export const withChoice = (spec: string, side: Side, text: string): string => `${spec}${spec.includes(":") ? "," : ":"}${side}=${text}`;

/** Parses a choice that the rules allow; `null` if invalid. */
export function read(info: GameInfo, catalogue: CatalogueInfo, text: string): Choice | null {
  const [cards = "", letters = ""] = text.split("/");
  const kindOf = (letter: string) => catalogue.arranged.find((kind) => letterOf(info.kinds, kind) === letter);
  const choice = fresh(catalogue);
  for (const item of cards.split("+").filter((item) => item !== "")) {
    const [code = "", letter] = item.split("@");
    const index = catalogue.cards.findIndex((card) => card.code === code);
    if (index < 0) return null;
    choice.cards.push(index);
    const kind = letter === undefined ? undefined : kindOf(letter);
    if (kind !== undefined) choice.bound[index] = kind;
  }
  if (letters !== "") {
    choice.order = [...letters].map((letter) => kindOf(letter) ?? null);
    if (choice.order.length !== catalogue.arranged.length) return null;
  }
  return choice;
}

/** Lists the cards of a choice. */
export function cardsOf(catalogue: CatalogueInfo, choice: Choice): CardInfo[] {
  return choice.cards.flatMap((index) => catalogue.cards[index] ?? []);
}
