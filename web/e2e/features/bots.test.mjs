// API tokens: created, shown once, used and revoked; and bot labels.
import assert from "node:assert/strict";
import { test } from "node:test";
import { found } from "../support/accounts.mjs";
import { LOST } from "../support/apart.mjs";
import { faults } from "../support/axe.mjs";
import { look } from "../support/visit.mjs";
import { OWN_SERVER, suite } from "../support/stage.mjs";

/** The browser's console message for a rejected request. */
const REFUSED = /the server responded with a status of 4\d\d/;

/** Sends a request to the bot API. */
async function ask(stage, token, method, path, form) {
  const body = form === undefined ? undefined : new URLSearchParams(form);
  const answer = await fetch(`${stage.server.url}${path}`, { method, body, headers: { Authorization: `Bearer ${token}` } });
  return { status: answer.status, told: await answer.json() };
}

/** Creates a token on the account page and returns it. */
async function make(person, name, scopes) {
  await person.visit("/#account=api");
  await person.page.getByTestId("token-name").fill(name);
  assert.ok(await person.page.getByTestId("make-token").isDisabled(), "a token needs a permission");
  for (const scope of scopes) await person.page.getByTestId(`scope-${scope}`).check();
  await person.page.getByTestId("make-token").click();
  return person.page.getByTestId("token").inputValue();
}

suite("bots", (stage) => {
  test("a token is created, shown once, used within its permissions, and revoked", async () => {
    const ada = await stage.person();
    ada.expected.push(REFUSED);
    await found(ada, "Ada");
    await ada.visit("/#account=api");
    await ada.page.getByText("No tokens yet.").waitFor();
    const token = await make(ada, "My board", ["account:read", "games:read"]);
    assert.match(token, /^ent_[a-z0-9]{26}$/);
    await ada.page.getByTestId("tokens").getByText("never used").waitFor();
    assert.deepEqual(await faults(ada.page), []);
    await ada.page.getByRole("button", { name: "Done" }).click();
    assert.equal(await ada.page.getByTestId("token").count(), 0);
    assert.equal((await ask(stage, token, "GET", "/api/account")).told.username, "Ada");
    assert.equal((await ask(stage, token, "GET", "/api/challenge")).status, 403);
    await ada.page.reload();
    const row = ada.page.getByTestId("tokens").getByRole("listitem");
    await row.getByText("last used").waitFor();
    assert.match(await row.innerText(), /read my account information · read my games/);
    await ada.page.getByRole("button", { name: "Revoke My board" }).click();
    await ada.page.getByText("Token revoked.").waitFor();
    assert.equal((await ask(stage, token, "GET", "/api/account")).status, 401);
  });

  test("a token is created on a phone, in French and in dark mode", async () => {
    const eve = await stage.person({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    eve.expected.push(REFUSED);
    await found(eve, "Ève");
    await eve.page.getByRole("button", { name: "Français" }).click();
    await eve.visit("/#account=api");
    await eve.page.getByText("Aucun jeton pour l’instant.").waitFor();
    await make(eve, "Mon bot", ["bot:play"]);
    await eve.page.getByText("Copiez votre jeton maintenant").waitFor();
    assert.deepEqual(await faults(eve.page), []);
    const wide = await eve.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.ok(!wide, "nothing is wider than the screen");
  });

  test("a bot is labelled wherever players are shown, and challenges users", async () => {
    const [ada, robo] = [await stage.person(), await stage.person()];
    for (const person of [ada, robo]) person.expected.push(REFUSED, LOST);
    await found(robo, "Robo");
    const token = await make(robo, "My bot", ["bot:play", "challenge:write"]);
    assert.equal((await ask(stage, token, "POST", "/api/bot/account/upgrade")).status, 200);
    await robo.page.reload();
    await robo.page.getByTestId("is-bot").waitFor();
    await found(ada, "Ida");
    await ada.visit("/#person=robo");
    await ada.page.getByTestId("bot").waitFor();
    const challenge = await ask(stage, token, "POST", "/api/challenge/Ida", { days: "3", color: "white" });
    assert.equal(challenge.status, 200);
    await ada.visit("/#lobby");
    const row = ada.page.getByTestId("challenges").getByTestId("seek");
    await row.getByTestId("bot").waitFor();
    assert.deepEqual(await faults(ada.page), []);
    await row.getByRole("button", { name: "Accept" }).click();
    await ada.seated();
    await ada.page.locator(".player").getByTestId("bot").waitFor();
    await look(ada, "bot");
    const id = challenge.told.id;
    assert.equal((await ask(stage, token, "POST", `/api/bot/game/${id}/move/e2e4`)).status, 200);
    assert.equal((await ask(stage, token, "POST", `/api/bot/game/${id}/chat`, { room: "player", text: "Hello, Ida." })).status, 200);
    assert.equal((await ask(stage, token, "POST", `/api/bot/game/${id}/resign`)).status, 200);
    await ada.page.getByText(/resign/i).first().waitFor();
    // The user's own list of games shows the label, too.
    await ada.visit();
    await ada.page.locator(".lists").getByTestId("bot").waitFor();
  });
}, OWN_SERVER);
