// Searches positions with the rules built for browsers, as `peers wasm` asks on standard input, and answers with JSON.
import { readFileSync } from "node:fs";

const { module, binary, game, positions, nodes, slice } = JSON.parse(readFileSync(0, "utf8"));
const rules = await import(module);
rules.initSync({ module: readFileSync(binary) });

// A first search of each, so that what is measured is what the compiler makes of it in the end.
const search = (position) => {
  const thinker = new rules.Thinker(game, position, [], 0, 0);
  const begun = process.cpuUsage();
  let thought;
  do {
    thought = JSON.parse(thinker.advance(slice));
  } while (!thought.done && thought.nodes < nodes);
  const spent = process.cpuUsage(begun);
  thinker.free();
  return { nodes: thought.nodes, depth: thought.depth, best: thought.best, seconds: (spent.user + spent.system) / 1e6 };
};
positions.forEach(search);
console.log(JSON.stringify(positions.map(search)));
