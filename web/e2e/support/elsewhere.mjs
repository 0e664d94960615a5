import { createServer } from "node:http";

/** Serves a page of another site that embeds addresses of this one. */
export async function elsewhere(...addresses) {
  return serve(addresses, "");
}

/** Serves a page that embeds addresses in sandboxed frames, whose content has an opaque origin. */
export async function sandboxed(...addresses) {
  return serve(addresses, 'sandbox="allow-scripts"');
}

async function serve(addresses, attributes) {
  const frames = addresses.map((address) => `<iframe ${attributes} src="${address.replaceAll("&", "&amp;")}" width="760" height="560"></iframe>`);
  const server = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<!doctype html>${frames.join("")}`));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
