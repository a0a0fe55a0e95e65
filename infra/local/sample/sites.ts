import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiResponse } from "../http/payload.ts";
import { customers, stories } from "./customers.ts";
import { typicalMs } from "./history.ts";
import { renderPage } from "./pages.ts";

const DOMAIN = ".localhost";
/** One in so many requests to an unstable website fails. */
const UNSTABLE = 4;
const HTML = { "content-type": "text/html; charset=utf-8" };
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>';

/** The address of a website of the sample: `http://shop.oldmill.localhost:4000`. */
export function addressOf(name: string, port: number): string {
  return `http://${name}${DOMAIN}:${port}`;
}

/** Links to what the sample's customers see, by their texts. */
export type Links = Record<string, string>;

/**
 * Answers for all websites of the sample, by the host name of the request. `POST /toggle` takes one down, and up
 * again. Another name of this machine has a page that lists them, and takes webhooks.
 */
export function createSites(links: () => Links) {
  const sites = new Map(
    customers.flatMap(({ business, language, sites }) =>
      sites.map((name) => {
        const { state, faults = [] } = stories[name] ?? {};
        const site = {
          business,
          name,
          language,
          faults,
          state,
          isDown: state === "down",
          asked: 0,
        };
        return [name, site] as const;
      }),
    ),
  );
  return async ({ method, url = "/", headers }: IncomingMessage): Promise<ApiResponse> => {
    const { hostname, port, pathname } = new URL(url, `http://${headers.host ?? "localhost"}`);
    const site = sites.get(hostname.replace(DOMAIN, ""));
    if (!site) return method === "POST" ? reply(200, "ok") : reply(200, list(port), HTML);
    if (pathname === "/toggle") {
      if (method !== "POST") return reply(405, "Send a POST.\n", { allow: "POST" });
      site.isDown = !site.isDown;
      return reply(303, "", { location: headers.referer ?? "/" });
    }
    site.asked += 1;
    const hiccups = site.state === "unstable" && site.asked % UNSTABLE === 1;
    if (site.isDown || hiccups) return reply(503, end("Service unavailable", site.isDown), HTML);
    await sleep(typicalMs(site.name));
    return answer(site, pathname, port);
  };

  function answer(site: Parameters<typeof renderPage>[0], path: string, port: string): ApiResponse {
    const address = addressOf(site.name, Number(port));
    if (path === "/icon.svg") return reply(200, ICON, { "content-type": "image/svg+xml" });
    if (path === "/robots.txt") return reply(200, `Sitemap: ${address}/sitemap.xml\n`);
    if (path === "/sitemap.xml") {
      const urls = ["/", "/contact"].map((at) => `<url><loc>${address}${at}</loc></url>`);
      const xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9";
      const xml = `<urlset xmlns="${xmlns}">${urls.join("")}</urlset>`;
      return reply(200, xml, { "content-type": "application/xml" });
    }
    const page = renderPage(site, path);
    return page === undefined
      ? reply(404, end("<h1>Not found</h1>", false), HTML)
      : reply(200, end(page, false), HTML);
  }

  function list(port: string): string {
    const rows = [...sites.values()].map(({ business, name, isDown }) => {
      const address = addressOf(name, Number(port));
      return `<tr><td><a href="${address}">${name}</a><td>${business}<td>${control(isDown, address)}`;
    });
    const seen = Object.entries(links()).map(([text, url]) => `<li><a href="${url}">${text}</a>`);
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sample websites</title>
<h1>Sample websites</h1><h2>What customers see</h2><ul>${seen.join("")}</ul>
<h2>Websites</h2><table>${rows.join("")}</table>`;
  }
}

/** A page with its end: what takes the website down, and up again. */
function end(page: string, isDown: boolean): string {
  return `${page}<footer lang="en"><p>A sample website.</p>${control(isDown)}</footer>\n</body>\n</html>\n`;
}

function control(isDown: boolean, address = ""): string {
  const label = isDown ? "Bring it back" : "Take it down";
  return `<form method="post" action="${address}/toggle"><button>${label}</button></form>`;
}

function reply(status: number, body: string, headers: Record<string, string> = {}): ApiResponse {
  return {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...headers },
    body: Buffer.from(body),
  };
}
