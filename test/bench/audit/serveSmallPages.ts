import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readInput, tellParent } from "../inChild.ts";
import { nameOf } from "./sitePages.ts";

/** Serves a website of pages of one kilobyte with different texts, each ten links from the next. */
const { pages } = readInput<{ pages: number }>();
const site = createServer(({ url = "/" }, response) => {
  const number = url === "/" ? 0 : Number(/^\/page-(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  response.writeHead(number < pages ? 200 : 404, { "content-type": "text/html" });
  response.end(number < pages ? pageAt(number) : "<h1>Not found</h1>");
});
site.listen(0, "127.0.0.1", () =>
  tellParent(`http://127.0.0.1:${(site.address() as AddressInfo).port}`),
);

function pageAt(number: number): string {
  const links = Array.from({ length: 10 }, (_, index) => number * 10 + index + 1)
    .filter((other) => other < pages)
    .map((other) => `<li><a href="/page-${other}">Room ${nameOf(other)}</a></li>`);
  const name = nameOf(number);
  return `<!doctype html><html lang="en"><head><title>Room ${name}</title>
<meta name="viewport" content="width=device-width"></head><body><nav><a href="/">Home</a></nav>
<h1>Room ${name}</h1><p>The room that you will find at ${name} is one of the rooms with a view of the garden,
and all of it has been made for guests who want to be quiet. It can be booked with breakfast.</p>
<p>Ask for ${name} when you write to us, or for ${nameOf(number * 7 + 3)} where that is taken.</p>
<ul>${links.join("")}</ul></body></html>`;
}
