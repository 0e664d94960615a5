// Games embedded in other sites by public name or spectator link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { elsewhere, sandboxed } from "../support/elsewhere.mjs";
import { suite } from "../support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const keyOf = (address) => /#game=(.+)$/.exec(address)[1];

/** Creates a game, plays a move and makes it public; returns the share dialog. */
async function publish(host) {
  await host.begin({ name: "The Toddler" });
  await host.play("e9e8");
  await host.act("show-elsewhere");
  const dialog = host.page.getByTestId("share");
  await dialog.getByTestId("publish").click();
  return { dialog, address: await dialog.getByTestId("share-address").inputValue() };
}

suite("embedding", (stage) => {
  test("a public game can be watched live and replayed, but not changed, until it is made private", async () => {
    const [host, guest] = [await stage.person(), await stage.person()];
    const { dialog, address } = await publish(host);
    assert.match(address, /\/embed\/[a-z2-7]{26}\?theme=light&lang=en$/);
    assert.ok(!address.includes(keyOf(host.page.url())), "the address has no player's key");
    assert.match(await dialog.getByTestId("share-frame").inputValue(), /^<iframe src="http.*<\/iframe>$/);
    const picture = await fetch(await dialog.getByTestId("share-picture").inputValue());
    assert.equal(picture.headers.get("content-type"), "image/svg+xml");
    await host.page.keyboard.press("Escape");

    const site = await elsewhere(address);
    await guest.page.goto(site.url);
    const frame = guest.page.frameLocator("iframe");
    await frame.locator('[data-ply="1"]').waitFor();
    assert.match(await frame.getByTestId("status").innerText(), /Black/);
    await host.play("e3e4");
    await frame.locator('[data-ply="2"]').waitFor();
    assert.equal(await frame.locator("[data-figure]").count(), 44);
    // The viewer is read-only.
    assert.equal(await frame.locator("[data-square], [data-testid=resign], [data-testid=typed-move]").count(), 0);
    await frame.getByRole("button", { name: "First move" }).click();
    await frame.getByText("Move 0 of 2").waitFor();
    await frame.locator("body").press("ArrowRight");
    await frame.getByText("Move 1 of 2").waitFor();
    // A viewer of an earlier position stays there while the game continues.
    await host.play("d9d8");
    await frame.getByText("Move 1 of 3").waitFor();

    guest.expected.push(/404/);
    await host.act("show-elsewhere");
    await dialog.getByTestId("publish").click();
    await dialog.getByTestId("share-address").waitFor({ state: "detached" });
    await frame.getByText("Game not found. It may no longer be public.").waitFor();
    site.close();
  });

  test("a public game is shown in a sandboxed frame", async () => {
    const [host, guest] = [await stage.person(), await stage.person()];
    const { dialog, address } = await publish(host);
    const site = await sandboxed(address);
    await guest.page.goto(site.url);
    const frame = guest.page.frameLocator("iframe");
    await frame.locator('[data-ply="1"]').waitFor();
    assert.equal(await frame.locator("[data-figure]").count(), 44);
    await host.page.keyboard.press("Escape");
    await host.play("e3e4");
    await frame.locator('[data-ply="2"]').waitFor();
    // The viewer says when the game is no longer public.
    guest.expected.push(/404/);
    await host.act("show-elsewhere");
    await dialog.getByTestId("publish").click();
    await dialog.getByTestId("share-address").waitFor({ state: "detached" });
    await frame.getByText("Game not found. It may no longer be public.").waitFor();
    site.close();
  });

  test("a sandboxed frame shows a game live by its spectator link, but not by a player's link", async () => {
    const [host, guest] = [await stage.person(), await stage.person()];
    await host.visit();
    await host.choose("Opponent", "With a friend");
    await host.page.getByTestId("begin").click();
    await host.page.getByTestId("invite").waitFor();
    const watch = keyOf(await host.page.getByTestId("link-watch").inputValue());
    const own = keyOf(host.page.url());
    await host.page.getByTestId("invite").getByRole("button", { name: "Go to the board" }).click();
    const site = await sandboxed(`${stage.server.url}/embed?lang=en#${watch}`);
    await guest.page.goto(site.url);
    const frame = guest.page.frameLocator("iframe");
    await frame.getByText("No moves yet.").waitFor();
    await host.play("e9e8");
    await frame.locator('[data-ply="1"]').waitFor();
    site.close();
    guest.expected.push(/403/);
    const refused = await sandboxed(`${stage.server.url}/embed?lang=en#${own}`);
    await guest.page.goto(refused.url);
    await guest.page.frameLocator("iframe").getByText("This is a player’s private link").waitFor();
    refused.close();
  });

  test("a spectator link in the fragment shows the game with the look in the address, and a player's link is refused", async () => {
    const [host, watcher, guest] = [await stage.person(), await stage.person(), await stage.person(PHONE)];
    await host.visit();
    await host.choose("Opponent", "With a friend");
    await host.page.getByTestId("begin").click();
    await host.page.getByTestId("invite").waitFor();
    const [friend, watch] = [await host.page.getByTestId("link-friend").inputValue(), await host.page.getByTestId("link-watch").inputValue()];
    await watcher.visit(watch);
    await watcher.seated();
    await watcher.act("show-elsewhere");
    assert.equal(await watcher.page.getByTestId("publish").count(), 0, "a spectator cannot make the game public");
    const address = await watcher.page.getByTestId("share-address").inputValue();
    assert.match(address, new RegExp(`/embed\\?[^#]*#${keyOf(watch)}$`));

    const origin = new URL(address).origin;
    await guest.page.goto(`${origin}/embed?theme=sea-dark&pieces=figures&notation=courier&lang=fr&flip=true#${keyOf(watch)}`);
    await guest.page.getByText("Aucun coup").waitFor();
    assert.equal(await guest.page.locator("svg.board use").count(), 0);
    assert.equal(await guest.page.locator("svg.board .labels text").first().textContent(), "11");
    assert.equal(await guest.page.evaluate(() => document.documentElement.dataset.board), "sea");
    assert.equal(await guest.page.evaluate(() => localStorage.getItem("entourage.settings")), null, "an embedded game does not change the user's settings");
    for (const key of [friend, host.page.url()].map(keyOf)) {
      await guest.page.goto("about:blank");
      await guest.page.goto(`${origin}/embed#${key}`);
      await guest.page.getByText("This is a player’s private link").or(guest.page.getByText("Ce lien privé est celui d’un joueur")).waitFor();
      assert.equal(await guest.page.locator("svg.board").count(), 0);
    }
  });

  test("no other page can be framed", async () => {
    const guest = await stage.person();
    guest.expected.push(/frame-ancestors|Refused to frame|Framing/);
    const origin = stage.server.url;
    const site = await elsewhere(`${origin}/`, `${origin}/embed`);
    await guest.page.goto(site.url);
    await guest.page.frameLocator("iframe >> nth=1").getByText("Invalid address.").waitFor();
    assert.equal(await guest.page.frameLocator("iframe >> nth=0").getByTestId("begin").count(), 0);
    site.close();
  });
});
