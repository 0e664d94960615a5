// The workshop: how a draft is begun and written.

/** Begins a draft, by the form of the workshop. */
export async function begin(person, { title, from, how } = {}) {
  const { page } = person;
  await person.visit("/#workshop");
  if (title !== undefined) await page.getByLabel("Game name").fill(title);
  if (from !== undefined) await page.getByLabel("Start from").selectOption({ label: from });
  if (how !== undefined) await person.choose("Import as", how);
  await page.getByTestId("begin-draft").click();
  await page.getByTestId("reading").getByText("No problems found.").waitFor();
  await person.seated();
}

/** Writes at the end of the text, as a person does. */
export async function write(person, text) {
  await person.page.locator(".cm-content").click();
  await person.page.keyboard.press("Control+End");
  await person.page.keyboard.insertText(text);
}
