// Public profiles, following and blocking.
import assert from "node:assert/strict";
import { test } from "node:test";
import { found } from "./support/accounts.mjs";
import { LOST } from "./support/apart.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

/** The browser's console message for a rejected request. */
const REFUSED = /the server responded with a status of 4\d\d/;

suite("profiles", (stage) => {
  test("a user views a profile, follows it, and sees the lists of followed and blocked players", async () => {
    const [ada, bob] = [await stage.person(), await stage.person()];
    for (const person of [ada, bob]) person.expected.push(REFUSED, LOST);
    await found(bob, "Bob");
    await found(ada, "Ada");
    await ada.visit("/#person=bob");
    await ada.page.getByRole("heading", { name: "Bob" }).waitFor();
    assert.match(await ada.page.getByTestId("counts").innerText(), /Finished/i);
    await ada.page.getByTestId("follow").click();
    await ada.page.getByRole("button", { name: "Unfollow" }).waitFor();
    await ada.visit("/#account");
    await ada.page.getByTestId("follows").getByRole("link", { name: "Bob" }).click();
    await ada.page.getByTestId("block").click();
    await ada.page.getByText("This player cannot chat with you").waitFor();
    assert.ok(await ada.page.getByTestId("follow").isDisabled());
    await ada.visit("/#account");
    await ada.page.getByTestId("blocks").getByRole("link", { name: "Bob" }).waitFor();
    assert.equal(await ada.page.getByTestId("follows").getByRole("listitem").count(), 0);
    await ada.page.getByRole("button", { name: "Remove Bob" }).click();
    await ada.page.getByTestId("blocks").getByRole("listitem").waitFor({ state: "detached" });
    await ada.page.getByTestId("own-profile").click();
    await ada.page.getByText("This is your public profile.").waitFor();
    // In French, with an unknown name, and as a guest.
    const guest = await stage.person({ locale: "fr-FR" });
    guest.expected.push(REFUSED);
    await guest.visit("/#person=Personne%20d'ici");
    await guest.page.getByText("Joueur introuvable.").waitFor();
    await guest.visit("/#person=Ada");
    await guest.page.getByText("Connectez-vous pour suivre ou bloquer des joueurs.").waitFor();
    // The sign-in page links to the privacy page.
    await guest.visit("/#account");
    await guest.page.getByTestId("to-kept").click();
    await guest.page.getByRole("heading", { name: "Confidentialité" }).waitFor();
    assert.equal(await guest.page.getByTestId("kept").getByRole("listitem").count(), 16);
  });
}, OWN_SERVER);
