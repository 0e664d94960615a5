import { STEP } from "./limits.mjs";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

/** A push service for tests with one browser's keys; it decrypts the server's messages (RFC 8291). */
export class PushService {
  messages = [];
  #pair = createECDH("prime256v1");
  #secret = randomBytes(16);
  #server = createServer((request, response) => this.#take(request, response));
  #waiting = [];

  /** Starts it; returns its origin. */
  async open() {
    this.#pair.generateKeys();
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this.origin;
  }

  get origin() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** The subscription of a browser. */
  get subscription() {
    return {
      endpoint: `${this.origin}/browser`,
      keys: { p256dh: this.#pair.getPublicKey("base64url"), auth: this.#secret.toString("base64url") },
    };
  }

  async #take(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    response.writeHead(201).end();
    this.messages.push(this.#opened(Buffer.concat(chunks)));
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #opened(body) {
    const [salt, theirs, closed] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]), body.subarray(21 + body[20])];
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#pair.getPublicKey(), theirs]);
    const input = hkdfSync("sha256", this.#pair.computeSecret(theirs), this.#secret, info, 32);
    const derived = (what, length) => Buffer.from(hkdfSync("sha256", input, salt, `Content-Encoding: ${what}\0`, length));
    const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
    cipher.setAuthTag(closed.subarray(-16));
    const open = Buffer.concat([cipher.update(closed.subarray(0, -16)), cipher.final()]);
    return open.subarray(0, open.lastIndexOf(2)).toString();
  }

  /** Waits for a message by its number. */
  async message(number) {
    const late = setTimeout(() => this.#waiting.splice(0).forEach((wake) => wake()), STEP);
    while (this.messages.length <= number) {
      const before = this.messages.length;
      await new Promise((resolve) => this.#waiting.push(resolve));
      if (this.messages.length === before) throw new Error(`message ${number} did not arrive`);
    }
    clearTimeout(late);
    return this.messages[number];
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
