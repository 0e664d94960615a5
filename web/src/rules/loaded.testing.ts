import { initSync } from "@entourage/rules/generated/entourage_wasm.js";
import address from "@entourage/rules/generated/entourage_wasm_bg.wasm?url&inline";

// Initialises the rules for tests; import this file before the code under test.
const code = atob(address.slice(address.indexOf(",") + 1));
initSync({ module: Uint8Array.from(code, (letter) => letter.charCodeAt(0)) });
