export type Tab = "game" | "talk" | "rules";
