import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe } from "node:test";
import { launch, missing } from "./chromium.mjs";
import { SUITE, TEST } from "./limits.mjs";
import { Pair } from "./pair.mjs";
import { Person } from "./person.mjs";
import { Server } from "./server.mjs";

/** One server, or two behind a proxy if `SERVERS` is 2. */
const Tested = process.env.SERVERS === "2" ? Pair : Server;

/** State shared by the suites of a process; `kept` is set by a worker, which closes it after its last file. */
const shared = { browser: null, server: null, kept: false };
/** Promises of the suites described so far. */
const ends = [];

/** Returns this process's browser; restarts it after a crash. */
async function browser() {
  if (!shared.browser?.isConnected()) shared.browser = await launch();
  return shared.browser;
}

/** Closes this process's browser and server. */
async function release() {
  await shared.browser?.close();
  await shared.server?.close();
  shared.browser = shared.server = null;
}

/** Keeps this process's browser and server across files; returns functions to wait for the suites and to close both. */
export function keep() {
  shared.kept = true;
  return { ended: () => Promise.all(ends.splice(0)), release };
}

/** Options of a suite's own server without special options. */
export const OWN_SERVER = async () => [];

/**
 * Describes tests with one server and one browser; `stage.person(options)` opens a new device. The server is shared by the process; with `options`
 * the suite has its own, for suites that restart it or whose accounts and public lists would be changed by others. With `null` there is none. After
 * each test no device may have unexpected console messages.
 */
export function suite(name, body, options) {
  const stage = new Stage();
  describe(name, { skip: missing, timeout: SUITE }, () => {
    if (!missing) ends.push(new Promise((end) => after(() => stage.strike().finally(end))));
    before(() => stage.raise(options));
    beforeEach(() => stage.begin());
    afterEach(() => stage.clear());
    body(stage);
  });
}

class Stage {
  server = null;
  #people = [];
  #timer = null;
  #late = false;

  async raise(options) {
    if (options === undefined) this.server = shared.server ??= await new Tested().start();
    else if (options) this.server = await new Tested(await options()).start();
    await browser();
  }

  begin() {
    this.#late = false;
    this.#timer = setTimeout(() => {
      this.#late = true;
      // Pending waits of the test are rejected.
      for (const person of this.#people) void person.leave();
    }, TEST);
  }

  /** Opens a new device; `options` are those of a browser context. */
  async person(options = {}) {
    const person = await Person.arrive(await browser(), this.server.url, options);
    this.#people.push(person);
    return person;
  }

  /** Opens a page of another site. */
  async page() {
    return (await browser()).newPage();
  }

  /** Returns the server's state of the game of a user after all events have been sent. */
  async kept(person) {
    await person.sent();
    return this.server.game(person.page.url());
  }

  async clear() {
    clearTimeout(this.#timer);
    const people = this.#people.splice(0);
    await Promise.all(people.map((person) => person.leave()));
    assert.ok(!this.#late, `the test took longer than ${TEST / 1000} s`);
    assert.deepEqual(people.flatMap((person) => person.complaints), [], "unexpected console messages");
  }

  async strike() {
    if (this.server !== shared.server) await this.server?.close();
    if (!shared.kept) await release();
  }
}
