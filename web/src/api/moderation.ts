import type { ComplaintDetail, ComplaintList, MeasureKind, MeasureList, Role } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** Moderation actions on players and reports; those on tournaments are elsewhere. */
export type ModerationAct = Exclude<MeasureKind, "amend" | "start" | "cancel" | "remove" | "read" | "refused">;

/** The subject of a report: the chat of a game, a player, a community game, or a study. */
export type Reported = { talk: string } | { person: string } | { definition: string } | { study: string };

/** A moderation action with its target and reason. */
export interface Asked {
  act: ModerationAct;
  person?: string;
  reason: string;
  days?: number;
  name?: string;
  role?: Role;
  definition?: string;
  study?: string;
  complaint?: number;
  /** Whether rated games that were held back because of a closed report count. */
  counts?: boolean;
}

/** Sends a report to the moderators. */
export function report(what: Reported, text: string, locale: Locale): Promise<unknown> {
  if ("talk" in what) return call("POST", "/api/complaints", locale, what.talk, { about: "talk", text });
  const about = "person" in what ? "person" : "definition" in what ? "definition" : "study";
  return call("POST", "/api/complaints", locale, null, { about, ...what, text });
}

/** Lists a page of reports: open ones oldest first, closed ones newest first. */
export function readComplaints(state: "open" | "closed", locale: Locale, after?: number): Promise<ComplaintList> {
  const asked = new URLSearchParams({ state, ...(after === undefined ? {} : { after: String(after) }) });
  return call("GET", `/api/complaints?${asked}`, locale, null);
}

/** Reads a report with the game and chat it concerns. */
export const readComplaint = (number: number, locale: Locale): Promise<ComplaintDetail> => call("GET", `/api/complaints/${number}`, locale, null);

/** Lists a page of the moderation log, newest first. */
export const readMeasures = (locale: Locale, before?: number): Promise<MeasureList> =>
  call("GET", `/api/measures${before === undefined ? "" : `?before=${before}`}`, locale, null);

/** Performs a moderation action, which is logged permanently. */
export const act = (asked: Asked, locale: Locale): Promise<unknown> => call("POST", "/api/measures", locale, null, asked);
