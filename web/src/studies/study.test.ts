import type { AppliedEdit, StudyEdit, StudyHead, StudyNews, StudyRole, StudyView } from "@entourage/rules";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Study as Live, StudyServer } from "./study.svelte";
import type { StudyAct } from "./document";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
const { Study } = await import("./study.svelte");
const { fold, nodeOf, ROOT } = await import("./document");
const { DEVICE, deviceHead, writeDeviceStudy } = await import("./device");
const { StudyOutbox } = await import("./outbox");
const { Refused } = await import("../api/server");
const { chapterActs } = await import("./transfer");

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A server that stores edits in order, and can be unreachable. */
class FakeServer {
  log: AppliedEdit[] = [];
  /** Edits received, with repetitions. */
  received: string[] = [];
  isDown = false;
  /** Whether answers get lost after the edits have been stored. */
  losesAnswers = false;
  sockets: FakeSocket[] = [];
  role: StudyRole = "owner";

  /** Returns the server as a user sees it. */
  as(by: string): StudyServer {
    return {
      read: () => (this.isDown ? Promise.reject(new Error("down")) : Promise.resolve(this.view())),
      send: (_, edits) => this.take(by, edits),
      follow: (_, since) => {
        const socket = new FakeSocket(this, since);
        this.sockets.push(socket);
        return socket as unknown as WebSocket;
      },
    };
  }

  async take(by: string, edits: readonly StudyEdit[]): Promise<{ version: number }> {
    await Promise.resolve();
    if (this.isDown) throw new Error("down");
    if (edits.some((edit) => edit.type === "hint" && edit.text === "bad")) throw new Refused(400, { code: "study", message: "A bad hint." }, null);
    const before = this.log.length;
    for (const edit of edits) {
      this.received.push(edit.id);
      if (!this.log.some(({ id }) => id === edit.id)) this.log.push({ ...edit, by, seq: this.log.length + 1, at: 0 } as AppliedEdit);
    }
    const version = this.log.length;
    this.publish(before);
    if (this.losesAnswers) throw new Error("lost");
    return { version };
  }

  publish(since: number): void {
    const edits = this.log.slice(since);
    for (const socket of this.sockets) socket.tell({ type: "edits", edits, version: this.log.length });
  }

  view(): StudyView {
    const chapters = fold([], this.log).chapters.map(({ nodes, same: _, deleted: __, ...chapter }) => ({ ...chapter, nodes: [...nodes.values()].map(({ children: _, deleted: __, ...node }) => ({ ...node, holds: true })) }));
    const head: StudyHead = { id: "study", title: "Study", description: "", tags: [], visibility: "private", owner: "Ada", members: [], games: [], chapters: chapters.length, version: this.log.length, updated: 0, role: this.role };
    return { head, chapters, version: this.log.length };
  }

  /** Cuts all connections. */
  fall(): void {
    this.isDown = true;
    for (const socket of this.sockets.splice(0)) socket.onclose?.();
  }
}

class FakeSocket {
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: () => void;
  readonly since: number;

  constructor(server: FakeServer, since: number) {
    this.since = since;
    queueMicrotask(() => {
      if (server.isDown) return this.onclose?.();
      this.onopen?.();
      if (server.log.length > since) this.tell({ type: "edits", edits: server.log.slice(since), version: server.log.length });
    });
  }

  tell(news: StudyNews): void {
    this.onmessage?.({ data: JSON.stringify(news) });
  }

  close(): void {}
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const NEW: StudyAct = { type: "newChapter", title: "One", spec: "game" };
const does = (study: Live, ...acts: StudyAct[]) => study.edit(acts.map((act) => ({ chapter: "one", act })));
const comments = (study: Live) => nodeOf(study.chapter("one")!, ROOT)?.comments;

async function opened(server: FakeServer, by: string): Promise<Live> {
  const study = new Study("study", by, server.as(by));
  await study.open();
  await settle();
  return study;
}

it("keeps the comments of two users who edit at once", async () => {
  const server = new FakeServer();
  const [ada, bob] = [await opened(server, "Ada"), await opened(server, "Bob")];
  does(ada, NEW);
  await settle();
  does(ada, { type: "comment", node: ROOT, text: "one" });
  does(bob, { type: "comment", node: ROOT, text: "two" });
  expect(ada.saving).toBe("saving");
  await settle();
  expect(comments(ada)).toEqual([{ by: "Ada", text: "one" }, { by: "Bob", text: "two" }]);
  expect(comments(bob)).toEqual(comments(ada));
  expect([ada.saving, kept.size]).toEqual(["saved", 0]);
});

it("keeps edits while the server is away, and sends each once although answers get lost", async () => {
  const server = new FakeServer();
  const ada = await opened(server, "Ada");
  does(ada, NEW);
  await settle();
  server.fall();
  does(ada, { type: "comment", node: ROOT, text: "offline" });
  does(ada, { type: "glyphs", node: ROOT, glyphs: [1] });
  await settle();
  expect([ada.saving, ada.waiting]).toEqual(["offline", 2]);
  ada.close();

  // The page is opened again; the first answer is lost.
  [server.isDown, server.losesAnswers] = [false, true];
  const again = await opened(server, "Ada");
  expect(comments(again)).toEqual([{ by: "Ada", text: "offline" }]);
  server.losesAnswers = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([again.saving, again.waiting, server.log.length, kept.size]).toEqual(["saved", 0, 3, 0]);
  expect(new Set(server.received).size).toBe(3);
});

it("continues after its last version when the connection is back", async () => {
  const server = new FakeServer();
  const [ada, bob] = [await opened(server, "Ada"), await opened(server, "Bob")];
  does(ada, NEW);
  await settle();
  server.fall();
  server.isDown = false;
  await server.take("Bob", [{ id: "x", chapter: "one", type: "comment", node: ROOT, text: "meanwhile" }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(server.sockets.at(-1)?.since).toBe(1);
  expect(comments(ada)).toEqual([{ by: "Bob", text: "meanwhile" }]);
  bob.close();
});

it("drops the one edit that the server refuses, and says why", async () => {
  const server = new FakeServer();
  const ada = await opened(server, "Ada");
  does(ada, NEW);
  await settle();
  does(ada, { type: "hint", node: ROOT, text: "bad" }, { type: "comment", node: ROOT, text: "good" });
  await settle();
  expect([ada.problem, ada.waiting, nodeOf(ada.chapter("one")!, ROOT)?.hint]).toEqual(["A bad hint.", 0, ""]);
  expect(comments(ada)).toEqual([{ by: "Ada", text: "good" }]);
});

it("undoes the user's own changes only", async () => {
  const server = new FakeServer();
  const [ada, bob] = [await opened(server, "Ada"), await opened(server, "Bob")];
  does(ada, NEW, { type: "add", node: "a", parent: ROOT, move: "x" });
  await settle();
  does(ada, { type: "add", node: "b", parent: "a", move: "y" });
  await settle();
  does(bob, { type: "add", node: "c", parent: "b", move: "z" });
  await settle();
  // Bob has continued after the move.
  expect(ada.undo()).toBe(false);
  does(ada, { type: "comment", node: ROOT, text: "mine" });
  does(bob, { type: "comment", node: ROOT, text: "his" });
  await settle();
  expect(ada.undo()).toBe(true);
  await settle();
  expect(comments(bob)).toEqual([{ by: "Bob", text: "his" }]);
  expect(nodeOf(bob.chapter("one")!, "b")?.deleted).toBe(false);
});

it("of a guest stays on the device", async () => {
  writeDeviceStudy({ title: "Mine" });
  const study = new Study(DEVICE, "", new FakeServer().as(""));
  await study.open();
  study.edit(chapterActs({ title: "One", root: { spec: "game", start: "3" }, isUsualStart: true }).acts);
  expect([study.saving, study.editable]).toEqual(["device", true]);
  const again = new Study(DEVICE, "");
  await again.open();
  expect(again.shown.map(({ title }) => title)).toEqual(["One"]);
  expect(deviceHead()).toMatchObject({ title: "Mine", chapters: 1, games: ["game"] });
  expect(new StudyOutbox("", DEVICE).read()).toHaveLength(1);
});

it("cannot be edited by viewers", async () => {
  const server = new FakeServer();
  server.role = "viewer";
  expect((await opened(server, "Eve")).editable).toBe(false);
});
