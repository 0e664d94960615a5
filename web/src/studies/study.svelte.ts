import type { AppliedEdit, Side, StudyEdit, StudyHead, StudyNews, StudyVersion, StudyView } from "@entourage/rules";
import { backoff } from "../api/outbox";
import { messageOf, Refused } from "../api/server";
import { MAX_BATCH, readStudy, sendEdits, studyLiveAddress } from "../api/studies";
import { settings } from "../settings/settings.svelte";
import { DEVICE, deviceHead } from "./device";
import { fold, readChapter, type Chapter, type Chapters, type LocalEdit } from "./document";
import { drawId, StudyOutbox } from "./outbox";
import { studyWords } from "./words";
import { hidesOthers, inverseOf, type ChapterAct } from "./undo";

/** Number of changes that can be undone. */
const MAX_UNDO = 50;
/** Errors after which no edit is possible: signed out, no longer a contributor, or deleted. */
const FINAL: readonly string[] = ["signed-out", "study-role", "no-study"];
/** Timeout of a silent connection, in milliseconds: the server sends something every six seconds. */
const SILENCE = 15_000;

/** What a study needs of the server. */
export interface StudyServer {
  read(study: string): Promise<StudyView>;
  send(study: string, edits: readonly StudyEdit[]): Promise<StudyVersion>;
  /** Opens a connection that receives the edits after a version. */
  follow(study: string, since: number): Pick<WebSocket, "close" | "onopen" | "onmessage" | "onclose">;
}

const SERVER: StudyServer = {
  read: (study) => readStudy(study, settings),
  send: (study, edits) => sendEdits(study, edits, settings),
  follow(study, since) {
    const address = new URL(`${studyLiveAddress(study, since)}&lang=${settings.language}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    return new WebSocket(address);
  },
};

/** Whether the changes of a study are stored. */
export type Saving = "device" | "saved" | "saving" | "offline" | "stopped";

/**
 * A study that several users edit at once. An edit is applied at once, kept on the device until the server has stored it, and applied again in the
 * server's order when it comes back. The study of a guest consists of edits that are not sent until the guest has an account.
 */
export class Study {
  head = $state.raw<StudyHead | null>(null);
  /** The chapters with the user's latest edits. */
  chapters = $state.raw<Chapters>([]);
  /** Signed-in users who have the study open. */
  present = $state.raw<readonly string[]>([]);
  /** Number of edits that the server has not acknowledged. */
  waiting = $state(0);
  /** Why the study cannot be shown. */
  missing = $state("");
  /** Why the last edit was refused. */
  problem = $state("");
  readonly #connected = $state({ live: true, sending: true });
  #undoable = $state(0);
  /** Whether the server refuses all edits, for example because the study was deleted. */
  #stopped = $state(false);

  readonly id: string;
  readonly user: string;
  readonly #server: StudyServer;
  readonly #outbox: StudyOutbox;
  /** The chapters as the server has them, after `#version` edits. */
  #confirmed: Chapters = [];
  #version = 0;
  #unsent: LocalEdit[] = [];
  /** Acknowledged edits that have not come back yet, with the server's version after them. */
  #sent: { edit: LocalEdit; version: number }[] = [];
  #past: ChapterAct[][] = [];
  #sending = false;
  #failures = 0;
  #losses = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #reopen: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #socket: ReturnType<StudyServer["follow"]> | null = null;
  #closed = false;

  /** A study by id, or the one of a guest on this device; `user` is the name of the account, empty for guests. */
  constructor(id: string, user: string, server: StudyServer = SERVER) {
    [this.id, this.user, this.#server] = [id, user, server];
    this.#outbox = new StudyOutbox(user, id);
  }

  get isOnDevice(): boolean {
    return this.id === DEVICE;
  }

  get editable(): boolean {
    const role = this.head?.role;
    return !this.#stopped && (role === "owner" || role === "contributor");
  }

  get isOwner(): boolean {
    return this.head?.role === "owner";
  }

  get saving(): Saving {
    if (this.isOnDevice) return "device";
    if (this.#stopped) return "stopped";
    if (!this.#connected.live || !this.#connected.sending) return "offline";
    return this.waiting > 0 ? "saving" : "saved";
  }

  get canUndo(): boolean {
    return this.#undoable > 0;
  }

  /** The chapters that are not deleted. */
  readonly shown = $derived(this.chapters.filter(({ deleted }) => !deleted));

  chapter(id: string): Chapter | undefined {
    return this.chapters.find((one) => one.id === id);
  }

  /** Loads the study, sends what is left from earlier, and follows the edits of others. */
  async open(): Promise<void> {
    this.#unsent = this.#outbox.read().map((edit) => ({ ...edit, by: this.user }));
    if (this.isOnDevice) {
      this.head = deviceHead();
      this.#show();
      return;
    }
    await this.#load();
    if (this.missing !== "" || this.#closed) return;
    this.#follow();
    void this.#flush();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#reopen);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  /** Adds acts to a study that is not open, and waits until the server has stored them, if it can be reached. */
  async add(acts: readonly (ChapterAct & { side?: Side | null })[]): Promise<void> {
    const edits = acts.map(({ chapter, act }) => ({ id: drawId(), chapter, ...act }));
    this.#outbox.add(edits);
    if (this.isOnDevice) return;
    try {
      for (let at = 0; at < edits.length; at += MAX_BATCH) {
        const batch = edits.slice(at, at + MAX_BATCH);
        await this.#server.send(this.id, batch);
        this.#outbox.remove(new Set(batch.map(({ id }) => id)));
      }
    } catch (thrown) {
      // What could not be sent now is sent when the study is opened.
      if (!(thrown instanceof Refused)) return;
      this.#outbox.remove(new Set(edits.map(({ id }) => id)));
      throw thrown;
    }
  }

  /** Makes edits, which are undone together. `side` is the one that plays an added move. */
  edit(acts: readonly (ChapterAct & { side?: Side | null })[]): void {
    const back: ChapterAct[] = [];
    let known = this.chapters;
    const edits = acts.map(({ chapter, act, side }): LocalEdit => {
      const edit = { id: drawId(), chapter, ...act, by: this.user, ...(side ? { side } : {}) };
      const inverse = inverseOf(known, { chapter, act }, this.user);
      if (inverse) back.unshift(inverse);
      if (acts.length > 1) known = fold(known, [edit]).chapters;
      return edit;
    });
    if (back.length > 0) this.#past.push(back);
    if (this.#past.length > MAX_UNDO) this.#past.shift();
    this.#undoable = this.#past.length;
    this.#make(edits);
  }

  /** Takes back the user's last change; returns `false` if that would hide the work of others. */
  undo(): boolean {
    const back = this.#past.pop();
    this.#undoable = this.#past.length;
    if (!back) return true;
    let known = this.chapters;
    const edits: LocalEdit[] = [];
    for (const one of back) {
      if (hidesOthers(known, one, this.user)) return false;
      const edit = { id: drawId(), chapter: one.chapter, ...one.act, by: this.user };
      edits.push(edit);
      known = fold(known, [edit]).chapters;
    }
    this.#make(edits);
    return true;
  }

  #make(edits: LocalEdit[]): void {
    this.problem = "";
    this.#unsent.push(...edits);
    if (!this.#outbox.add(edits)) this.problem = studyWords().notKept;
    this.chapters = fold(this.chapters, edits).chapters;
    this.waiting = this.#unsent.length;
    if (!this.isOnDevice) void this.#flush();
  }

  async #load(): Promise<void> {
    try {
      const view = await this.#server.read(this.id);
      if (this.#closed) return;
      [this.head, this.#confirmed, this.#version] = [view.head, view.chapters.map(readChapter), view.version];
      this.#sent = this.#sent.filter(({ version }) => version > view.version);
      this.#show();
    } catch (thrown) {
      if (thrown instanceof Refused) [this.missing, this.#stopped] = [thrown.message, true];
      else if (!this.head) this.missing = messageOf(thrown, studyWords().away);
    }
  }

  /** Applies the user's edits that are on their way to those that the server has. */
  #show(): void {
    const own = [...this.#sent.map(({ edit }) => edit), ...this.#unsent];
    this.chapters = own.length === 0 ? this.#confirmed : fold(this.#confirmed, own).chapters;
    this.waiting = this.#unsent.length;
  }

  async #flush(): Promise<void> {
    if (this.#sending || this.#stopped || this.isOnDevice) return;
    this.#sending = true;
    clearTimeout(this.#retry);
    let size = MAX_BATCH;
    while (this.#unsent.length > 0 && !this.#closed) {
      const batch = this.#unsent.slice(0, size);
      try {
        const { version } = await this.#server.send(this.id, batch.map(written));
        [this.#failures, this.#connected.sending, size] = [0, true, MAX_BATCH];
        // Edits that have come back already are no longer unsent.
        const left = batch.filter((edit) => this.#unsent.includes(edit));
        if (version > this.#version) this.#sent.push(...left.map((edit) => ({ edit, version })));
        this.#drop(left);
      } catch (thrown) {
        if (!(thrown instanceof Refused)) {
          // The edits may have come back although the answer was lost.
          if (this.#unsent.length === 0) break;
          this.#connected.sending = false;
          this.#retry = setTimeout(() => void this.#flush(), backoff(++this.#failures));
          break;
        }
        this.problem = thrown.message;
        if (FINAL.includes(thrown.code)) {
          this.#stopped = true;
          break;
        }
        // One edit of the batch is invalid; sent alone, it is found and dropped.
        if (batch.length === 1) this.#drop(batch);
        size = 1;
      }
    }
    this.#sending = false;
  }

  #drop(edits: readonly LocalEdit[]): void {
    const ids = new Set(edits.map(({ id }) => id));
    this.#unsent = this.#unsent.filter(({ id }) => !ids.has(id));
    this.#outbox.remove(ids);
    if (this.#unsent.length === 0) this.#connected.sending = true;
    this.#show();
  }

  #follow(): void {
    if (this.#closed || this.#stopped) return;
    const socket = this.#server.follow(this.id, this.#version);
    this.#socket = socket;
    const listen = () => {
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => socket.close(), SILENCE);
    };
    listen();
    socket.onopen = () => {
      [this.#losses, this.#connected.live] = [0, true];
      void this.#flush();
    };
    socket.onmessage = (message) => {
      listen();
      void this.#hear(JSON.parse(String(message.data)) as StudyNews);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      [this.#connected.live, this.present] = [false, []];
      clearTimeout(this.#silence);
      if (!this.#closed && !this.#stopped) this.#reopen = setTimeout(() => this.#follow(), backoff(++this.#losses) * (0.75 + Math.random() / 2));
    };
  }

  async #hear(news: StudyNews): Promise<void> {
    switch (news.type) {
      case "edits":
        if (!this.#take(news.edits)) await this.#load();
        return;
      case "present":
        this.present = news.names;
        return;
      case "head":
        this.head = news.head;
        return;
      case "error":
        [this.missing, this.#stopped] = [news.error.message, true];
        this.#socket?.close();
    }
  }

  /** Applies edits from the server; returns `false` if the study must be loaded again. */
  #take(edits: readonly AppliedEdit[]): boolean {
    const news = edits.filter(({ seq }) => seq > this.#version);
    if (news.length === 0) return true;
    if (news[0]!.seq > this.#version + 1) return false;
    const { chapters, isLost } = fold(this.#confirmed, news);
    if (isLost) return false;
    [this.#confirmed, this.#version] = [chapters, news.at(-1)!.seq];
    const ids = new Set(news.map(({ id }) => id));
    this.#sent = this.#sent.filter(({ edit }) => !ids.has(edit.id));
    this.#drop(this.#unsent.filter(({ id }) => ids.has(id)));
    return true;
  }
}

/** Leaves out what only this device knows about an edit. */
function written({ by: _, side: __, ...edit }: LocalEdit): StudyEdit {
  return edit as StudyEdit;
}
