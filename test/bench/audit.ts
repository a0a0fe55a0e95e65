import { compareLinks, type LinkAudit } from "./audit/linkAudit.ts";
import { runChild, startChild } from "./children.ts";
import { progress, type Section } from "./report.ts";

const RUNS: [name: string, module: string, input: object][] = [
  ["this project: crawl and links", "audit/runOwn.ts", { whole: false }],
  ["this project: the whole audit", "audit/runOwn.ts", { whole: true }],
  ["linkinator, 2 requests at a time", "audit/runLinkinator.ts", { concurrency: 2 }],
  ["linkinator, 100 as by default", "audit/runLinkinator.ts", { concurrency: 100 }],
];

/** An audit of 500 pages without pauses, and linkinator's of the same site. */
export async function measure(): Promise<Section> {
  const site = await startChild<string>(new URL("audit/serveSite.ts", import.meta.url));
  const audits: LinkAudit[] = [];
  try {
    for (const [name, module, input] of RUNS) {
      progress(`  ${name}`);
      const url = site.message;
      audits.push(await runChild<LinkAudit>(new URL(module, import.meta.url), { url, ...input }));
    }
  } finally {
    site.stop();
  }
  const [own, , other] = audits;
  return {
    title: "Audit of 500 pages of 20 KB on loopback, without pauses",
    columns: ["", "pages a second", "processor s", "peak MB", "pages", "links", "broken"],
    rows: audits.map(({ pages, links, broken, effort }, index) => [
      RUNS[index]?.[0] ?? "",
      Math.round((pages / effort.milliseconds) * 1000),
      (effort.cpuMilliseconds / 1000).toFixed(1),
      Math.round(effort.peakMb),
      pages,
      links.length,
      broken.length,
    ]),
    notes: [
      "Each in a process of its own. The whole audit: also headings, spelling, sitemap, mobile, TLS. This",
      "project asks a host 2 things at a time, and what a page's icon or metadata name is no link to it:",
      ...(own && other ? compareLinks(own, other) : []),
    ],
  };
}
