import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { promisify } from "node:util";
import { COMMAND, Process, Server } from "./server.mjs";

const run = promisify(execFile);

/**
 * Two servers with a shared database behind a proxy that alternates between them, which the page must not notice. Requires PostgreSQL
 * (`ENTOURAGE_TEST_POSTGRES`, with `psql`) and NATS (`ENTOURAGE_TEST_NATS`).
 */
export class Pair {
  #options;
  #name = `entourage_pair_${randomBytes(6).toString("hex")}`;
  #processes = [];
  #proxy = this.#made();
  #port = 0;
  #there = false;
  #turn = 0;

  constructor(options = []) {
    this.#options = options;
  }

  async start() {
    if (!this.#there) {
      await this.#tell(`CREATE DATABASE ${this.#name}`);
      await run(COMMAND, ["migrate", "--database", this.#database]);
      this.#there = true;
    }
    const shared = ["--database", this.#database, "--nats", process.env.ENTOURAGE_TEST_NATS, "--nats-prefix", this.#name, "--behind-proxy"];
    this.#processes = await Promise.all([0, 1].map(() => Process.start(["--port", "0", ...shared, ...this.#options])));
    this.#proxy.listen(this.#port, "127.0.0.1");
    await once(this.#proxy, "listening");
    this.#port = this.#proxy.address().port;
    return this;
  }

  get url() {
    return `http://localhost:${this.#port}`;
  }

  game(address) {
    return Server.prototype.game.call(this, address);
  }

  async administer(...words) {
    await run(COMMAND, ["admin", ...words, "--database", this.#database]);
  }

  /** Kills both servers at once. */
  async kill() {
    this.#proxy.close();
    this.#proxy.closeAllConnections();
    await Promise.all(this.#processes.splice(0).map((one) => one.kill()));
  }

  async close() {
    await this.kill();
    await this.#tell(`DROP DATABASE IF EXISTS ${this.#name} WITH (FORCE)`);
  }

  get #database() {
    const url = new URL(process.env.ENTOURAGE_TEST_POSTGRES);
    url.pathname = `/${this.#name}`;
    return url.href;
  }

  #tell(statement) {
    return run("psql", [process.env.ENTOURAGE_TEST_POSTGRES, "--quiet", "--command", statement]);
  }

  /** Returns the port of the next server. */
  #next() {
    return this.#processes[this.#turn++ % this.#processes.length]?.port ?? 0;
  }

  #made() {
    const forwarded = { "x-forwarded-for": "127.0.0.1" };
    const proxy = http.createServer((request, answer) => {
      const away = () => answer.destroy();
      const on = http.request({ port: this.#next(), host: "127.0.0.1", method: request.method, path: request.url, headers: { ...request.headers, ...forwarded } }, (from) => {
        answer.writeHead(from.statusCode, from.headers);
        from.on("error", away).pipe(answer);
      });
      answer.on("close", () => on.destroy());
      request.pipe(on.on("error", away));
    });
    proxy.on("upgrade", (request, socket, head) => {
      const on = net.connect(this.#next(), "127.0.0.1", () => {
        const headers = Object.entries({ ...request.headers, ...forwarded }).map(([name, value]) => `${name}: ${value}\r\n`);
        on.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join("")}\r\n`);
        on.write(head);
        socket.pipe(on).pipe(socket);
      });
      for (const [one, other] of [[on, socket], [socket, on]]) one.on("error", () => other.destroy()).on("close", () => other.destroy());
    });
    return proxy;
  }
}
