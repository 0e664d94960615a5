// Compact screenshots: half size, reduced colours.
import { deflateSync } from "node:zlib";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** Levels per colour channel; fewer make smaller files, and edges stay in place. */
const STEPS = 32;

/** Reads a picture. */
export const read = (bytes) => PNG.sync.read(bytes);

/** Writes a picture as it is, to look at. */
export const write = (picture) => PNG.sync.write(picture);

/** Halves a picture; each pixel is the mean of four, so antialiasing hardly matters. */
export function halve({ width, height, data }) {
  const half = new PNG({ width: width >> 1, height: height >> 1 });
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const from = (2 * y * width + 2 * x) * 4;
      const to = (y * half.width + x) * 4;
      for (let colour = 0; colour < 3; colour++) {
        half.data[to + colour] = (data[from + colour] + data[from + 4 + colour] + data[from + 4 * width + colour] + data[from + 4 * width + 4 + colour] + 2) >> 2;
      }
      half.data[to + 3] = 255;
    }
  }
  return half;
}

/** Returns the share of pixels that differ, and a picture of the differences. */
export function differ(one, other) {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return { share: 1, drawn: one };
  const drawn = new PNG({ width, height });
  // A colour may differ by one level.
  const count = pixelmatch(one.data, other.data, drawn.data, width, height, { threshold: 0.15, includeAA: false });
  return { share: count / (width * height), drawn };
}

/** Encodes a picture with a palette of its 256 most frequent colours. */
export function pack({ width, height, data }) {
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = coarse(data, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const most = [...counts].sort(([one, often], [other, seldom]) => seldom - often || one - other).slice(0, 256);
  const palette = most.map(([colour]) => colour);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  for (const colour of counts.keys()) if (!places.has(colour)) places.set(colour, nearest(colour, palette));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(coarse(data, (y * width + x) * 4));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits, indexed colour.
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap(parts));
  return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("PLTE", colours), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

/** Returns a colour as one number of reduced levels. */
function coarse(data, at) {
  const step = (value) => Math.round((value * (STEPS - 1)) / 255);
  return (step(data[at]) * STEPS + step(data[at + 1])) * STEPS + step(data[at + 2]);
}

/** Returns the channels of such a colour, from 0 to 255. */
function parts(colour) {
  return [Math.floor(colour / STEPS ** 2), Math.floor(colour / STEPS) % STEPS, colour % STEPS].map((step) => Math.round((step * 255) / (STEPS - 1)));
}

/** Returns the index of the nearest palette colour. */
function nearest(colour, palette) {
  const own = parts(colour);
  const far = palette.map((other) => parts(other).reduce((sum, part, index) => sum + (part - own[index]) ** 2, 0));
  return far.indexOf(Math.min(...far));
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name, body) {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, sum]);
}

/** The CRC of a PNG chunk. */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
