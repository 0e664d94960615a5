// Creating and editing drafts in the workshop.

/** Creates a draft with the workshop's form. */
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

/** Types at the end of the text. */
export async function write(person, text) {
  await person.page.locator(".cm-content").click();
  await person.page.keyboard.press("Control+End");
  await person.page.keyboard.insertText(text);
}
