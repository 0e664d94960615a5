import type { StudyHead } from "@entourage/rules";
import { createStudy, MAX_BATCH, sendEdits } from "../api/studies";
import { settings } from "../settings/settings.svelte";
import { fold } from "./document";
import { StudyOutbox } from "./outbox";

/** The id of the study that a guest keeps on this device. */
export const DEVICE = "device";
const KEY = "entourage.study";

/** What is stored of a guest's study besides its edits. */
interface Kept {
  title: string;
  description: string;
  tags: string[];
  updated: number;
  /** The id of the study to which it was moved. */
  moved?: string;
}

const EMPTY: Kept = { title: "", description: "", tags: [], updated: 0 };

function kept(): Kept {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return EMPTY;
  }
}

function keep(one: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(one));
  } catch {
    // Without storage the study lasts as long as the page.
  }
}

/** Returns the guest's study without its chapters. */
export function deviceHead(): StudyHead {
  const { title, description, tags, updated } = kept();
  const chapters = fold([], new StudyOutbox("", DEVICE).read().map((edit) => ({ ...edit, by: "" }))).chapters.filter(({ deleted }) => !deleted);
  return { id: DEVICE, title, description, tags, visibility: "private", owner: "", members: [], games: [...new Set(chapters.map(({ spec }) => spec))], chapters: chapters.length, version: 0, updated, role: "owner" };
}

/** Returns whether there is a guest's study on this device. */
export const hasDeviceStudy = (): boolean => kept().title !== "";

/** Creates the guest's study, or changes what is written about it. */
export function writeDeviceStudy(change: Partial<Pick<Kept, "title" | "description" | "tags">>): void {
  const { moved: _, ...before } = kept();
  keep({ ...before, ...change, updated: Date.now() });
}

export function deleteDeviceStudy(): void {
  new StudyOutbox("", DEVICE).clear();
  keep(EMPTY);
}

/** Returns the id of the study to which the guest's study was moved; empty if it was not. */
export const movedTo = (): string => kept().moved ?? "";

/** Moves the guest's study to the user's account, and returns its id there; empty if there is none. Edits that cannot be sent now are sent when it is opened. */
export async function takeAlong(user: string): Promise<string> {
  const { title, description, tags } = kept();
  if (title === "") return "";
  const { head } = await createStudy({ title, description, tags, visibility: "private" }, settings);
  const [guests, own] = [new StudyOutbox("", DEVICE), new StudyOutbox(user, head.id)];
  // The device holds the edits twice for a moment rather than not at all.
  if (!own.add(guests.read())) return head.id;
  guests.clear();
  keep({ ...EMPTY, moved: head.id });
  try {
    for (let edits = own.read(); edits.length > 0; edits = own.read()) {
      const batch = edits.slice(0, MAX_BATCH);
      await sendEdits(head.id, batch, settings);
      own.remove(new Set(batch.map(({ id }) => id)));
    }
  } catch {
    // The rest stays in the outbox of the study.
  }
  return head.id;
}
