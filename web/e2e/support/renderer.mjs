// The rendering environment: screenshots are pixel-identical only if it is the one of the reference.
import { createHash } from "node:crypto";

/** Font families that the page takes from the system, and fallbacks. */
const FAMILIES = ["sans-serif", "serif", "monospace", "system-ui"];
const SAMPLE = "The quick brown fox, 0123456789, éàçœ, →⇄×−± ♔♞ ¼ 8× (k11)";

/** Returns the browser with its major version, and a fingerprint of the system's fonts. */
export async function renderer(page) {
  const session = await page.context().newCDPSession(page);
  const { product } = await session.send("Browser.getVersion");
  await session.detach();
  const widths = await page.evaluate(
    ([families, sample]) => {
      const drawing = document.createElement("canvas").getContext("2d");
      return families.flatMap((family) =>
        ["", "bold "].map((weight) => {
          drawing.font = `${weight}40px ${family}`;
          const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = drawing.measureText(sample);
          return [width, actualBoundingBoxAscent, actualBoundingBoxDescent].map((figure) => figure.toFixed(1));
        }),
      );
    },
    [FAMILIES, SAMPLE],
  );
  const fonts = createHash("sha256").update(JSON.stringify(widths)).digest("hex").slice(0, 16);
  return { browser: product.replace(/\..*/, ""), fonts };
}
