/** A part of a rules page: a heading, prose, or a playable position. */
export type Passage = Heading | Prose | Diagram;

interface Heading {
  type: "heading";
  level: number;
  anchor: string;
  html: string;
}

interface Prose {
  type: "prose";
  /** The anchor; empty if there is none. */
  anchor: string;
  html: string;
}

export interface Diagram {
  type: "diagram";
  position: string;
  caption: string;
  squares: string[];
  /** The moves that demonstrate the caption, by either side. */
  moves: string[];
}

/**
 * Parses a fenced block of language `position`: `POSITION [ | caption [ | square … [ | move …]]]`. A bar between spaces is a separator; one without
 * belongs to the position.
 */
export function readDiagram(block: string): Diagram {
  const [position = "", caption = "", squares = "", moves = ""] = block.split(" | ").map((part) => part.trim());
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");
  return { type: "diagram", position, caption, squares: words(squares), moves: words(moves) };
}

/** Splits the anchor from the end of a text's first line. */
function anchored(text: string): { anchor: string; rest: string } {
  const found = /^(.*?) \{#([\w-]+)\}(?=\n|$)/.exec(text);
  return found ? { anchor: found[2] ?? "", rest: (found[1] ?? "") + text.slice(found[0].length) } : { anchor: "", rest: text };
}

/** Splits a rules page into passages. The Markdown is shipped with the rules, so its HTML is trusted. */
export async function readRules(markdown: string): Promise<Passage[]> {
  // Loaded on demand.
  const { marked } = await import("marked");
  const passages: Passage[] = [];
  for (const token of marked.lexer(markdown)) {
    if (token.type === "space") continue;
    if (token.type === "code" && token["lang"] === "position") passages.push(readDiagram(String(token["text"])));
    else if (token.type === "heading") {
      const { anchor, rest } = anchored(String(token["text"]));
      passages.push({ type: "heading", level: Number(token["depth"]), anchor, html: marked.parseInline(rest, { async: false }) });
    } else {
      const { anchor, rest } = anchored(token.raw);
      passages.push({ type: "prose", anchor, html: marked.parse(rest, { async: false }) });
    }
  }
  return cited(passages);
}

/** Turns the ruling numbers that a page mentions into links: `T3` leads to T3. */
function cited(passages: Passage[]): Passage[] {
  const numbers = new Set(passages.flatMap((passage) => (passage.type === "prose" && /^[A-Z]+\d+$/.test(passage.anchor) ? [passage.anchor] : [])));
  return passages.map((passage) => {
    if (passage.type !== "prose") return passage;
    // Numbers in tags, in code, or before a full stop in bold are not mentions.
    const html = passage.html.replace(/<code>.*?<\/code>|<[^>]*>|\b[A-Z]+\d+\b/g, (word) => {
      return numbers.has(word) && word !== passage.anchor ? `<a href="#${word}" data-cites="${word}">${word}</a>` : word;
    });
    return { ...passage, html };
  });
}

/** Groups passages by chapter; those before the first chapter form their own group. */
export function sectionsOf(passages: readonly Passage[]): Passage[][] {
  const sections: Passage[][] = [[]];
  for (const passage of passages) {
    if (passage.type === "heading" && passage.level === 2) sections.push([]);
    sections.at(-1)?.push(passage);
  }
  return sections.filter((section) => section.length > 0);
}
