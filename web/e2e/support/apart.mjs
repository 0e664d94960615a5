// Two people at two devices: how they come together.

/** What a browser says of a server that is away for a moment, or goes in the middle of an answer. */
export const LOST = /ERR_CONNECTION_\w+|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONTENT_LENGTH_MISMATCH|WebSocket connection/;

/**
 * Lets a host choose a game and whatever `choices` name, pairs of a legend and a choice, and begin it with a friend.
 *
 * Returns the dialogue that shows the links, and how to read them. A host who has made choices before is not sent to the start page again.
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

/** Seats two people at a game apart by link, and somebody who looks on; `decide` is what each does before the board lies there. */
export async function seat(stage, name, choices, decide) {
  const [host, friend, watcher] = [await stage.person(), await stage.person(), await stage.person({ locale: "fr-FR" })];
  const people = [host, friend, watcher];
  for (const person of people) person.expected.push(LOST);
  const { dialog, links } = await invite(host, name, choices);
  const { friend: toPlay, watch: toWatch } = await links();
  await dialog.getByRole("button", { name: "To the board" }).click();
  await friend.visit(toPlay);
  if (decide) {
    await decide(friend, 2);
    await decide(host, 1);
  }
  await watcher.visit(toWatch);
  for (const person of people) await person.seated();
  return { host, friend, watcher, people };
}
