/** An anchor of a rules page. */
export interface Entry {
  anchor: string;
  /** Plain text without a final full stop. */
  title: string;
  /** 2 for a chapter, 3 for a section, 4 for a paragraph. */
  level: 2 | 3 | 4;
}

/** A chapter with its entries. */
export interface Chapter extends Entry {
  sections: Entry[];
  paragraphs: Entry[];
}

const HEADING = /^(##|###) (.+) \{#([\w-]+)\}$/;
const PARAGRAPH = /^\*\*(.+?)\*\*.* \{#([\w-]+)\}$/;

const plain = (text: string): string => text.replace(/[*`]/g, "").replace(/[.:]$/, "").trim();

/** Lists the anchors of a rules page, in order. */
export function outlineOf(markdown: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of markdown.split("\n")) {
    const heading = HEADING.exec(line);
    const paragraph = heading ? null : PARAGRAPH.exec(line);
    if (heading) entries.push({ anchor: heading[3] ?? "", title: plain(heading[2] ?? ""), level: heading[1] === "##" ? 2 : 3 });
    else if (paragraph) entries.push({ anchor: paragraph[2] ?? "", title: plain(paragraph[1] ?? ""), level: 4 });
  }
  return entries;
}

/** Groups entries by chapter. */
export function chaptersOf(entries: readonly Entry[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const entry of entries) {
    if (entry.level === 2) chapters.push({ ...entry, sections: [], paragraphs: [] });
    else chapters.at(-1)?.[entry.level === 3 ? "sections" : "paragraphs"].push(entry);
  }
  return chapters;
}

/** Returns whether an anchor is the number of a ruling, such as `T10`. */
export const isNumber = (anchor: string): boolean => /^[A-Z]+\d+$/.test(anchor);
