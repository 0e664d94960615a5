import type { ComplaintDetail, ComplaintList, MeasureKind, MeasureList, Role } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** What those who keep order do with people and reports; what they do with tournaments they do there. */
export type ModerationAct = Exclude<MeasureKind, "amend" | "start" | "cancel" | "remove">;

/** What somebody reports: what the other player says in a game, by what opens it, a person by name, or a game that somebody wrote. */
export type Reported = { talk: string } | { person: string } | { definition: string };

/** What those who keep order do, with whom, and why. */
export interface Asked {
  act: ModerationAct;
  person?: string;
  reason: string;
  days?: number;
  name?: string;
  role?: Role;
  definition?: string;
  complaint?: number;
}

/** Tells those who keep order of something. */
export function report(what: Reported, text: string, locale: Locale): Promise<unknown> {
  if ("talk" in what) return call("POST", "/api/complaints", locale, what.talk, { about: "talk", text });
  const about = "person" in what ? { about: "person", person: what.person } : { about: "definition", definition: what.definition };
  return call("POST", "/api/complaints", locale, null, { ...about, text });
}

/** Lists a page of the reports: those that are open, the oldest first, or those that are closed, the newest first. */
export function readComplaints(state: "open" | "closed", locale: Locale, after?: number): Promise<ComplaintList> {
  const asked = new URLSearchParams({ state, ...(after === undefined ? {} : { after: String(after) }) });
  return call("GET", `/api/complaints?${asked}`, locale, null);
}

/** Reads a report with the game and the talk that it is about. */
export const readComplaint = (number: number, locale: Locale): Promise<ComplaintDetail> => call("GET", `/api/complaints/${number}`, locale, null);

/** Lists a page of what was done, the newest first. */
export const readMeasures = (locale: Locale, before?: number): Promise<MeasureList> =>
  call("GET", `/api/measures${before === undefined ? "" : `?before=${before}`}`, locale, null);

/** Does something to keep order, which is logged for good. */
export const act = (asked: Asked, locale: Locale): Promise<unknown> => call("POST", "/api/measures", locale, null, asked);
