import { launch } from "./support/chromium.mjs";
const url = process.argv[2];
const out = "/tmp/mock/shots"; import { mkdirSync } from "node:fs"; mkdirSync(out, { recursive: true });
const b = await launch();
const author = await b.newContext();
const name = "Ada" + Math.floor(Math.random() * 1e6);
await author.request.post(`${url}/api/account`, { data: { name, password: "three unlikely words" } });
const post = async (path, data) => (await author.request.post(`${url}/api/studies${path}`, { data })).json();
const make = async (title, mode) => { const { head, chapters } = await post("", { title, description: "Why the first move matters, and what happens when it does not.", tags: ["openings", "beginners"], visibility: "public", chapter: { title: "Chapter 1", spec: "toddler", mode } });
  const add = (node, parent, move) => ({ type: "add", node, parent, move });
  const acts = [add("nodeone1", "root", "e9e8"), add("nodetwo2", "nodeone1", "e3e4"), { type: "comment", node: "nodeone1", text: "The reason why this move comes first." }, { type: "glyphs", node: "nodeone1", glyphs: [1] }, { type: "hint", node: "root", text: "Look at the middle." }, { type: "comment", node: "root", text: "White begins at the top." }];
  await post(`/${head.id}/edits`, { edits: [...acts, { type: "newChapter", chapter: "chaptertwo", title: "A second, longer chapter about Chess", spec: "chess" }].map((act, i) => ({ id: `editnumber${i}`, chapter: chapters[0].id, ...act })) }); return head.id; };
const [a, x] = [await make("Four moves", "analysis"), await make("Find the move", "interactive")];
const state = await author.storageState();
for (const [size, viewport] of [["desk", { width: 1280, height: 800 }], ["phone", { width: 390, height: 844 }]])
  for (const [lang, scheme] of [["en", "light"], ["fr", "dark"]]) {
    const c = await b.newContext({ viewport, colorScheme: scheme, locale: lang === "en" ? "en-GB" : "fr-FR", storageState: state, reducedMotion: "reduce" });
    const p = await c.newPage(); p.on("pageerror", (e) => console.log("ERR", e.message)); p.on("console", (m) => ["error", "warning"].includes(m.type()) && console.log(m.text()));
    const shot = async (n) => { await p.waitForTimeout(700); await p.screenshot({ path: `${out}/${n}.${size}.${lang}.png` }); };
    await p.goto(`${url}/#studies`); await p.locator("[data-study]").first().waitFor(); await shot("studies");
    await p.getByTestId("new-study").click(); await shot("create"); await p.keyboard.press("Escape");
    await p.goto(`${url}/#study=${a}`); await p.getByTestId("move-tree").waitFor(); await p.keyboard.press("ArrowRight"); await shot("study");
    await p.getByTestId("annotate").click(); await shot("annotate"); await p.getByTestId("tab-study").click(); await shot("chapters");
    await p.getByTestId("chapter-settings").first().click(); await shot("chapter"); await p.keyboard.press("Escape");
    await p.getByTestId("study-settings-open").click(); await shot("settings"); await p.keyboard.press("Escape");
    await p.getByTestId("share-study-open").click(); await shot("share"); await p.keyboard.press("Escape");
    await c.clearCookies(); await p.goto(`${url}/#study=${x}`); await p.reload(); await p.getByTestId("exercise").waitFor(); await shot("exercise");
    await p.goto(`${url}/embed?study=${a}`); await p.getByTestId("move-tree").waitFor(); await shot("embed");
    await p.goto(`${url}/#analysis?game=toddler&moves=e9e8+e3e4`); await p.getByTestId("study").click(); await shot("add");
    await c.close();
  }
await b.close();
