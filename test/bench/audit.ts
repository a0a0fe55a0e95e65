import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { HEAP_MB } from "../../functions/audit/auditInThread.ts";
import { bundle } from "../../infra/bundling/bundle.ts";
import { compareLinks, type LinkAudit } from "./audit/linkAudit.ts";
import { runChild, startChild } from "./children.ts";
import { progress, type Section } from "./report.ts";

const RUNS: [name: string, input: object, site?: number][] = [
  ["this project: crawl and links", { only: "broken_links" }],
  ["this project: the whole audit", {}],
  ["this project: without spelling", { without: "spelling" }],
  ["linkinator, 2 requests at a time", { concurrency: 2 }],
  ["linkinator, 100 as by default", { concurrency: 100 }],
  ["500 small pages: the whole audit", {}, 500],
  ["5,000 small pages: the whole audit", {}, 5000],
];
/** As an audit's thread has it: what is new in memory is in three parts of this size. */
const HEAP = [`--max-old-space-size=${HEAP_MB}`, "--max-semi-space-size=3"];
const BOUNDED = { flags: [...HEAP, "--no-concurrent-recompilation"] };

/** An audit of 500 pages without pauses, and linkinator's of the same site; and of ten times as many. */
export async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const large = await startChild<string>(new URL("audit/serveSite.ts", import.meta.url));
  const startSmall = (pages: number) =>
    startChild<string>(new URL("audit/serveSmallPages.ts", import.meta.url), { pages });
  const audits: LinkAudit[] = [];
  try {
    // As on AWS: TypeScript as it stands would take 80 MB more.
    await bundle(join(import.meta.dirname, "audit/runOwn.ts"), folder);
    const own = pathToFileURL(join(folder, "index.cjs"));
    const other = new URL("audit/runLinkinator.ts", import.meta.url);
    for (const [name, input, pages] of RUNS) {
      progress(`  ${name}`);
      const site = pages ? await startSmall(pages) : large;
      const module = "concurrency" in input ? other : own;
      const job = { url: site.message, maxPages: pages ?? 500, ...input };
      audits.push(await runChild<LinkAudit>(module, job, module === own ? BOUNDED : {}));
      if (site !== large) site.stop();
    }
  } finally {
    large.stop();
    rmSync(folder, { recursive: true });
  }
  const [links, whole, unspelled, other, , few, many] = audits;
  return {
    title: "Audit of 500 pages of 20 KB on loopback, without pauses",
    columns: [
      "",
      "pages a second",
      "processor s",
      "peak MB",
      "in use MB",
      "pages",
      "links",
      "broken",
    ],
    rows: audits.map(({ pages, links, broken, inUseMb, effort }, index) => [
      RUNS[index]?.[0] ?? "",
      Math.round((pages / effort.milliseconds) * 1000),
      (effort.cpuMilliseconds / 1000).toFixed(1),
      Math.round(effort.peakMb),
      inUseMb === undefined ? "" : inUseMb.toFixed(1),
      pages,
      links.length,
      broken.length,
    ]),
    notes: [
      "Each in a process of its own, this project's bundled and with the heap of an audit's thread. The whole",
      "audit: also headings, spelling, sitemap, mobile, TLS; in use: at its end, after the garbage is gone.",
      `The whole audit of 500 pages takes ${ratio(whole, other)} of linkinator's memory, ${ratio(unspelled, other)} without spelling;`,
      `5,000 small pages take ${ratio(many, few)} of what 500 do. This project asks a host 2 things at a time;`,
      "linkinator's heap is not bounded.",
      ...(links && other ? compareLinks(links, other) : []),
    ],
  };
}

function ratio(one: LinkAudit | undefined, other: LinkAudit | undefined): string {
  return one && other ? (one.effort.peakMb / other.effort.peakMb).toFixed(2) : "?";
}
