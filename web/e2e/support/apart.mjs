// Games between two devices.
import { SPECS } from "./person.mjs";

/** Console messages while the server is down or drops a connection. */
export const LOST = /ERR_CONNECTION_\w+|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONTENT_LENGTH_MISMATCH|WebSocket connection/;

/** A typical real-time control. */
export const LIVE = "live spare=15m extra=10s";

/** Creates a game between two devices with terms such as time control and enforcement; returns the addresses of both sides and of spectators. */
export async function create(stage, name, terms) {
  const human = { kind: "human" };
  const body = JSON.stringify({ spec: SPECS[name], players: [human, human], seats: { host: 1 }, ...terms });
  const answer = await fetch(`${stage.server.url}/api/games`, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) throw new Error(await answer.text());
  const { keys } = await answer.json();
  return [...keys.sides, keys.watch].map((key) => `${stage.server.url}/#game=${key}`);
}

/** Opens a game for two users, each on a device; `options` are those of their browser contexts. */
export async function pair(stage, name, terms, { host: one, friend: two } = {}) {
  const [host, friend] = [await stage.person(one), await stage.person(two)];
  const [own, toPlay, toWatch] = await create(stage, name, terms);
  for (const [person, address] of [[host, own], [friend, toPlay]]) {
    person.expected.push(LOST);
    await person.visit(address);
    await person.seated();
  }
  return { host, friend, toPlay, toWatch };
}

/**
 * Creates a game with a friend on the start page with `choices`, pairs of a legend and a choice. Returns the dialog with the links, and a function to
 * read them. With `fresh` false the host is already on the start page.
 */
export async function invite(host, name, choices = [], fresh = true) {
  if (fresh) await host.visit();
  await host.page.getByRole("button", { name, exact: true }).click();
  await host.choose("Opponent", "With a friend");
  for (const [legend, choice] of choices) await host.choose(legend, choice);
  await host.page.getByTestId("begin").click();
  const dialog = host.page.getByTestId("invite");
  await dialog.waitFor();
  const links = async () => ({
    friend: await host.page.getByTestId("link-friend").inputValue(),
    watch: await host.page.getByTestId("link-watch").inputValue(),
  });
  return { dialog, links };
}

/** Opens a game between two devices by link, with a spectator; `decide` runs for each player before the board appears. */
export async function seat(stage, name, choices, decide) {
  const [host, friend, watcher] = [await stage.person(), await stage.person(), await stage.person({ locale: "fr-FR" })];
  const people = [host, friend, watcher];
  for (const person of people) person.expected.push(LOST);
  const { dialog, links } = await invite(host, name, choices);
  const { friend: toPlay, watch: toWatch } = await links();
  await dialog.getByRole("button", { name: "Go to the board" }).click();
  await friend.visit(toPlay);
  await friend.page.getByTestId("join").click();
  if (decide) {
    await decide(friend, 2);
    await decide(host, 1);
  }
  await watcher.visit(toWatch);
  for (const person of people) await person.seated();
  return { host, friend, watcher, people };
}
