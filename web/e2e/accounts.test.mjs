// Accounts: password and passkey sign-in, games on every device, data export and deletion.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { found, PASSWORD } from "./support/accounts.mjs";
import { invite, LOST } from "./support/apart.mjs";
import { device } from "./support/passkeys.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

/** The browser's console message for a rejected request. */
const REFUSED = /the server responded with a status of 4\d\d/;

const head = (person) => person.page.getByTestId("account");

/** Opens the sign-in page. */
async function door(person) {
  await person.visit("/#account");
  await person.page.getByTestId("sign-in").waitFor();
}

async function signIn(person, name, password) {
  await door(person);
  await person.page.getByTestId("account-name").fill(name);
  await person.page.getByTestId("account-password").fill(password);
  await person.page.getByTestId("sign-in").getByRole("button", { name: "Sign in" }).click();
}

suite("accounts", (stage) => {
  test("a user creates an account with a password, and signs in by password and recovery code", async () => {
    const ada = await stage.person();
    ada.expected.push(REFUSED);
    const codes = await found(ada, "Ada");
    assert.equal(codes.length, 10);
    await head(ada).getByText("Ada").waitFor();
    await ada.page.getByTestId("sign-out").click();
    await ada.page.getByTestId("sign-in").waitFor();
    await signIn(ada, "Ada", "not the password");
    await ada.page.getByText("Wrong name or password").waitFor();
    await ada.page.getByTestId("account-password").fill(PASSWORD);
    await ada.page.getByTestId("sign-in").getByRole("button", { name: "Sign in" }).click();
    await ada.page.getByTestId("sign-out").click();
    await ada.page.getByTestId("by-code").click();
    await ada.page.getByTestId("account-name").fill("ada");
    await ada.page.getByTestId("account-code").fill(codes[3]);
    await ada.page.getByTestId("sign-in").getByRole("button", { name: "Sign in" }).click();
    await ada.settle("sign-in");
    await ada.page.getByText("9 recovery codes left.").waitFor();
    // In French as well.
    await ada.page.getByRole("button", { name: "Français" }).click();
    await ada.page.getByText("9 codes de secours restants.").waitFor();
  });

  test("a user creates an account with a passkey and uses it on another device", async () => {
    const eve = await stage.person();
    eve.expected.push(REFUSED);
    const lock = await device(eve);
    await door(eve);
    await eve.page.getByTestId("new-here").click();
    await eve.page.getByTestId("account-name").fill("Ève");
    await eve.page.getByTestId("found-by-passkey").click();
    // Downloading the codes is the whole step.
    const [saved] = await Promise.all([eve.page.waitForEvent("download"), eve.page.getByTestId("download-codes").click()]);
    assert.equal((await readFile(await saved.path(), "utf8")).trim().split("\n").length, 10);
    await eve.settle("sign-in");
    const [passkey] = await lock.passkeys();
    assert.ok(passkey.isResidentCredential && passkey.rpId === "localhost");
    // The only sign-in method cannot be removed.
    await eve.page.getByRole("button", { name: "Remove This device" }).click();
    await eve.page.getByText("This is your only way to sign in").waitFor();
    await eve.page.getByTestId("sign-out").click();
    // Someone with the device who cannot unlock it cannot sign in.
    await lock.verify(false);
    await eve.page.getByTestId("by-passkey").click();
    await eve.page.getByText("Passkey sign-in was cancelled.").waitFor();
    await lock.verify(true);
    await eve.page.getByTestId("by-passkey").click();
    await eve.page.getByRole("heading", { name: "Ève" }).waitFor();
    // A synchronised copy of the passkey counts its signatures separately.
    const phone = await stage.person();
    await (await device(phone)).take({ ...passkey, signCount: 0 });
    await door(phone);
    await phone.page.getByTestId("by-passkey").click();
    await phone.page.getByRole("heading", { name: "Ève" }).waitFor();

    // With a password the passkey can be removed.
    await eve.page.getByTestId("new-password").fill(PASSWORD);
    await eve.page.getByRole("button", { name: "Change password" }).click();
    await eve.page.getByText("Password changed.").waitFor();
    await eve.page.getByRole("button", { name: "Remove This device" }).click();
    await eve.page.getByText("No passkeys yet.").waitFor();
    await eve.page.getByTestId("sign-out").click();
    await eve.page.getByTestId("by-passkey").click();
    await eve.page.getByText("Wrong name or password").waitFor();
    await signIn(eve, "eve", PASSWORD);
    await eve.page.getByText("Wrong name or password").waitFor();
    await signIn(eve, "ÈVE", PASSWORD);
    await eve.page.getByTestId("sign-out").waitFor();
  });

  test("games are on every device under their players' names, and leave a device when the user signs out", async () => {
    const [bob, phone, friend] = [await stage.person(), await stage.person({ viewport: { width: 390, height: 844 } }), await stage.person()];
    for (const person of [bob, phone, friend]) person.expected.push(LOST, REFUSED);
    // The game is created as a guest, then claimed for the account.
    const { dialog, links } = await invite(bob, "Chess");
    const { friend: toPlay } = await links();
    await dialog.getByRole("button", { name: "Go to the board" }).click();
    await found(bob, "Bob");
    await bob.page.getByTestId("claim").click();
    await bob.page.getByText("1 game added to your account.").waitFor();
    // A signed-in user who opens a link keeps the seat.
    await found(friend, "Grace");
    await friend.visit(toPlay);
    await friend.seated();
    await friend.page.getByText("Bob", { exact: false }).first().waitFor();

    await signIn(phone, "Bob", PASSWORD);
    await phone.page.getByTestId("sign-out").waitFor();
    await phone.visit("/");
    await phone.page.getByText("Against Grace", { exact: false }).first().click();
    await phone.seated();
    assert.match(phone.page.url(), /#game=%40[a-z2-7]{26}\.1$/);
    await phone.page.getByText("Grace", { exact: false }).first().waitFor();
    await phone.play("e2e4");
    await friend.page.getByText("Your turn", { exact: false }).first().waitFor();
    await friend.play("e7e5");
    await phone.page.getByText("Your turn", { exact: false }).first().waitFor();
    // After signing out, the device has no trace of it.
    await phone.visit("/#account");
    await phone.page.getByTestId("sign-out").click();
    await phone.page.getByTestId("sign-in").waitFor();
    const kept = await phone.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("@")));
    assert.deepEqual(kept, []);
    await phone.visit("/");
    assert.equal(await phone.page.getByText("Against Grace", { exact: false }).count(), 0);
  });

  test("a user ends sessions, exports their data and deletes the account", async () => {
    const [dan, other] = [await stage.person(), await stage.person()];
    for (const person of [dan, other]) person.expected.push(REFUSED);
    await found(dan, "Dan");
    await signIn(other, "Dan", PASSWORD);
    await other.page.getByTestId("sign-out").waitFor();
    await dan.page.reload();
    await dan.settle("devices");
    await dan.page.getByTestId("sessions").locator("li").nth(1).waitFor();
    await dan.page.getByRole("button", { name: "Sign out everywhere else" }).click();
    // Nothing is kept unless the user ticks it.
    const keep = dan.page.getByTestId("keep-access");
    assert.equal(await keep.getByRole("checkbox", { checked: true }).count(), 0);
    await keep.getByLabel("10 recovery codes").check();
    await dan.page.getByTestId("revoke").click();
    await dan.page.getByText("Saved.").waitFor();
    assert.equal(await dan.page.getByTestId("sessions").locator("li").count(), 1);
    await dan.settle("sign-in");
    await dan.page.getByText("10 recovery codes left.").waitFor();
    await other.page.reload();
    await other.page.getByTestId("sign-in").waitFor();

    await dan.settle("data");
    const [download] = await Promise.all([dan.page.waitForEvent("download"), dan.page.getByTestId("export").click()]);
    const taken = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.deepEqual([taken.account.name, taken.games], ["Dan", []]);

    await dan.page.getByTestId("remove").click();
    await dan.page.getByText("This cannot be undone.", { exact: false }).waitFor();
    await dan.page.getByTestId("remove-sure").click();
    await dan.page.getByTestId("sign-in").waitFor();
    await signIn(dan, "Dan", PASSWORD);
    await dan.page.getByText("Wrong name or password").waitFor();
  });
}, OWN_SERVER);
