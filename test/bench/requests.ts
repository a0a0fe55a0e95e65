import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../infra/bundling/bundle.ts";
import { eventFor } from "../support/api.ts";
import { makeBusiness, makeReseller, makeUser, makeWebsite } from "../support/factories.ts";
import { type Child, startChild } from "./children.ts";
import { median, progress, ratio, type Section, spread } from "./report.ts";
import type { ColdStart, HandlerInput } from "./requests/runHandler.ts";

const ROOT = join(import.meta.dirname, "../..");
const STARTS = 7;
const CALLS = 50;
const TURNS = 21;
const WARM_UP_TURNS = 6;

const HANDLERS = [
  ["the document client alone", "test/bench/requests/bare.ts"],
  ["this project's", "functions/websites/index.ts"],
] as const;
const BARE = 0;

/** The processor time of a page of websites: of a container's first answer, and of later ones. */
export async function measure(): Promise<Section[]> {
  const folder = mkdtempSync(join(tmpdir(), "requests-"));
  const children: Child<unknown>[] = [];
  try {
    const event = await makeEvent();
    const files = await Promise.all(
      HANDLERS.map(([, entry], index) => bundle(entry, join(folder, String(index)))),
    );
    const start = (file: string) => {
      const input: HandlerInput = { file, event, calls: CALLS };
      return startChild(new URL("requests/runHandler.ts", import.meta.url), input);
    };
    const starts: ColdStart[][] = HANDLERS.map(() => []);
    for (let round = 1; round <= STARTS; round += 1) {
      progress(`  start ${round} of ${STARTS}`);
      for (const [index, file] of files.entries()) {
        const child = await start(file);
        const cold = await child.next<ColdStart>();
        starts[index]?.push(cold);
        if (round === STARTS) children.push(child);
        else child.stop();
      }
    }
    const turns: number[][] = HANDLERS.map(() => []);
    for (let turn = 1; turn <= TURNS; turn += 1) {
      for (const [index, child] of children.entries()) {
        const milliseconds = await child.next<number>();
        if (turn > WARM_UP_TURNS) turns[index]?.push(milliseconds / CALLS);
      }
    }
    return [firstAnswers(starts), laterAnswers(turns)];
  } finally {
    for (const child of children) child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeEvent(): Promise<object> {
  const reseller = await makeReseller();
  const businessUuid = await makeBusiness(reseller, await makeUser(reseller));
  for (let count = 0; count < 20; count += 1) await makeWebsite(reseller, businessUuid);
  const { uuid, key } = reseller;
  const headers = { "x-reseller": uuid };
  return eventFor("GET /v1/websites", { key, query: { businessUuid }, headers });
}

async function bundle(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, "index.cjs");
  await build({ ...bundleOptions, entryPoints: [join(ROOT, entry)], outfile });
  return outfile;
}

function firstAnswers(starts: ColdStart[][]): Section {
  const parts = ["init", "first", "second"] as const;
  return {
    title: "A page of 20 websites: processor ms of a container that has just started",
    columns: ["handler", "until it is imported", "first answer", "second answer"],
    rows: HANDLERS.map(([name], index) => [
      name,
      ...parts.map((part) => spread((starts[index] ?? []).map((cold) => cold[part]))),
    ]),
    notes: [
      `The median of ${STARTS} processes each, in turn, with the least and the most. All are bundled alike,`,
      "and make the same two queries of the embedded table; what init begins is done before the first event.",
    ],
  };
}

function laterAnswers(turns: number[][]): Section {
  const base = turns[BARE] ?? [];
  return {
    title: "A page of 20 websites: processor ms of a later answer",
    columns: ["handler", "processor ms", "ratio to the client"],
    rows: HANDLERS.map(([name], index) => {
      const own = turns[index] ?? [];
      const ratios = own.map((milliseconds, turn) => milliseconds / (base[turn] ?? Number.NaN));
      return [name, spread(own), ratio(median(ratios), 1)];
    }),
    notes: [
      `Processes that take turns of ${CALLS} calls: the median of ${TURNS - WARM_UP_TURNS} turns, the least and the most, and the median`,
      "of the ratios within a turn. The client alone checks no key, input or limit, and knows the list's numbers.",
    ],
  };
}
