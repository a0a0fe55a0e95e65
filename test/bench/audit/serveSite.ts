import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tellParent } from "../inChild.ts";
import { LAST_PAGE, pageAt, pathOf } from "./sitePages.ts";

/** Serves the site, and on a second port the other host that its pages link to. */
const numbers = new Map(
  Array.from({ length: LAST_PAGE + 1 }, (_, number) => [pathOf(number), number]),
);
const other = createServer(({ url = "" }, response) =>
  response.writeHead(url.includes("missing") ? 404 : 200).end("<p>elsewhere</p>"),
);
other.listen(0, "127.0.0.1", () => {
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const site = createServer(({ url = "/" }, response) => {
    const number = numbers.get(url);
    const html = { "content-type": "text/html; charset=utf-8" };
    if (number !== undefined) {
      response.writeHead(200, html).end(pageAt(number, elsewhere));
    } else if (url.startsWith("/moved/")) {
      response.writeHead(301, { location: url.replace("/moved/", "/page/") }).end();
    } else if (/^\/(?:image|style|script)\d*\.(?:png|css|js)$/.test(url)) {
      response.writeHead(200, { "content-type": contentTypes[url.split(".")[1] ?? ""] }).end();
    } else {
      response.writeHead(404, html).end("<h1>Not found</h1>");
    }
  });
  site.listen(0, "127.0.0.1", () =>
    tellParent(`http://127.0.0.1:${(site.address() as AddressInfo).port}`),
  );
});

const contentTypes: Record<string, string> = {
  png: "image/png",
  css: "text/css",
  js: "text/javascript",
};
