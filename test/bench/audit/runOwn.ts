import { setTimeout } from "node:timers/promises";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { analyse, findWanted, startCollecting, tell } from "../../../functions/audit/analyse.ts";
import { LinkTargets } from "../../../functions/audit/analysers/brokenLinks/targets.ts";
import { crawl } from "../../../functions/audit/crawl/crawl.ts";
import { PoliteClient } from "../../../functions/audit/pages/politeClient.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { type PlanFeature, planFeatures } from "../../../shared/resources/planFeatures.ts";
import { type Effort, effortOf, readInput, tellParent } from "../inChild.ts";

/** The result of an audit. */
export interface Audited {
  /** HTML pages read. */
  pages: number;
  /** Distinct links. */
  links: string[];
  broken: string[];
  /** Memory in use at the end, including what analysers kept of the pages. */
  inUseMb?: number;
  effort: Effort;
}

interface Input {
  url: string;
  /** The one switch of the plan that is on, or the one that is off. */
  only?: PlanFeature;
  without?: PlanFeature;
  maxPages: number;
}

/** This project's audit without the pauses between requests. */
async function run({ url, only, without, maxPages }: Input) {
  allowLocalAddresses();
  const plan = Object.fromEntries(
    planFeatures.map((feature) => [feature, only ? feature === only : feature !== without]),
  ) as unknown as PlanRecord;
  const wanted = findWanted(plan);
  const collectedBy = startCollecting(wanted);
  const found: Omit<Audited, "effort"> = { pages: 0, links: [], broken: [] };
  const effort = await effortOf(async () => {
    const client = new PoliteClient({ delayMs: 0 });
    const deadline = Date.now() + 600_000;
    const collected = [...collectedBy.values()];
    const crawled = await crawl(url, { client, deadline, maxPages, collected });
    const materials = await analyse({ ...crawled, collectedBy }, wanted, {
      client,
      now: new Date(),
      deadline,
      sources: { registry: { find: async () => undefined } },
    });
    const own = {
      ...{ hostname: url, business: undefined, directories: [] },
      isIgnored: () => false,
    };
    const { coverage } = crawled;
    const limits = { client, deadline };
    const told = await tell(wanted, materials, { own, memory: {}, coverage, ...limits });
    found.broken =
      told.analysis.findings.broken_link_details?.data.links.map((link) => link.url) ?? [];
    found.pages = crawled.coverage.pages;
    found.inUseMb = await inUseMb();
  });
  const targets = collectedBy.get("broken_links");
  if (targets instanceof LinkTargets) found.links = targets.all.map((target) => target.url);
  tellParent({ ...found, effort });
}

async function inUseMb(): Promise<number> {
  setFlagsFromString("--expose-gc");
  await setTimeout(100);
  runInNewContext("gc")();
  const { used_heap_size, external_memory } = getHeapStatistics();
  return (used_heap_size + external_memory) / 2 ** 20;
}

void run(readInput<Input>());
