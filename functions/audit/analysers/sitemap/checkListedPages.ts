import { describeOutcome, nameOutcome, type Outcome } from "../../../../shared/pages/outcome.ts";
import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { judge } from "../links/verdict.ts";
import type { SitemapSurvey } from "./sitemapSurvey.ts";

const SAMPLE_SIZE = 20;

/**
 * Notes listed pages that are broken or redirect. The crawl tells about those it has been to; of
 * the others the same few, evenly spread, are requested.
 */
export async function checkListedPages(
  survey: SitemapSurvey,
  crawl: Crawl,
  options: { client: PoliteClient; deadline: number },
) {
  const unknown: string[] = [];
  for (const url of survey.locations.keys()) {
    const outcome = crawl.outcomes.get(crawl.site.key(url));
    if (outcome) note(survey, url, outcome);
    else unknown.push(url);
  }
  for (const url of sample(unknown).filter((url) => crawl.robots.allows(url))) {
    const outcome = await request(url, options);
    if (outcome) note(survey, url, outcome);
  }
}

function note({ issues, locations }: SitemapSurvey, url: string, outcome: Outcome) {
  const page = { sitemap: locations.get(url) ?? "", url };
  if (judge(outcome).verdict === "broken") {
    issues.add("broken_page", { ...page, detail: nameOutcome(outcome) });
  } else if ("status" in outcome && outcome.redirectsTo !== undefined) {
    issues.add("redirected_page", { ...page, detail: outcome.redirectsTo });
  }
}

async function request(
  url: string,
  { client, deadline }: { client: PoliteClient; deadline: number },
): Promise<Outcome | undefined> {
  const head = await client.request(url, { method: "HEAD", maxBytes: 0, deadline });
  const first = head && describeOutcome(head);
  if (!first || judge(first).verdict === "ok") return first;
  const get = await client.request(url, { maxBytes: 65_536, deadline });
  return get ? describeOutcome(get) : first;
}

function sample(urls: string[]) {
  const step = Math.max(1, urls.length / SAMPLE_SIZE);
  const size = Math.min(SAMPLE_SIZE, urls.length);
  return Array.from({ length: size }, (_, place) => urls[Math.floor(place * step)] ?? "");
}
