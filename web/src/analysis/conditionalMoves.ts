/** Conditional moves for one possible turn of the opponent. */
export interface Branch {
  /** The opponent's turn, ply by ply. */
  turn: string[];
  /** The user's reply and the conditional moves after it; `null` to resign. */
  reply: { turn: string[]; then: Branch[] } | null;
}

const RESIGN = "resign";

/** Serialises conditional moves for the server. */
export function writePlan(branches: readonly Branch[]): string {
  return branches
    .map(({ turn, reply }) => {
      const answer = reply === null ? RESIGN : reply.turn.join(" ");
      const then = reply === null || reply.then.length === 0 ? "" : ` { ${writePlan(reply.then)} }`;
      return `${turn.join(" ")} > ${answer}${then}`;
    })
    .join("; ");
}

/** Parses conditional moves from the server. */
export function readPlan(text: string): Branch[] {
  const words = text.split(/ |(?=;)/).filter((word) => word !== "");
  const plies = () => {
    const found: string[] = [];
    for (let word = words[0]; word !== undefined && !["{", "}", ">", ";"].includes(word); word = words[0]) found.push(words.shift() ?? "");
    return found;
  };
  const branches = (): Branch[] => {
    const found: Branch[] = [];
    do {
      const turn = plies();
      if (words.shift() !== ">") break;
      const answer = plies();
      const then = words[0] === "{" ? (words.shift(), branches()) : [];
      if (words[0] === "}" && then.length > 0) words.shift();
      found.push({ turn, reply: answer[0] === RESIGN ? null : { turn: answer, then } });
    } while (words[0] === ";" && words.shift());
    return found;
  };
  return branches();
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((ply, i) => ply === b[i]);

/** Adds a line of turns, starting with the opponent's; it ends with a turn of the user, or with one of the opponent to resign after it. */
export function addVariation(branches: readonly Branch[], turns: readonly (readonly string[])[]): Branch[] {
  const [turn, answer, ...rest] = turns;
  if (!turn) return [...branches];
  const known = branches.find((branch) => same(branch.turn, turn));
  const kept = known?.reply && answer && same(known.reply.turn, answer) ? known.reply.then : [];
  const branch: Branch = { turn: [...turn], reply: answer ? { turn: [...answer], then: addVariation(kept, rest) } : null };
  return known ? branches.map((one) => (one === known ? branch : one)) : [...branches, branch];
}

/** Returns the branches without the one at a path of indices. */
export function without(branches: readonly Branch[], [index, ...path]: readonly number[]): Branch[] {
  if (path.length === 0) return branches.filter((_, i) => i !== index);
  return branches.map((branch, i) => (i === index && branch.reply ? { ...branch, reply: { ...branch.reply, then: without(branch.reply.then, path) } } : branch));
}
