const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Creates a key: 128 random bits in base32, 26 letters and digits. */
export function drawKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // RFC 4648 base32: five bits per character, the last one padded with zeros.
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("").padEnd(130, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[parseInt(five, 2)]).join("");
}
