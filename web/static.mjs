// Serves a folder like a host of static files, on this machine only: `web/static.mjs FOLDER [PORT]`.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, resolve, sep } from "node:path";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";

const [folder, port = "0"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: web/static.mjs FOLDER [PORT], such as web/static.mjs web/site 8000");
  process.exit(2);
}
const root = resolve(folder);
const kinds = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const server = createServer(async ({ url }, response) => {
  const { pathname } = new URL(url, "http://localhost");
  const file = resolve(root, `.${pathname.endsWith("/") ? `${pathname}index.html` : pathname}`);
  const found = file.startsWith(root + sep) && (await stat(file).catch(() => null));
  if (!found || !found.isFile()) {
    response.writeHead(404).end("not found\n");
    return;
  }
  const type = kinds[extname(file)] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": type, "content-encoding": "gzip", "cache-control": "no-cache" });
  pipeline(createReadStream(file), createGzip(), response, () => {});
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
