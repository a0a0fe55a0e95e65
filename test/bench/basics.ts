import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { analyse, findWanted, startCollecting, tell } from "../../functions/audit/analyse.ts";
import { crawl } from "../../functions/audit/crawl/crawl.ts";
import { percentDecoded } from "../../functions/audit/pages/page.ts";
import { PoliteClient } from "../../functions/audit/pages/politeClient.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { allowLocalAddresses, replaceResolver } from "../../shared/outbound/index.ts";
import { type Certificate, makeCertificate } from "../support/certificate.ts";
import { progress, type Section } from "./report.ts";

const DOMAIN = "websites.example";
const MAX_PAGES = 100;
const DEADLINE_MS = 120_000;
/** With the check of links, which asks for sizes. */
const WANTED = findWanted({ headings: true, broken_links: true } as PlanRecord).filter(
  ({ feature, name }) => feature === "broken_links" || name === "page_basics",
);
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".htm": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** What `page_basics` finds on each website in the folder BASICS_FOLDER, to be judged by a person. */
export async function measure(): Promise<Section> {
  const folder = process.env["BASICS_FOLDER"] ?? "";
  const names = folder === "" ? [] : readdirSync(folder);
  const certificate = makeCertificate({ names: [`*.${DOMAIN}`], authority: true });
  setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);
  allowLocalAddresses();
  replaceResolver(async (host) => {
    if (!host.endsWith(DOMAIN)) throw Object.assign(new Error(host), { code: "ENOTFOUND" });
    return [{ address: "127.0.0.1", family: 4 }];
  });
  const websites = new Map<string, number>();
  const faults = new Map<string, number>();
  let pages = 0;
  for (const [index, name] of names.entries()) {
    const found = await auditFolder(join(folder, name), certificate, `www-${index}.${DOMAIN}`);
    pages += found?.pages_checked_count ?? 0;
    for (const kind of Object.keys(found?.issue_counts ?? {})) add(websites, kind);
    for (const fault of found?.details ?? []) {
      add(faults, fault.issue);
      progress(JSON.stringify({ name, ...fault }));
    }
  }
  return {
    title: `page_basics on ${names.length} websites, ${pages} pages`,
    columns: ["kind", "websites", "faults listed"],
    rows: [...faults].map(([kind, count]) => [kind, websites.get(kind) ?? 0, count]),
    notes: [
      "BASICS_FOLDER has a folder for each website. The faults, to be judged, are on standard error.",
    ],
  };
}

function add(counts: Map<string, number>, kind: string) {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** Serves a folder by HTTPS and audits it. */
async function auditFolder(root: string, { key, chain }: Certificate, hostname: string) {
  const server = https.createServer({ key, cert: chain }, (request, response) => {
    const file = fileAt(root, request.url ?? "/");
    const type = TYPES[extname(file ?? "").toLowerCase()] ?? "application/octet-stream";
    const body = file ? readFileSync(file) : Buffer.from("Not found");
    // The check of links learns sizes from this header.
    const headers = { "content-type": type, "content-length": body.length };
    response.writeHead(file ? 200 : 404, headers);
    response.end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  try {
    return await findBasics(`https://${hostname}:${port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function fileAt(root: string, url: string): string | undefined {
  const path = join(root, percentDecoded(url.split("?")[0] ?? ""));
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isDirectory()) return path;
  return ["index.html", "index.htm"].map((name) => join(path, name)).find(existsSync);
}

async function findBasics(url: string) {
  const client = new PoliteClient({ delayMs: 0 });
  const deadline = Date.now() + DEADLINE_MS;
  const collectedBy = startCollecting(WANTED);
  const collected = [...collectedBy.values()];
  const crawled = await crawl(url, { client, deadline, maxPages: MAX_PAGES, collected });
  const sources = { registry: { find: async () => undefined } };
  const site = { client, now: new Date(), deadline, sources };
  const materials = await analyse({ ...crawled, collectedBy }, WANTED, site);
  const own = { hostname: url, business: undefined, directories: [], isIgnored: () => false };
  const { analysis } = await tell(WANTED, materials, {
    ...{ own, memory: {}, client, deadline },
    coverage: crawled.coverage,
  });
  return analysis.findings.page_basics?.data;
}
