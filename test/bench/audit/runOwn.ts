import { analyse, findWanted, gather } from "../../../functions/audit/analyse.ts";
import { checkLinks } from "../../../functions/audit/analysers/links/links.ts";
import { collectTargets } from "../../../functions/audit/analysers/links/targets.ts";
import { crawl } from "../../../functions/audit/crawl/crawl.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { PoliteClient } from "../../../shared/pages/politeClient.ts";
import { planFeatures } from "../../../shared/resources/planFeatures.ts";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import type { LinkAudit } from "./linkAudit.ts";

/** This project's audit without the pauses between requests: of the links, or of everything. */
const { url, whole } = readInput<{ url: string; whole: boolean }>();

const allOn = Object.fromEntries(
  planFeatures.map((feature) => [feature, true]),
) as unknown as PlanRecord;

allowLocalAddresses();
const found: Omit<LinkAudit, "effort"> = { pages: 0, links: [], broken: [] };
const effort = await effortOf(async () => {
  const client = new PoliteClient({ delayMs: 0 });
  const deadline = Date.now() + 600_000;
  const crawled = await crawl(url, { client, deadline });
  if (whole) {
    const results = await analyse(crawled, findWanted(allOn), {
      hostname: url,
      business: undefined,
      client,
      now: new Date(),
      deadline,
      sources: { registry: { find: async () => undefined }, directories: [] },
      memory: undefined,
    });
    const { findings } = gather(results);
    found.broken = findings.broken_link_details?.data.links.map((link) => link.url) ?? [];
  } else {
    const { details } = await checkLinks(crawled, { client, deadline });
    found.broken = details.broken.map((link) => link.url);
  }
  found.pages = crawled.pages.length;
  found.links = collectTargets(crawled).map((target) => target.url);
});
tellParent({ ...found, effort });
