/** What is ready for a turn that the other side may play. */
export interface Branch {
  /** The other's turn, ply by ply. */
  turn: string[];
  /** One's own turn and what is ready after it; `null` to resign. */
  reply: { turn: string[]; then: Branch[] } | null;
}

const RESIGN = "resign";

/** Writes what is ready as the server reads it. */
export function writePlan(branches: readonly Branch[]): string {
  return branches
    .map(({ turn, reply }) => {
      const answer = reply === null ? RESIGN : reply.turn.join(" ");
      const then = reply === null || reply.then.length === 0 ? "" : ` { ${writePlan(reply.then)} }`;
      return `${turn.join(" ")} > ${answer}${then}`;
    })
    .join("; ");
}

/** Reads what the server wrote. */
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

/** Adds a variation, turn by turn, the other's first; it ends with one's own, or with the other's to resign after it. */
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
