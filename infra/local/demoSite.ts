import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { asksForHelp, type OnSignal, runMain } from "../terminal.ts";
import { findServer } from "./address.ts";
import { readDataDir } from "./dataDir.ts";
import { readDemo } from "./demo.ts";
import { faults, page, pages } from "./demoPages.ts";
import type { ApiResponse } from "./http/payload.ts";
import { readAddress, startServer } from "./http/server.ts";

const DEFAULT_PORT = 4000;
const GRACE_MS = 1000;
const POLL_MS = 1000;
const REDIRECTS: Readonly<Record<string, string>> = { "/old-prices": "/prices" };
const PLAIN = "text/plain; charset=utf-8";
const HTML = "text/html; charset=utf-8";
const NOT_FOUND = page({ title: "Not found", body: "<h1>Not found</h1>" });
const DOWN = page({ title: "Down", body: "<h1>Down</h1>" });

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
  const [api, demo] = [findServer(dataDir), readDemo(dataDir)];
  return api !== undefined && demo ? { api, ...demo } : undefined;
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
    return isUp ? answerPath(path, origin) : reply(503, DOWN, { "content-type": HTML });
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
  return reply(found ? 200 : 404, found ?? NOT_FOUND, { "content-type": HTML });
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
    cookies: [],
    body: Buffer.from(text),
  };
}

if (import.meta.main) runMain(main);
