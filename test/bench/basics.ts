import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import http from "node:https";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { analyse, startCollecting, tell } from "../../functions/audit/analyse.ts";
import type { Analyser } from "../../functions/audit/analyser.ts";
import { brokenLinks } from "../../functions/audit/analysers/brokenLinks/brokenLinks.ts";
import { pageBasics } from "../../functions/audit/analysers/pageBasics/pageBasics.ts";
import { crawl } from "../../functions/audit/crawl/crawl.ts";
import { PoliteClient } from "../../functions/audit/pages/politeClient.ts";
import {
  allowLocalAddresses,
  OutboundError,
  replaceResolver,
} from "../../shared/outbound/index.ts";
import { makeCertificate } from "../support/certificate.ts";
import { progress, type Section } from "./report.ts";

const DOMAIN = "websites.example";
const MAX_PAGES = 100;
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
  const folder = process.env["BASICS_FOLDER"];
  const names = folder ? readdirSync(folder) : [];
  const certificate = makeCertificate({ names: [`*.${DOMAIN}`], authority: true });
  setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);
  allowLocalAddresses();
  replaceResolver(async (host) => {
    if (!host.endsWith(DOMAIN)) throw Object.assign(new Error(host), { code: "ENOTFOUND" });
    return [{ address: "127.0.0.1", family: 4 }];
  });
  const kinds = new Map<string, { websites: number; faults: number }>();
  let pages = 0;
  for (const [index, name] of names.entries()) {
    progress(`  ${name}`);
    const root = join(folder ?? "", name);
    const server = http.createServer(
      { key: certificate.key, cert: certificate.chain },
      (request, response) => {
        const file = fileAt(root, request.url ?? "/");
        response.writeHead(file ? 200 : 404, {
          "content-type": TYPES[extname(file ?? "")] ?? "application/octet-stream",
        });
        response.end(file && readFileSync(file));
      },
    );
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const { data } = await audit(`https://www-${index}.${DOMAIN}:${port}/`);
    server.close();
    server.closeAllConnections();
    pages += data?.pages_checked_count ?? 0;
    for (const { issue, ...fault } of data?.details ?? []) {
      const kind = kinds.get(issue) ?? { websites: 0, faults: 0 };
      kind.faults += 1;
      }
      console.log(JSON.stringify({ name, issue, ...fault }));
      kinds.set(issue, kind);
    }
    for (const issue of Object.keys(data?.issue_counts ?? {})) {
      const kind = kinds.get(issue);
      if (kind) kind.websites += 1;
    }
  }
  return {
    title: `page_basics on ${names.length} websites, ${pages} pages`,
    columns: ["kind", "websites", "faults listed"],
    rows: [...kinds].map(([kind, { websites, faults }]) => [kind, websites, faults]),
    notes: [],
  };
}

function fileAt(root: string, url: string): string | undefined {
  const path = join(root, decodeURIComponent(url.split("?")[0] ?? ""));
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isDirectory()) return path;
  return ["index.html", "index.htm"].map((name) => join(path, name)).find(existsSync);
}

async function audit(url: string) {
  const client = new PoliteClient({ delayMs: 0 });
  const deadline = Date.now() + 120_000;
  const wanted: Analyser[] = [brokenLinks, pageBasics] as never;
  const collectedBy = startCollecting(wanted);
  const crawled = await crawl(url, {
    client,
    deadline,
    maxPages: MAX_PAGES,
    collected: [...collectedBy.values()],
  });
  const site = {
    client,
    now: new Date(),
    deadline,
    sources: { registry: { find: async () => undefined } },
  };
  const materials = await analyse({ ...crawled, collectedBy }, wanted, site);
  const own = { hostname: url, business: undefined, directories: [] };
  const { findings } = await tell(wanted, materials, { own, memory: {}, client, deadline });
  return findings.page_basics ?? { data: undefined };
}
