import { PROBE_MS } from "../../../functions/monitoring/pace.ts";
import { SITES_A_MESSAGE } from "../../../functions/monitoring/schedule/enqueueRounds.ts";
import { startChild } from "../children.ts";
import type { Effort } from "../inChild.ts";
import { progress, type Section, spread } from "../report.ts";
import { runWorker } from "./runWorker.ts";
import { type Sites, siteUrls } from "./sites.ts";

const WEBSITES = 1000;
const AT_ONCE = 100;
const RUNS = 3;

/** The fleet's websites, the largest number that is needed. */
export const FLEET = 2 * WEBSITES;

/** Checks per second, processor time and memory: probes by certificate, and the worker. */
export async function measureThroughput(sites: Sites): Promise<Section> {
  const all = siteUrls(sites, FLEET);
  const [rsa, ecdsa] = [0, 1].map((first) => all.filter((_, index) => index % 2 === first));
  const both = all.slice(0, WEBSITES);
  // They take turns, so that a machine that is busy for a while slows down all alike.
  const works: [name: string, work: () => Promise<Effort>][] = [
    ["node:https alone, 100 at once", () => request("bareHttps", sites, both)],
    ["probes alone, 100 at once", () => request("probeSites", sites, both)],
    ["with RSA certificates", () => request("probeSites", sites, rsa ?? [])],
    ["with ECDSA certificates", () => request("probeSites", sites, ecdsa ?? [])],
    [
      "the worker, a table that answers in 5 ms",
      () => runWorker({ sites, count: WEBSITES, table: "quick" }),
    ],
    [
      "the worker, the embedded table",
      () => runWorker({ sites, count: WEBSITES, table: "embedded" }),
    ],
  ];
  const efforts = works.map((): Effort[] => []);
  for (let run = 1; run <= RUNS; run += 1) {
    for (const [index, [name, work]] of works.entries()) {
      progress(`  ${run} of ${RUNS}: ${WEBSITES} websites, ${name}`);
      efforts[index]?.push(await work());
    }
  }
  return {
    title: `Uptime: one process, ${WEBSITES} websites by HTTPS`,
    columns: ["", "checks a second", "processor ms a check", "peak MB"],
    rows: works.map(([name], index) => row(name, efforts[index] ?? [])),
    notes: [
      `The median of ${RUNS} processes each, with the least and the most. Each website has a name, an address and an`,
      "answer of 9 KB; half have RSA certificates, half ECDSA. All of it shares this machine's processors. The worker",
      `starts a probe every ${PROBE_MS} ms, and makes rounds of ${SITES_A_MESSAGE} websites a call, in buckets of 100.`,
    ],
  };
}

function row(name: string, efforts: Effort[]): string[] {
  return [
    name,
    spread(
      efforts.map(({ milliseconds }) => (WEBSITES / milliseconds) * 1000),
      0,
    ),
    spread(efforts.map(({ cpuMilliseconds }) => cpuMilliseconds / WEBSITES)),
    spread(
      efforts.map(({ peakMb }) => peakMb),
      0,
    ),
  ];
}

/** Requests websites in a process that does nothing else. */
async function request(by: string, sites: Sites, urls: string[]): Promise<Effort> {
  const child = await startChild(new URL(`${by}.ts`, import.meta.url), {
    ...{ sites, urls, atOnce: AT_ONCE },
  });
  try {
    return await child.next<Effort>();
  } finally {
    child.stop();
  }
}
