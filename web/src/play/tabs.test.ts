import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Lead } from "./tabs";

interface Request {
  grant: () => void;
  refuse: () => void;
}

/** A fake of the Web Locks API: one lock, which can be stolen. */
class Locks {
  holder: Request | null = null;
  queue: Request[] = [];

  request = (_: string, { steal, signal }: { steal?: boolean; signal?: AbortSignal }, callback: () => Promise<void> | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const request: Request = {
        grant: () => {
          this.holder = request;
          void Promise.resolve(callback()).then(() => {
            if (this.holder === request) this.#next();
            resolve();
          });
        },
        refuse: () => reject(new DOMException("", "AbortError")),
      };
      signal?.addEventListener("abort", () => {
        this.queue = this.queue.filter((one) => one !== request);
        request.refuse();
      });
      if (steal) {
        this.holder?.refuse();
        queueMicrotask(request.grant);
      } else {
        this.queue.push(request);
        if (!this.holder) queueMicrotask(() => this.#next());
      }
    });

  #next(): void {
    this.holder = null;
    this.queue.shift()?.grant();
  }
}

describe("Lead", () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  /** The tabs that lead. */
  let leading: Set<string>;
  const tab = (name: string) => new Lead("id", (leads) => (leads ? leading.add(name) : leading.delete(name)));
  const leaders = async () => {
    await settle();
    return [...leading];
  };

  beforeEach(() => {
    leading = new Set();
    vi.stubGlobal("navigator", { locks: new Locks() });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("belongs to the tab that took it last", async () => {
    const [one, other] = [tab("one"), tab("other")];
    one.take();
    one.take();
    expect(await leaders()).toEqual(["one"]);
    other.take();
    expect(await leaders()).toEqual(["other"]);
    one.take();
    expect(await leaders()).toEqual(["one"]);
  });

  it("passes to another tab when its own is closed", async () => {
    const [one, other, third] = [tab("one"), tab("other"), tab("third")];
    one.take();
    expect(await leaders()).toEqual(["one"]);
    other.wait();
    third.take();
    expect(await leaders()).toEqual(["third"]);
    third.close();
    leading.delete("third");
    expect(await leaders()).toEqual(["other"]);
    other.close();
    leading.delete("other");
    expect(await leaders()).toEqual(["one"]);
  });

  it("belongs to every tab if the browser has no locks", async () => {
    vi.stubGlobal("navigator", {});
    tab("one").take();
    tab("other").wait();
    expect(await leaders()).toEqual(["one", "other"]);
  });
});
