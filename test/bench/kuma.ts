import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { runChild, startChild } from "./children.ts";
import type { Effort } from "./inChild.ts";
import { median, progress, ratio, type Section, spread } from "./report.ts";
import { runWorker } from "./uptime/runWorker.ts";
import { probeSites } from "./uptime.ts";

/** Not in package.json: 728 packages that nothing else needs, one of which is compiled. */
const PACKAGE = "uptime-kuma@2.0.0-dev.0";
const WEBSITES = 2000;
const AT_ONCE = 100;
const RUNS = 3;

/** What a check costs here and in Uptime Kuma, from its own source, on the same websites. */
export async function measure(): Promise<Section> {
  progress(`  fetching ${PACKAGE}, and compiling its database: minutes, the first time`);
  const root = join(fetchPackage(), "uptime-kuma");
  const sites = await startChild<number>(new URL("uptime/serveSites.ts", import.meta.url));
  const port = sites.message;
  const kuma = (database: boolean) => {
    progress(`  ${WEBSITES} monitors of Uptime Kuma, ${database ? "SQLite" : "no database"}`);
    const input = { root, count: WEBSITES, port, atOnce: AT_ONCE, database };
    return runChild<Effort>(new URL("uptime/uptimeKuma.ts", import.meta.url), input);
  };
  const measured: [name: string, work: () => Promise<Effort>, efforts: Effort[]][] = [
    ["node:http alone", () => probeSites(WEBSITES, port, "bareHttp"), []],
    ["probes alone", () => probeSites(WEBSITES, port), []],
    ["the worker", () => runWorker({ websites: WEBSITES, port, table: "quick" }), []],
    ["Uptime Kuma, no database", () => kuma(false), []],
    ["Uptime Kuma, SQLite", () => kuma(true), []],
  ];
  try {
    // In turns: a machine that is busy for a while slows down all alike.
    for (let run = 0; run < RUNS; run += 1) {
      for (const [, work, efforts] of measured) efforts.push(await work());
    }
  } finally {
    sites.stop();
  }
  return table(measured.map(([name, , efforts]) => [name, efforts]));
}

/** The folder that npx keeps the package in. */
function fetchPackage(): string {
  const { stdout, status } = spawnSync(
    "npx",
    ["--yes", "--loglevel=error", `--package=${PACKAGE}`, "-c", "printenv PATH"],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  const programs = stdout.split(":").find((folder) => folder.includes("_npx"));
  if (status !== 0 || !programs) throw new Error(`${PACKAGE} can't be fetched: see above`);
  return dirname(programs);
}

function table(measured: (readonly [name: string, efforts: Effort[]])[]): Section {
  const cpu = measured.map(([, efforts]) =>
    efforts.map(({ cpuMilliseconds }) => cpuMilliseconds / WEBSITES),
  );
  const probes = median(cpu[1] ?? []);
  return {
    title: "Uptime: a check, here and in Uptime Kuma",
    columns: ["", "processor ms a check", "of our probes", "peak MB"],
    rows: measured.map(([name, efforts], index) => [
      name,
      spread(cpu[index] ?? []),
      ratio(median(cpu[index] ?? []), probes),
      spread(
        efforts.map(({ peakMb }) => peakMb),
        0,
      ),
    ]),
    notes: [
      `${WEBSITES} websites on loopback, ${AT_ONCE} at once; the median of ${RUNS} processes each, with`,
      `the least and the most. ${PACKAGE}: the second check of each of its monitors, by its own`,
      "source without its web server, with its SQLite and with nothing that keeps anything. The",
      "worker writes to a table that answers in 5 ms.",
    ],
  };
}
