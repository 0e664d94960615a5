import type { CardInfo, CatalogueInfo, GameInfo, Kind } from "@entourage/rules";

/** A player's choice before a game, as it grows: what is incomplete or not allowed the rules say. */
export interface Choice {
  /** The cards picked, by their place in the catalogue, in the order picked. */
  cards: number[];
  /** The kind that each picked card with a piece of its own belongs to. */
  bound: Record<number, number>;
  /** The kind on each place in reading order; `null` where a piece is given up. */
  order: (number | null)[];
}

/** Returns the choice of nothing, in the default order. */
export function fresh(catalogue: CatalogueInfo): Choice {
  return { cards: [], bound: {}, order: [...catalogue.arranged] };
}

/** Tells whether a card picked costs a piece. */
export function costs(catalogue: CatalogueInfo, choice: Choice): boolean {
  return choice.cards.some((index) => catalogue.cards[index]?.costsPiece);
}

/** Returns the kind that is given up, if one is. */
export function givenUp(catalogue: CatalogueInfo, choice: Choice): number | null {
  return catalogue.arranged.find((kind) => !choice.order.includes(kind)) ?? null;
}

/** Returns the card that a kind carries, if it carries one. */
export function carried(choice: Choice, kind: number): number | null {
  return choice.cards.find((index) => choice.bound[index] === kind) ?? null;
}

/** Returns the picked card that bans a further one, if one does. */
export function bannedBy(catalogue: CatalogueInfo, choice: Choice, index: number): number | null {
  const pair = catalogue.bans.find(([a, b]) => (a === index && choice.cards.includes(b)) || (b === index && choice.cards.includes(a)));
  return pair ? (pair[0] === index ? pair[1] : pair[0]) : null;
}

/** Lists the kinds that are the usual piece of a single card: the others go elsewhere while they can. */
function reserved(catalogue: CatalogueInfo): number[] {
  return catalogue.arranged.filter((kind) => catalogue.cards.filter((card) => card.bound === kind).length === 1);
}

/** Picks a card or puts it back; a card with a piece of its own goes to its usual piece, or to one that is free. */
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

/** Binds a card to a kind; a card that was bound to it takes the other's piece. */
export function bind(catalogue: CatalogueInfo, choice: Choice, index: number, kind: number): Choice {
  const other = carried(choice, kind);
  const before = choice.bound[index];
  const bound = { ...choice.bound, [index]: kind };
  if (other !== null && other !== index && before !== undefined) bound[other] = before;
  return settle(catalogue, { ...choice, bound });
}

/** Gives a kind up in place of the one given up before. */
export function giveUp(catalogue: CatalogueInfo, choice: Choice, kind: number): Choice {
  const missing = givenUp(catalogue, choice);
  if (missing === kind) return choice;
  return { ...choice, order: choice.order.map((one) => (one === kind ? missing : one)) };
}

/** Lets two places trade what stands on them. */
export function trade(choice: Choice, a: number, b: number): Choice {
  const order = [...choice.order];
  [order[a], order[b]] = [order[b] ?? null, order[a] ?? null];
  return { ...choice, order };
}

/** Puts the order in step with the cards: a piece is missing just where a card costs one, and it carries no card. */
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

/** Writes a choice as specs have it: `card@L+card/LETTERS`. */
export function write(info: GameInfo, catalogue: CatalogueInfo, choice: Choice): string {
  const cards = [...choice.cards].sort((a, b) => a - b).map((index) => {
    const kind = choice.bound[index];
    const code = catalogue.cards[index]?.code ?? "";
    return kind === undefined ? code : `${code}@${letterOf(info.kinds, kind)}`;
  });
  const order = choice.order.map((kind) => (kind === null ? "." : letterOf(info.kinds, kind)));
  return `${cards.join("+")}/${order.join("")}`;
}

/** Reads a choice that the rules allow; `null` for what is none here. */
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
