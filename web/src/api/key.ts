const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Draws a new key: 128 random bits as the server writes them, in 26 letters and digits. */
export function drawKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // RFC 4648 base32: five bits a character, the last one padded by zeros.
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("").padEnd(130, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[parseInt(five, 2)]).join("");
}
