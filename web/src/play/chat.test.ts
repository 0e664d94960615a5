import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Chat } from "./chat.svelte";

vi.mock("../settings/settings.svelte", () => ({ settings: { language: "en" } }));

const remark = (side: 1 | 2, token: string, text = token) => ({ side, token, text, at: 0 });

describe("Chat", () => {
  let answers: (() => Response | Error)[] = [];
  let said: { token: string; text: string }[] = [];
  /** The listeners for changes in other tabs. */
  const listeners: ((event: Partial<StorageEvent>) => void)[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) });
    vi.stubGlobal("addEventListener", (_: string, listener: (event: Partial<StorageEvent>) => void) => listeners.push(listener));
    vi.stubGlobal("removeEventListener", () => undefined);
    vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
      said.push(JSON.parse(body) as { token: string; text: string });
      const answer = answers.shift()?.() ?? Response.json({ seq: 0 });
      if (answer instanceof Error) throw answer;
      return answer;
    });
    [answers, said] = [[], []];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("receives every message once, and counts the opponent's unread ones", () => {
    const chat = new Chat("id");
    chat.hear(0, [remark(1, "a"), remark(2, "b")]);
    chat.hear(1, [remark(2, "b"), remark(2, "c")]);
    chat.hear(9, [remark(2, "z")]);
    expect(chat.remarks.map(({ token }) => token)).toEqual(["a", "b", "c"]);
    expect(chat.unread(1)).toBe(2);
    chat.see();
    expect(chat.unread(1)).toBe(0);
    const again = new Chat("id");
    again.hear(0, [remark(1, "a"), remark(2, "b"), remark(2, "c"), remark(2, "d")]);
    expect(again.unread(1)).toBe(1);
  });

  it("shows a deleted message as empty and does not count it", () => {
    const chat = new Chat("id");
    chat.hear(0, [remark(1, "a"), remark(2, "b"), remark(2, "c")]);
    chat.hear(0, [remark(1, "a"), remark(2, "b", "")]);
    expect(chat.remarks.map(({ text }) => text)).toEqual(["a", "", "c"]);
    expect(chat.unread(1)).toBe(1);
  });

  it("neither shows nor counts a muted opponent's messages, in any tab, until they are unmuted", () => {
    const [chat, tab] = [new Chat("id"), new Chat("id")];
    chat.mute(true);
    chat.hear(0, [remark(1, "a"), remark(2, "b")]);
    expect([chat.unread(1), chat.shown(1).map(({ token }) => token)]).toEqual([0, ["a"]]);
    for (const listener of listeners) listener({ key: "entourage.mute.id", newValue: "true" });
    expect([tab.muted, new Chat("id").muted, new Chat("other").muted]).toEqual([true, true, false]);
    chat.mute(false);
    expect([chat.unread(1), chat.shown(1).length, new Chat("id").muted]).toEqual([1, 2, false]);
  });

  it("stores a message until the server has it, and resends it with the same token", async () => {
    answers = [() => new Error("away"), () => Response.json({ error: { code: "too-fast", message: "wait" } }, { status: 429 })];
    const chat = new Chat("id");
    chat.say("hello");
    chat.say("there");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(said.map(({ text }) => text)).toEqual(["hello", "hello", "hello", "there"]);
    expect(new Set(said.map(({ token }) => token)).size).toBe(2);
    expect(chat.unsent).toHaveLength(2);
    // The page may have been closed before the messages arrived.
    const again = new Chat("id");
    again.hear(0, [remark(1, said[0]?.token ?? "")]);
    expect(again.unsent.map(({ text }) => text)).toEqual(["there"]);
  });

  it("sends the unsent messages of a closed tab", async () => {
    answers = [() => new Error("away")];
    const [one, other] = [new Chat("id"), new Chat("id")];
    one.say("hello");
    await vi.advanceTimersByTimeAsync(10);
    one.close();
    other.hear(0, [remark(2, "a")]);
    await vi.advanceTimersByTimeAsync(10);
    expect(said.map(({ text }) => text)).toEqual(["hello", "hello"]);
    other.hear(1, [remark(1, said[0]?.token ?? "")]);
    expect([other.unsent, new Chat("id").unsent]).toEqual([[], []]);
  });

  it("drops a message that the server rejects, and shows why", async () => {
    answers = [() => Response.json({ error: { code: "words", message: "No such words." } }, { status: 422 })];
    const chat = new Chat("id");
    chat.say("\u0000");
    await vi.advanceTimersByTimeAsync(10);
    expect([chat.unsent, chat.problem]).toEqual([[], "No such words."]);
  });
});
