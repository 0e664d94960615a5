import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What is tested. */
export const COMMAND = process.env.ENTOURAGE ?? fileURLToPath(new URL("../../../target/release/entourage", import.meta.url));

/** Draws a port below those that systems give out by themselves: none of these takes it while the server is away. */
const drawPort = () => 20_000 + Math.floor(Math.random() * 10_000);

/** A server's process. */
export class Process {
  #child;
  port;

  constructor(child, port) {
    this.#child = child;
    this.port = port;
    // It does not outlive a test that could not strike its stage.
    process.once("exit", () => this.#child.kill("SIGKILL"));
  }

  /** Starts one with some options, and waits until it listens. */
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

  /** Ends it at once, as a power cut would. */
  async kill() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }
}

/** A server of the tests' own, with a data directory of its own. */
export class Server {
  #process = null;
  #data = "";
  #port = 0;
  #options;

  /** `options` are given to `entourage serve` beside those of every test. */
  constructor(options = []) {
    this.#options = options;
  }

  /** Starts it on a port of its own, or again on the port it had. */
  async start() {
    this.#data ||= await mkdtemp(join(tmpdir(), "entourage-"));
    if (this.#port !== 0) return this.#serve(this.#port);
    for (let tries = 0; ; tries++) {
      try {
        return await this.#serve(drawPort());
      } catch (error) {
        // Somebody may have the port.
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

  /** Asks the server itself for a game, given the address of its page. */
  async game(address) {
    const id = decodeURIComponent(/#game=(.+)$/.exec(address)?.[1] ?? "");
    const answer = await fetch(`${this.url}/api/game`, { headers: { Authorization: `Bearer ${id}` } });
    return answer.json();
  }

  /** Keeps order from the command line, beside the server. */
  async administer(...words) {
    const [code] = await once(spawn(COMMAND, ["admin", ...words, "--data", this.#data], { stdio: "inherit" }), "exit");
    if (code !== 0) throw new Error(`admin ${words.join(" ")} ended with ${code}`);
  }

  /** Ends it at once, as a power cut would. */
  async kill() {
    await this.#process?.kill();
  }

  /** Ends it and forgets its games. */
  async close() {
    await this.kill();
    if (this.#data) await rm(this.#data, { recursive: true, force: true });
  }
}
