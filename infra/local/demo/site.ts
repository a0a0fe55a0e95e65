import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { asksForHelp, type OnSignal, runMain } from "../../terminal.ts";
import { readDataDir } from "../dataDir.ts";
import type { ApiResponse } from "../http/payload.ts";
import { readAddress, startServer } from "../http/server.ts";
import { findServer } from "../serverLock.ts";
import { readDemo } from "./demo.ts";

const DEFAULT_PORT = 4000;
const GRACE_MS = 1000;
const POLL_MS = 1000;
const REDIRECTS: Readonly<Record<string, string>> = { "/old-prices": "/prices" };
const PLAIN = "text/plain; charset=utf-8";
const HTML = "text/html; charset=utf-8";

const HELP = `Serves a small website with known faults until Ctrl-C.

  npm run demo-site

  PORT         ${DEFAULT_PORT}, the address of the demo reseller's website
`;

/** `npm run demo-site`: serves a small website with known faults until a signal ends it. */
async function main(onSignal: OnSignal) {
  if (asksForHelp("npm run demo-site")) return void process.stdout.write(HELP);
  const { port } = readAddress({ defaultPort: DEFAULT_PORT });
  const stop = new AbortController();
  const ended = new Promise<void>((resolve) => {
    stop.signal.addEventListener("abort", () => resolve());
  });
  onSignal(() => stop.abort());
  const answer = createAnswer((isUp) => {
    process.stdout.write(isUp ? "The site is up.\n" : "The site is down: 503 for every page.\n");
  });
  const server = await startServer(answer, { port });
  process.stdout.write(formatStart(`http://localhost:${server.port}`));
  if (server.port === DEFAULT_PORT) await auditSite(stop.signal);
  await ended;
  await server.close(GRACE_MS);
  process.exit(0);
}

/** A failed request for the audit must not end the site. */
async function auditSite(signal: AbortSignal) {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  try {
    await auditDemoSite({ dataDir: readDataDir(), signal, print });
  } catch (error) {
    if (!signal.aborted)
      print(`The check could not be requested: ${error instanceof Error ? error.message : error}`);
  }
}

interface Site {
  dataDir: string;
  /** Ends the waiting. */
  signal: AbortSignal;
  print: (line: string) => void;
}

/**
 * Requests an audit of the demo website as soon as a server runs on DATA_DIR: otherwise it would wait up to
 * an hour for its next retry.
 */
export async function auditDemoSite({ dataDir, signal, print }: Site) {
  let served = findServed(dataDir);
  if (!served)
    print('The service is not running yet ("npm start"). It checks this website when it is.');
  while (!served) {
    await sleep(POLL_MS, undefined, { signal });
    served = findServed(dataDir);
  }
  const { api, key, website_uuid } = served;
  if (!website_uuid) return print("The demo website was deleted: nothing checks this site.");
  const response = await fetch(`${api}/v1/websites/${website_uuid}/audit`, {
    method: "POST",
    headers: { "api-key": key },
    signal,
  });
  if (!response.ok) return print(`The audit was refused: ${await response.text()}`);
  print("The website is being checked. In a minute or two, this command shows the findings:");
  print(`  curl -s '${api}/v1/findings?websiteUuid=${website_uuid}' -H 'api-key: ${key}'`);
}

/** The demo, and the address of the server that has it. */
function findServed(dataDir: string) {
  const [server, demo] = [findServer(dataDir), readDemo(dataDir)];
  return server && demo ? { api: server.api, ...demo } : undefined;
}

function formatStart(url: string): string {
  const label = (text: string) => styleText("bold", text.padEnd(22), { stream: process.stdout });
  return [
    "",
    `${label("Website")}${url}`,
    "",
    ...faults.map(({ path, fault }) => `${label(path)}${fault}`),
    "",
    `Take it down, and up again: curl -X POST ${url}/toggle`,
    "Ctrl-C stops it.",
    "",
  ].join("\n");
}

/** Answers for the site. `POST /toggle` takes it down and up again, and `onToggle` is told. */
export function createAnswer(onToggle: (isUp: boolean) => void) {
  let isUp = true;
  return async ({ method, url, headers }: IncomingMessage): Promise<ApiResponse> => {
    const origin = `http://${headers.host ?? "localhost"}`;
    const [path = "/"] = (url ?? "/").split("?");
    if (path === "/toggle") {
      if (method !== "POST") return reply(405, "Send a POST.\n", { allow: "POST" });
      isUp = !isUp;
      onToggle(isUp);
      return reply(200, isUp ? "up\n" : "down\n");
    }
    return isUp
      ? answerPath(path, origin)
      : reply(503, page({ title: "Down" }), { "content-type": HTML });
  };
}

function answerPath(path: string, origin: string): ApiResponse {
  if (path === "/robots.txt") return reply(200, robots(origin));
  if (path === "/sitemap.xml") {
    return reply(200, sitemap(origin), { "content-type": "application/xml" });
  }
  const location = REDIRECTS[path];
  if (location) return reply(301, "", { location });
  const found = Object.hasOwn(pages, path) ? pages[path] : undefined;
  const text = found ?? page({ title: "Not found" });
  return reply(found ? 200 : 404, text, { "content-type": HTML });
}

function robots(origin: string): string {
  return `User-agent: *\nDisallow: /private\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** The pages that may be read, one that does not exist and one of another host. */
function sitemap(origin: string): string {
  const paths = [...Object.keys(pages).filter((path) => path !== "/private"), "/gone"];
  const locations = [...paths.map((path) => origin + path), "https://example.com/elsewhere"];
  const urls = locations.map((location) => `  <url><loc>${escapeXml(location)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function reply(status: number, text: string, headers: Record<string, string> = {}): ApiResponse {
  return {
    status,
    headers: { "content-type": PLAIN, ...headers },
    body: Buffer.from(text),
  };
}

/** A page of the site. */
interface Content {
  title: string;
  /** HTML; the title as a heading by default. */
  body?: string;
  viewport?: boolean;
  /** More HTML for the head. */
  head?: string;
}

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">\n';

/** A whole HTML page of the site. */
function page({ title, body = `<h1>${title}</h1>`, viewport = true, head = "" }: Content): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>${title}</title>
${viewport ? VIEWPORT : ""}${head}</head>
<body>
<nav><a href="/">Example Bakery</a></nav>
${body}
</body>
</html>
`;
}

/** What is wrong with the site, and where: what an audit has to find. */
export const faults: readonly { path: string; fault: string }[] = [
  { path: "/missing", fault: "does not exist, and the start page links to it: a broken link" },
  { path: "/old-prices", fault: "redirects to /prices, which is no fault" },
  { path: "/opening-hours", fault: "has no h1" },
  { path: "/team", fault: "has two h1" },
  { path: "/prices", fault: "skips a heading level, from h2 to h4" },
  { path: "/history", fault: "has an empty heading" },
  { path: "/recipes", fault: "has three misspelled words" },
  { path: "/directions", fault: "lacks the meta tag that suits it to small screens" },
  { path: "/sitemap.xml", fault: "lists a page that does not exist and one of another host" },
  {
    path: "/private",
    fault: "has a broken link too, but robots.txt keeps crawlers out of it",
  },
  {
    path: "/",
    fault: "says in JSON-LD who the business is: the phone number ends in another digit",
  },
];

/** The business that `npm start` makes for its demo reseller, but for the end of the phone number. */
const BUSINESS = {
  "@context": "https://schema.org",
  "@type": "Bakery",
  name: "Example Bakery",
  telephone: "+441865000009",
  address: {
    "@type": "PostalAddress",
    streetAddress: "1 High Street",
    addressLocality: "Oxford",
    addressRegion: "Oxfordshire",
    postalCode: "OX1 1AA",
    addressCountry: "GB",
  },
};

const START = page({
  title: "Example Bakery",
  head: `<script type="application/ld+json">${JSON.stringify(BUSINESS)}</script>\n`,
  body: `<h1>Example Bakery</h1>
<p>We bake bread in the middle of the town. This site has known faults, and these are all of them.</p>
<ul>
${faults.map(({ path, fault }) => `<li><a href="${path}">${path}</a> ${fault}</li>`).join("\n")}
</ul>`,
});

/** The pages of the site by path. */
const pages: Readonly<Record<string, string>> = {
  "/": START,
  "/opening-hours": page({
    title: "Opening hours",
    body: `<h2>Opening hours</h2>
<p>We are open from eight to six on all days of the week, and closed on the first day of the year.</p>`,
  }),
  "/team": page({
    title: "The team",
    body: `<h1>The bakers</h1>
<p>Two of us bake the bread at night, and both have learned the craft with our parents.</p>
<h1>The sellers</h1>
<p>The three of them are in the shop by day, and they know all of our customers by name.</p>`,
  }),
  "/prices": page({
    title: "Prices",
    body: `<h1>Prices</h1>
<h2>Bread</h2>
<h4>Rye bread</h4>
<p>A large loaf of rye bread is the same price as it was in the last year.</p>`,
  }),
  "/history": page({
    title: "History",
    body: `<h1>History</h1>
<p>The house has been a bakery for more than a hundred years, and we have kept the old oven.</p>
<h2></h2>
<p>There was a fire in the street, but the oven and the house were not harmed by it.</p>`,
  }),
  "/recipes": page({
    title: "Recipes",
    body: `<h1>Recipes</h1>
<p>You will recieve the best results with fresh yeast, and the dough must definately rest for an hour.</p>
<p>Keep the flour and the salt in seperate bowls until you begin.</p>`,
  }),
  "/directions": page({
    title: "Directions",
    viewport: false,
    body: `<h1>Directions</h1>
<p>The shop is on the left side of the road as you come from the station.</p>`,
  }),
  "/private": page({
    title: "Private",
    body: `<h1>Private</h1>
<p>No crawler that keeps to the rules reads this, so it finds no <a href="/secret">broken link</a>.</p>`,
  }),
};

if (import.meta.main) runMain(main);
