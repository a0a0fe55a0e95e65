import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiResponse } from "../http/payload.ts";
import { PROSPECT, sites } from "./customers.ts";
import { typicalMs } from "./history.ts";
import { files, fill, renderPage } from "./pages.ts";

const DOMAIN = ".localhost";
/** One in this many requests to an unstable website fails. */
const UNSTABLE = 4;
const HTML = { "content-type": "text/html; charset=utf-8" };

/** The address of a website of the sample: `http://shop.oldmill.localhost:4000`. */
export function addressOf(name: string, port: number | string): string {
  return `http://${name}${DOMAIN}:${port}`;
}

/** Links to what the sample's customers see, by their texts. */
export type Links = Record<string, string>;

/**
 * Answers for all websites of the sample, by the host name of the request. `POST /toggle` takes one down, and up
 * again. Another name of this machine has a page that lists them, and takes webhooks.
 */
export function createSites(links: () => Links) {
  const all = new Map(
    [...sites, PROSPECT].map((site) => [
      site.name,
      { ...site, isDown: site.state === "down", requests: 0 },
    ]),
  );
  return async ({ method, url = "/", headers }: IncomingMessage): Promise<ApiResponse> => {
    const { hostname, port, pathname } = new URL(url, `http://${headers.host ?? "localhost"}`);
    const site = all.get(hostname.replace(DOMAIN, ""));
    if (!site) return method === "POST" ? reply(200, "ok") : reply(200, list(port), HTML);
    if (pathname === "/toggle") {
      if (method !== "POST") return reply(405, "Send a POST.\n", { allow: "POST" });
      site.isDown = !site.isDown;
      return reply(303, "", { location: headers.referer ?? "/" });
    }
    site.requests += 1;
    const hiccups = site.state === "unstable" && site.requests % UNSTABLE === 1;
    const footer = `A sample website. ${control(site.isDown)}`;
    const say = (status: number, title: string) =>
      reply(
        status,
        fill({ ...{ title, business: site.business, footer }, body: `<h1>${title}</h1>` }),
        HTML,
      );
    if (site.isDown || hiccups) return say(503, "Service unavailable");
    await sleep(typicalMs(site.name));
    const file = fileAt(pathname, addressOf(site.name, port));
    if (file) return file;
    const page = renderPage(site, pathname, footer);
    return page === undefined ? say(404, "Not found") : reply(200, page, HTML);
  };

  function list(port: string): string {
    const rows = [...all.values()].map(({ business, name, isDown }) => {
      const address = addressOf(name, port);
      return `<tr><td><a href="${address}">${name}</a><td>${business}<td>${control(isDown, address)}`;
    });
    const seen = Object.entries(links()).map(([text, url]) => `<li><a href="${url}">${text}</a>`);
    const body = `<h1>Sample websites</h1><table>${rows.join("\n")}</table><p>What customers see:</p><ul>${seen.join("")}</ul>`;
    return fill({ title: "Sample websites", business: "Sample", body });
  }
}

function fileAt(path: string, address: string): ApiResponse | undefined {
  if (path === "/icon.svg")
    return reply(200, files.get("icon.svg") ?? "", { "content-type": "image/svg+xml" });
  if (path === "/robots.txt") return reply(200, `Sitemap: ${address}/sitemap.xml\n`);
  if (path !== "/sitemap.xml") return undefined;
  const urls = ["/", "/contact"].map((at) => `<url><loc>${address}${at}</loc></url>`);
  const xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9";
  const xml = `<urlset xmlns="${xmlns}">${urls.join("")}</urlset>`;
  return reply(200, xml, { "content-type": "application/xml" });
}

/** The button that takes a website down, and up again. */
function control(isDown: boolean, address = ""): string {
  const label = isDown ? "Bring it back" : "Take it down";
  return `<form method="post" action="${address}/toggle"><button>${label}</button></form>`;
}

function reply(status: number, body: string, more: Record<string, string> = {}): ApiResponse {
  const headers = { "content-type": "text/plain; charset=utf-8", ...more };
  return { status, headers, body: Buffer.from(body) };
}
