import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command under test. */
export const COMMAND = process.env.ENTOURAGE ?? fileURLToPath(new URL("../../../target/release/entourage", import.meta.url));

/** Returns a random port below the system's ephemeral ports, so that it stays free while the server is down. */
const drawPort = () => 20_000 + Math.floor(Math.random() * 10_000);

/** A server process. */
export class Process {
  #child;
  port;

  constructor(child, port) {
    this.#child = child;
    this.port = port;
    // The server must not outlive a crashed test.
    process.once("exit", () => this.#child.kill("SIGKILL"));
  }

  /** Starts the server with options and waits until it listens. */
  static async start(options) {
    const child = spawn(COMMAND, ["serve", "--no-open", "--log", "warn", ...options], { stdio: ["ignore", "pipe", "inherit"] });
    const port = await new Promise((resolve, reject) => {
      let said = "";
      child.stdout.on("data", (chunk) => {
        said += chunk;
        const port = /http:\/\/[^\s:]+:(\d+)/.exec(said)?.[1];
        if (port) resolve(Number(port));
      });
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`${COMMAND} ended at once with ${code}: ${said}`)));
    });
    return new Process(child, port);
  }

  /** Kills it, as a power failure would. */
  async kill() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }
}

/** A test server with its own data directory. */
export class Server {
  #process = null;
  #data = "";
  #port = 0;
  #options;

  /** `options` are added to those of all tests. */
  constructor(options = []) {
    this.#options = options;
  }

  /** Starts it on a new port, or again on its former port. */
  async start() {
    this.#data ||= await mkdtemp(join(tmpdir(), "entourage-"));
    if (this.#port !== 0) return this.#serve(this.#port);
    for (let tries = 0; ; tries++) {
      try {
        return await this.#serve(drawPort());
      } catch (error) {
        // The port may be taken.
        if (tries === 20) throw error;
      }
    }
  }

  async #serve(port) {
    this.#process = await Process.start(["--port", String(port), "--data", this.#data, ...this.#options]);
    this.#port = this.#process.port;
    return this;
  }

  get url() {
    return `http://localhost:${this.#port}`;
  }

  /** Returns the server's state of a game, given the address of its page. */
  async game(address) {
    const id = decodeURIComponent(/#game=(.+)$/.exec(address)?.[1] ?? "");
    const answer = await fetch(`${this.url}/api/game`, { headers: { Authorization: `Bearer ${id}` } });
    return answer.json();
  }

  /** Runs a moderation command on the command line. */
  async administer(...words) {
    const [code] = await once(spawn(COMMAND, ["admin", ...words, "--data", this.#data], { stdio: "inherit" }), "exit");
    if (code !== 0) throw new Error(`admin ${words.join(" ")} ended with ${code}`);
  }

  /** Kills it, as a power failure would. */
  async kill() {
    await this.#process?.kill();
  }

  /** Stops it and deletes its data. */
  async close() {
    await this.kill();
    if (this.#data) await rm(this.#data, { recursive: true, force: true });
  }
}
