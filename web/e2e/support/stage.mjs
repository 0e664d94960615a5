import assert from "node:assert/strict";
import { after, afterEach, before, describe } from "node:test";
import { launch, missing } from "./chromium.mjs";
import { Person } from "./person.mjs";
import { Pair } from "./pair.mjs";
import { Server } from "./server.mjs";

/** What the tests speak to: one server, or two behind a proxy where `SERVERS` is 2. */
const Tested = process.env.SERVERS === "2" ? Pair : Server;

/**
 * Describes tests that share a server and a browser.
 *
 * `options` brings further options of the server, and `body` is given a stage; `stage.person(options)` brings a person with a device of their own. After every test nothing
 * may stand on the console of any device, nor may anything have been thrown in it, but what was expected.
 */
export function suite(name, body, options = async () => []) {
  describe(name, { skip: missing }, () => {
    const stage = new Stage();
    before(async () => stage.raise(await options()));
    afterEach(() => stage.clear());
    after(() => stage.strike());
    body(stage);
  });
}

class Stage {
  server = new Tested();
  #browser = null;
  #people = [];

  /** Starts the server, with further options if a suite needs any, and the browser. */
  async raise(options = []) {
    this.server = new Tested(options);
    await this.server.start();
    this.#browser = await launch();
  }

  /** Brings a person with a device that nobody used before; `options` are those of a browser context. */
  async person(options = {}) {
    const person = await Person.arrive(this.#browser, this.server.url, options);
    this.#people.push(person);
    return person;
  }

  /** Asks the server for the game that a person is at, as it is after all that was done there. */
  async kept(person) {
    await person.sent();
    return this.server.game(person.page.url());
  }

  async clear() {
    const people = this.#people.splice(0);
    await Promise.all(people.map((person) => person.leave()));
    assert.deepEqual(people.flatMap((person) => person.complaints), [], "on the console");
  }

  async strike() {
    await this.#browser?.close();
    await this.server.close();
  }
}
