import { workshopAddress } from "../addresses";
import type { DefinedGame, Licence } from "@entourage/rules";
import { copyText, wordFor } from "./beginnings";
import { beginManuscript } from "./drafts";
import { workshopWords } from "./words";

/** The address of a game's cover image, drawn by the server. */
export const coverAddress = ({ id, cover }: { id: string; cover: string }): string => `/board.svg?${new URLSearchParams({ game: id, position: cover, bare: "true" })}`;

/** Creates a draft from a game's text, with credit to its author, and opens it. */
export function beginFrom({ id, name, texts }: DefinedGame, author: string, licence: Licence): void {
  const w = workshopWords();
  const own = texts[0] ?? "";
  const title = w.another(name);
  const text = `# ${w.madeFrom(name, author, licence)}\n${copyText(wordFor(title), title, { id, name, text: own })}`;
  location.hash = workshopAddress(beginManuscript(text, { name, text: own }, id).id);
}
