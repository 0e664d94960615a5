import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe } from "node:test";
import { launch, missing } from "./chromium.mjs";
import { SUITE, TEST } from "./limits.mjs";
import { Pair } from "./pair.mjs";
import { Person } from "./person.mjs";
import { Server } from "./server.mjs";

/** One server, or two behind a proxy where `SERVERS` is 2. */
const Tested = process.env.SERVERS === "2" ? Pair : Server;

/** What the suites of a process share; `kept` is set by a worker, which closes it after its last file. */
const shared = { browser: null, server: null, kept: false };
/** The ends of the suites described so far. */
const ends = [];

/** Returns the browser of this process; it is started again where it crashed. */
async function browser() {
  if (!shared.browser?.isConnected()) shared.browser = await launch();
  return shared.browser;
}

/** Closes the browser and the server of this process. */
async function release() {
  await shared.browser?.close();
  await shared.server?.close();
  shared.browser = shared.server = null;
}

/** Keeps the browser and the server of this process from file to file; returns how to wait for the suites, and how to close both. */
export function keep() {
  shared.kept = true;
  return { ended: () => Promise.all(ends.splice(0)), release };
}

/** The options of a server of a suite's own that differs in nothing else. */
export const OWN_SERVER = async () => [];

/**
 * Describes tests that use one server and one browser; `stage.person(options)` brings a person with a device of their own.
 *
 * The server is the one of the process, or where `options` is given one of the suite's own with the options that it returns: for suites that
 * restart it, and those whose accounts and public lists others would change. With `null` there is none.
 * After each test nothing unexpected may be on the console of any device.
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
      // What the test waits for is rejected.
      for (const person of this.#people) void person.leave();
    }, TEST);
  }

  /** Brings a person with a device that nobody used before; `options` are those of a browser context. */
  async person(options = {}) {
    const person = await Person.arrive(await browser(), this.server.url, options);
    this.#people.push(person);
    return person;
  }

  /** Opens a page that is not the server's. */
  async page() {
    return (await browser()).newPage();
  }

  /** Returns the state that the server has of the game at which a person is, after all that was done there. */
  async kept(person) {
    await person.sent();
    return this.server.game(person.page.url());
  }

  async clear() {
    clearTimeout(this.#timer);
    const people = this.#people.splice(0);
    await Promise.all(people.map((person) => person.leave()));
    assert.ok(!this.#late, `the test took longer than ${TEST / 1000} s`);
    assert.deepEqual(people.flatMap((person) => person.complaints), [], "on the console");
  }

  async strike() {
    if (this.server !== shared.server) await this.server?.close();
    if (!shared.kept) await release();
  }
}
