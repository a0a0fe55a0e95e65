import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { HEAP_MB } from "../../functions/audit/limits.ts";
import { bundle } from "../../infra/bundling/bundle.ts";
import type { Audited } from "./audit/runOwn.ts";
import { runChild, startChild } from "./children.ts";
import { progress, type Section } from "./report.ts";

const RUNS: [name: string, input: object, site?: number][] = [
  ["this project: crawl and links", { only: "broken_links" }],
  ["this project: the whole audit", {}],
  ["this project: without spelling", { without: "spelling" }],
  ["500 small pages: the whole audit", {}, 500],
  ["5,000 small pages: the whole audit", {}, 5000],
];
/** The young generation of an audit's thread, which V8 divides into three parts of this size. */
const HEAP = [`--max-old-space-size=${HEAP_MB}`, "--max-semi-space-size=3"];
const BOUNDED = { flags: [...HEAP, "--no-concurrent-recompilation"] };

/** Audits without pauses: of 500 pages, and of ten times as many. */
export async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const large = await startChild<string>(new URL("audit/serveSite.ts", import.meta.url));
  const startSmall = (pages: number) =>
    startChild<string>(new URL("audit/serveSmallPages.ts", import.meta.url), { pages });
  const audits: Audited[] = [];
  try {
    // As on AWS: TypeScript as it stands would take 80 MB more.
    await bundle(join(import.meta.dirname, "audit/runOwn.ts"), folder);
    const own = pathToFileURL(join(folder, "index.cjs"));
    for (const [name, input, pages] of RUNS) {
      progress(`  ${name}`);
      const site = pages ? await startSmall(pages) : large;
      const job = { url: site.message, maxPages: pages ?? 500, ...input };
      audits.push(await runChild<Audited>(own, job, BOUNDED));
      if (site !== large) site.stop();
    }
  } finally {
    large.stop();
    rmSync(folder, { recursive: true });
  }
  const [, whole, unspelled, few, many] = audits;
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
      `Without spelling it takes ${ratio(unspelled, whole)} of the memory; 5,000 small pages take ${ratio(many, few)} of what 500 do.`,
    ],
  };
}

function ratio(one: Audited | undefined, other: Audited | undefined): string {
  return one && other ? (one.effort.peakMb / other.effort.peakMb).toFixed(2) : "?";
}
