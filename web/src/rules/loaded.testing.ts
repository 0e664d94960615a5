import { loadAll } from "@entourage/rules";

// Tests that need the rules import this file before what they test.
await loadAll();
