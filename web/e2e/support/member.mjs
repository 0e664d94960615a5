/** Opens a browser with a signed-in user; `options` are those of the browser context. */
export async function member(stage, name, options = {}) {
  const person = await stage.person(options);
  const answer = await person.context.request.post(new URL("/api/account", stage.server.url).href, { data: { name, password: "three unlikely words" } });
  if (!answer.ok()) throw new Error(`${name}: ${await answer.text()}`);
  return person;
}
