import { EventEmitter, once } from "node:events";
import { createServer } from "node:net";
import { STEP } from "./limits.mjs";

/** A minimal SMTP server. */
export class Mailbox {
  letters = [];
  #arrivals = new EventEmitter();
  #server = createServer((socket) => this.#serve(socket));

  /** Listens on a free port; returns the address for `--smtp`. */
  async open() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#server.unref();
    return `smtp://127.0.0.1:${this.#server.address().port}`;
  }

  close() {
    this.#server.close();
  }

  /** Waits for the message with an index, from 0; returns its text with long lines joined. */
  async letter(number) {
    const signal = AbortSignal.timeout(STEP);
    while (this.letters.length <= number) {
      await once(this.#arrivals, "letter", { signal }).catch((cause) => {
        throw new Error(`message ${number} did not arrive`, { cause });
      });
    }
    const letter = this.letters[number];
    // In a message without encoding, `=27` is not an escape but the start of a token.
    if (!/^Content-Transfer-Encoding: quoted-printable/im.test(letter)) return letter;
    const text = letter.replaceAll("=\r\n", "");
    return text.replaceAll(/=([0-9A-F]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  }

  #serve(socket) {
    let heard = "";
    let reading = false;
    const say = (line) => socket.write(`${line}\r\n`);
    say("220 localhost");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      heard += chunk;
      for (;;) {
        const end = reading ? "\r\n.\r\n" : "\r\n";
        const at = heard.indexOf(end);
        if (at < 0) return;
        const part = heard.slice(0, at);
        heard = heard.slice(at + end.length);
        if (reading) {
          this.letters.push(part);
          this.#arrivals.emit("letter");
          reading = false;
          say("250 OK");
        } else if (part === "DATA") {
          reading = true;
          say("354 go on");
        } else if (part === "QUIT") {
          say("221 bye");
          socket.end();
        } else say("250 OK");
      }
    });
  }
}
