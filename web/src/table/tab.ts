/** What the panel beside a board shows. */
export type Tab = "game" | "talk" | "rules";
