// How games end, and what is illegal in Threat.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CONTACT_NEXT, THREAT, WHITE_WINS_NEXT } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

suite("endings", (stage) => {
  test("two passes in succession are a draw", async () => {
    const person = await stage.person();
    await person.begin();
    await person.play("pass");
    await person.listed(1);
    assert.match(await person.status.innerText(), /Black to move/);
    await person.play("pass");
    await person.result.getByText("Draw: both players passed").waitFor();
    assert.equal((await stage.kept(person)).status, "draw passes");
    await person.result.getByRole("button", { name: "Rematch" }).click();
    await person.listed(0);
    assert.match(await person.status.innerText(), /White to move/);
  });

  test("contact of the Toddlers is a draw", async () => {
    const person = await stage.person();
    await person.begin({ position: CONTACT_NEXT });
    await person.play("f7e6");
    await person.result.getByText(/Draw: the Toddlers/).waitFor();
    assert.match(await person.heard(), /Draw: the Toddlers/);
    assert.equal((await stage.kept(person)).status, "draw toddlers");
  });

  test("in Threat passing is illegal, with a reason", async () => {
    const person = await stage.person();
    await person.begin({ position: THREAT });
    assert.match(await person.status.innerText(), /Threat!/);
    assert.match(await person.label("c5"), /White Toddler.*in Threat/);
    assert.equal(await person.pass.getAttribute("aria-disabled"), "true");
    const reason = "You cannot pass while in Threat: the Toddler on c5 is attacked by the Phoenix on e4.";
    assert.match(await person.page.locator(`#${await person.pass.getAttribute("aria-describedby")}`).innerText(), new RegExp(reason));
    await person.pass.click({ force: true });
    await person.listed(0);
    await person.click("b8", "b7");
    await person.refusal.getByText("This would leave your Toddler in Threat: on c5 it is attacked by the Phoenix on e4.").waitFor();
    await person.play("f5e4");
    await person.listed(1);
    assert.equal(await person.page.getByText("Threat!").count(), 0);
  });

  test("Threat and Capture is announced with its winner, and nothing can be played after it", async () => {
    const person = await stage.person();
    await person.begin({ position: WHITE_WINS_NEXT });
    await person.play("b3b1");
    await person.result.getByText("White wins: Threat and Capture").waitFor();
    await person.result.getByText("Toddler k1 is attacked by Empress b1.").waitFor();
    await person.result.getByRole("img", { name: "Final position" }).waitFor();
    assert.match(await person.result.innerText(), /1 move · 0:\d\d/);
    await person.result.getByRole("button", { name: "View the board" }).click();
    assert.match(await person.label("k1"), /Black Toddler.*in Threat/);
    assert.equal(await person.page.getByTestId("typed-move").count(), 0);
  });

  test("resigning needs confirmation", async () => {
    const person = await stage.person();
    await person.begin();
    const question = person.page.getByRole("dialog", { name: "Resign this game?" });
    await person.act("resign");
    await question.getByRole("button", { name: "Cancel" }).click();
    await person.play("e9e8");
    await person.listed(1);
    await person.act("resign");
    await question.getByRole("button", { name: "Resign" }).click();
    await person.result.getByText("Black resigned: White wins").waitFor();
    await person.result.getByRole("button", { name: "View the board" }).click();
    assert.ok(await (await person.item("resign")).isDisabled());
    assert.equal((await stage.kept(person)).resigned, 2);
    await person.page.reload();
    await person.status.getByText("Black resigned: White wins").waitFor();
  });
});
