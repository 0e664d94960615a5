/** A piece of a rules page: prose, or a position to draw. */
export type Passage = { type: "prose"; html: string } | { type: "diagram"; position: string; caption: string; squares: string[] };

/** Reads what a fenced block of language `position` says: `POSITION [| caption [| square …]]`. */
export function readDiagram(block: string): Passage {
  const [position = "", caption = "", squares = ""] = block.split("|").map((part) => part.trim());
  return { type: "diagram", position, caption, squares: squares.split(/\s+/).filter((name) => name !== "") };
}

/** Cuts a rules page into prose and diagrams. The Markdown is part of the rules we ship, so its HTML is trusted. */
export async function readRules(markdown: string): Promise<Passage[]> {
  // Loaded only where rules are read.
  const { marked } = await import("marked");
  const tokens = marked.lexer(markdown);
  const passages: Passage[] = [];
  let prose: typeof tokens = Object.assign([], { links: tokens.links });
  const finish = () => {
    if (prose.length > 0) passages.push({ type: "prose", html: marked.parser(prose) });
    prose = Object.assign([], { links: tokens.links });
  };
  for (const token of tokens) {
    if (token.type === "code" && token["lang"] === "position") {
      finish();
      passages.push(readDiagram(String(token["text"])));
    } else prose.push(token);
  }
  finish();
  return passages;
}
