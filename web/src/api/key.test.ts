import { expect, it, vi } from "vitest";
import { drawKey } from "./key";

it("creates keys in the server's format", () => {
  expect(new Set(Array.from({ length: 100 }, drawKey)).size).toBe(100);
  expect(drawKey()).toMatch(/^[a-z2-7]{25}[aeimquy4]$/);
  vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
    (bytes as Uint8Array).set([0xff, 0x00, 0xab, 0xcd]);
    return bytes;
  });
  // base32 of ff 00 ab cd and twelve zero bytes
  expect(drawKey()).toBe("74akxtiaaaaaaaaaaaaaaaaaaa");
});
