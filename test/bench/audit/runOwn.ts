import { analyse } from "../../../functions/audit/analyse.ts";
import { checkLinks } from "../../../functions/audit/analysers/links/checkLinks.ts";
import { NO_LINK_STATE } from "../../../functions/audit/analysers/links/linkState.ts";
import { collectTargets } from "../../../functions/audit/analysers/links/linkTargets.ts";
import { crawl } from "../../../functions/audit/crawl/crawl.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { PoliteClient } from "../../../shared/pages/politeClient.ts";
import { planFeatures } from "../../../shared/planFeatures.ts";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import type { LinkAudit } from "./linkAudit.ts";

/** This project's audit without the pauses between requests: of the links, or of everything. */
const { url, whole } = readInput<{ url: string; whole: boolean }>();

allowLocalAddresses();
const found: Omit<LinkAudit, "effort"> = { pages: 0, links: [], broken: [] };
const effort = await effortOf(async () => {
  const client = new PoliteClient({ delayMs: 0 });
  const deadline = Date.now() + 600_000;
  const crawled = await crawl(url, { client, deadline });
  const links = whole
    ? (await analyse(crawled, surroundings(client, deadline))).broken_links
    : await checkLinks(crawled, { client, deadline });
  found.pages = crawled.pages.length;
  found.links = collectTargets(crawled).map((target) => target.url);
  found.broken = links?.details.broken.map((link) => link.url) ?? [];
});
tellParent({ ...found, effort });

function surroundings(client: PoliteClient, deadline: number) {
  return {
    check: { hostname: url } as CheckRecord,
    plan: Object.fromEntries(
      planFeatures.map((feature) => [feature, true]),
    ) as unknown as PlanRecord,
    business: undefined,
    client,
    deadline,
    sources: { registry: { find: async () => undefined }, directories: [] },
    links: NO_LINK_STATE,
  };
}
