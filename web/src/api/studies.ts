import type { NewStudy, StudyChange, StudyEdit, StudyHead, StudyImported, StudyList, StudyRole, StudyVersion, StudyView } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** Filters of the search for studies; empty ones are ignored. */
export interface StudySearch {
  /** The id of a game. */
  game: string;
  text: string;
  /** A player of a game in the study. */
  player: string;
  /** The account that owns the study. */
  owner: string;
  position: string;
  /** `true` for the studies that the user owns or edits. */
  mine: string;
}

export const ANY_STUDY: StudySearch = { game: "", text: "", player: "", owner: "", position: "", mine: "" };

/** Maximum number of edits in a request. */
export const MAX_BATCH = 200;

const address = (study: string, rest = ""): string => `/api/studies/${encodeURIComponent(study)}${rest}`;

/** Finds a page of studies, optionally after a cursor. */
export function findStudies(search: StudySearch, locale: Locale, after = ""): Promise<StudyList> {
  const query = new URLSearchParams(Object.entries({ ...search, after }).filter(([, value]) => value !== ""));
  return call("GET", `/api/studies?${query.toString()}`, locale, null);
}

export const createStudy = (study: NewStudy, locale: Locale): Promise<StudyView> => call("POST", "/api/studies", locale, null, study);

export const readStudy = (study: string, locale: Locale): Promise<StudyView> => call("GET", address(study), locale, null);

export const changeStudy = (study: string, change: StudyChange, locale: Locale): Promise<StudyHead> => call("PUT", address(study), locale, null, change);

export const deleteStudy = (study: string, locale: Locale): Promise<unknown> => call("DELETE", address(study), locale, null);

/** Copies a study to the user's account. */
export const forkStudy = (study: string, locale: Locale): Promise<StudyView> => call("POST", address(study, "/fork"), locale, null);

/** Sets the role of a member; `null` removes the member. The live updates show the change. */
export function setMember(study: string, name: string, role: StudyRole | null, locale: Locale): Promise<unknown> {
  const member = address(study, `/members/${encodeURIComponent(name)}`);
  return role === null ? call("DELETE", member, locale, null) : call("PUT", member, locale, null, { role });
}

/** Sends edits, which are stored when this returns; sending the same edits again is harmless. */
export const sendEdits = (study: string, edits: readonly StudyEdit[], locale: Locale): Promise<StudyVersion> => call("POST", address(study, "/edits"), locale, null, { edits });

/** Adds a chapter for each game of a record; importing the same record again is harmless. */
export const importIntoStudy = (study: string, record: string, locale: Locale): Promise<StudyImported> => call("POST", address(study, "/import"), locale, null, { record });

/** The download address of a study or chapter as a record. */
export const recordAddress = (study: string, chapter = ""): string => address(study, chapter === "" ? "/record" : `/chapters/${encodeURIComponent(chapter)}/record`);

/** The live updates of a study after a version. */
export const studyLiveAddress = (study: string, since: number): string => address(study, `/live?since=${since}`);
