// Searches the positions from standard input with the WebAssembly modules, and prints the results as JSON; started by `peers wasm`.
import { readFileSync } from "node:fs";

const { module, binary, game, positions, nodes, slice } = JSON.parse(readFileSync(0, "utf8"));
const rules = await import(module);
rules.initSync({ module: readFileSync(binary) });

// All positions are first searched once without measurement, so that optimised code is measured.
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
