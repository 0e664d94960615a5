import type { Examination, LanguageCode, Sheet, SheetEdit } from "@entourage/rules";
import { lentPictures, textModule } from "../rules/rules";
import type { FromReader, Question, ToReader } from "./reader";

/** Reads texts in a worker, one at a time, so that typing is never blocked; a new request replaces a waiting one. */
export class Reading {
  #worker: Promise<Worker> | null = null;
  #last = 0;
  #waiting = new Map<number, { settle: (message: FromReader) => void; fail: (error: Error) => void }>();

  /** Checks a text. */
  async examine(text: string, library: string, language: LanguageCode, thorough: boolean): Promise<Examination> {
    const message = await this.#ask({ text, library, language, thorough });
    if (!("found" in message)) throw new Error("failed" in message ? message.failed : "no answer");
    return message.found;
  }

  /** Formats a text; `null` if it cannot be parsed. */
  async format(text: string): Promise<string | null> {
    const message = await this.#ask({ text, library: "{}", language: "en", thorough: false, format: true });
    return "formatted" in message ? message.formatted : null;
  }

  /** Returns the form's data after applying an edit, if there is one; throws if the edit is rejected. */
  async fillIn(text: string, library: string, fillIn: SheetEdit | "nothing"): Promise<{ text: string; sheet: Sheet }> {
    const message = await this.#ask({ text, library, language: "en", thorough: false, fillIn });
    if ("failed" in message) throw new Error(message.failed);
    if (!("sheet" in message) || message.sheet === null) throw new Error("no answer");
    return { text: message.text, sheet: message.sheet };
  }

  /** Converts a Game Courier preset to a text; throws if it is invalid. */
  async skeleton(text: string, id: string, title: string): Promise<string> {
    const message = await this.#ask({ text, library: "{}", language: "en", thorough: false, skeleton: { id, title } });
    if ("failed" in message) throw new Error(message.failed);
    if (!("text" in message)) throw new Error("no answer");
    return message.text;
  }

  close(): void {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = null;
  }

  async #ask(question: Omit<Question, "id">): Promise<FromReader> {
    this.#worker ??= this.#begin();
    const worker = await this.#worker;
    const id = ++this.#last;
    return new Promise<FromReader>((settle, fail) => {
      this.#waiting.set(id, { settle, fail });
      worker.postMessage({ ...question, id } satisfies ToReader);
    });
  }

  async #begin(): Promise<Worker> {
    const module = await textModule();
    const worker = new Worker(new URL("./reader.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
      this.#waiting.get(data.id)?.settle(data);
      this.#waiting.delete(data.id);
    };
    worker.onerror = (event) => {
      for (const { fail } of this.#waiting.values()) fail(new Error(event.message));
      this.#waiting.clear();
      worker.terminate();
      this.#worker = null;
    };
    worker.postMessage({ module, pictures: lentPictures() } satisfies ToReader);
    return worker;
  }
}
