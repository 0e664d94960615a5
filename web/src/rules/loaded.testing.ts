import { loadAll } from "@entourage/rules";

// Tests that need the rules import this file first.
await loadAll();
