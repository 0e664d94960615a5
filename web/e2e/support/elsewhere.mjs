import { createServer } from "node:http";

/** Serves a page of another site, with addresses of ours in frames of it. */
export async function elsewhere(...addresses) {
  const frames = addresses.map((address) => `<iframe src="${address.replaceAll("&", "&amp;")}" width="760" height="560"></iframe>`);
  const server = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<!doctype html>${frames.join("")}`));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
