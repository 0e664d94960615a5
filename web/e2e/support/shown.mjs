import { randomBytes } from "node:crypto";
import { until } from "./limits.mjs";

/** Creates a key like the page does. */
const key = () => [...randomBytes(25)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("") + "a";

/** Plays a rated public game between two signed-in users; one side resigns if named. Returns its public name and keys. */
export async function shown(stage, [one, two], spec, moves, loser) {
  const ask = async (person, path, data, pass) => {
    const headers = pass === undefined ? {} : { authorization: `Bearer ${pass}` };
    const answer = await person.context.request.post(new URL(path, stage.server.url).href, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const people = [{ kind: "human" }, { kind: "human" }];
  const { state, keys } = await ask(one, "/api/games", { spec, players: people, seats: { host: 1, open: true, rated: true }, pace: "live spare=15m extra=10s" });
  const guest = key();
  await ask(two, "/api/invitations/take", { game: state.game, side: 2, key: guest });
  const passes = [keys.sides[0], guest];
  let seq = 0;
  const play = async (move) => {
    await ask(seq % 2 === 0 ? one : two, "/api/game/moves", { seq, move }, passes[seq % 2]);
    seq += 1;
  };
  for (const move of moves) await play(move);
  if (loser !== undefined) await ask(loser === 1 ? one : two, "/api/game/resign", { seq, side: loser }, passes[loser - 1]);
  return { name: state.game, play };
}

/** Waits until a game is indexed by its positions. */
export async function lookedThrough(stage, name) {
  await until(`${name} to be looked through`, async () => {
    const answer = await fetch(`${stage.server.url}/api/finished`);
    const { games } = await answer.json();
    return games.find((one) => one.game === name)?.last;
  });
}
