import { initSync } from "@entourage/rules/generated/entourage_wasm.js";
import address from "@entourage/rules/generated/entourage_wasm_bg.wasm?url&inline";

// Tests that need the rules import this file before what they test: there the module is part of the code.
const code = atob(address.slice(address.indexOf(",") + 1));
initSync({ module: Uint8Array.from(code, (letter) => letter.charCodeAt(0)) });
