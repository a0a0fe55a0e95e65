import { Business } from "../../shared/entities/business.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { PoliteClient } from "../../shared/pages/politeClient.ts";
import { type Analysis, analyse } from "./analyse.ts";
import { whyUnreadable } from "./auditOutcome.ts";
import { type Crawl, crawl } from "./crawl/crawl.ts";
import { type AuditMemory, readMemory } from "./memory.ts";
import { findSources } from "./sources.ts";

/** The part of an audit's time that the crawl may take; the rest is for what follows from it. */
const CRAWL_SHARE = 0.5;
const MAX_PAGES = 500;
/** The switches whose checks read what is on the pages; without them the start page is enough. */
const ABOUT_PAGES = [
  "broken_links",
  "headings",
  "spelling",
  "mobile",
  "blog",
  "listings",
] as const satisfies (keyof PlanRecord)[];

/** What an audit found. */
export interface Audit {
  coverage: Crawl["coverage"];
  durationMs: number;
  memory: AuditMemory;
  /** Absent when the website could not be read. */
  analysis?: Analysis;
  /** Why the website could not be read. */
  unreadable?: string;
}

/** Crawls a website and analyses what its business's plan has switched on, before the deadline. */
export async function runAudit(
  check: CheckRecord,
  plan: PlanRecord,
  deadline: number,
): Promise<Audit> {
  const startedAt = Date.now();
  const client = new PoliteClient();
  const crawled = await crawl(check.hostname, {
    client,
    deadline: startedAt + (deadline - startedAt) * CRAWL_SHARE,
    maxPages: maxPages(plan),
  });
  const found = await (crawled.pages.length === 0
    ? { unreadable: whyUnreadable(crawled) }
    : analyseCrawl(crawled, { check, plan, client, deadline }));
  const { coverage } = crawled;
  return { coverage, durationMs: Date.now() - startedAt, memory: readMemory(check), ...found };
}

function maxPages(plan: PlanRecord): number {
  if (!ABOUT_PAGES.some((feature) => plan[feature])) return 1;
  return Number(process.env["AUDIT_MAX_PAGES"]) || MAX_PAGES;
}

async function analyseCrawl(
  crawled: Crawl,
  audit: { check: CheckRecord; plan: PlanRecord; client: PoliteClient; deadline: number },
) {
  const { reseller_uuid, business_uuid } = audit.check;
  const { data: business } = await Business.get({ reseller_uuid, uuid: business_uuid }).go();
  const analysis = await analyse(crawled, {
    ...audit,
    business: business ?? undefined,
    sources: findSources(),
    links: readMemory(audit.check).links,
  });
  return { analysis };
}
