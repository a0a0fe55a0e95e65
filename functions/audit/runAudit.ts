import { Business } from "../../shared/entities/business.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { type Analysis, analyse } from "./analyse.ts";
import { type AuditMemory, readMemory } from "./memory.ts";
import { type Crawl, crawl } from "./pages/crawl.ts";
import { PoliteClient } from "./pages/politeClient.ts";
import { findSources } from "./sources.ts";

/** The part of an audit's time that the crawl may take; the rest is for what follows from it. */
const CRAWL_SHARE = 0.5;

/** What an audit found. `analysis` is absent when the website could not be read. */
export interface Audit {
  coverage: Crawl["coverage"];
  durationMs: number;
  analysis?: Analysis;
  memory: AuditMemory;
}

/** Crawls a website and analyses what its business's plan has switched on, before the deadline. */
export async function runAudit(
  check: CheckRecord,
  plan: PlanRecord,
  deadline: number,
): Promise<Audit> {
  const startedAt = Date.now();
  const client = new PoliteClient();
  const maxPages = Number(process.env["AUDIT_MAX_PAGES"]);
  const crawled = await crawl(check.hostname, {
    client,
    deadline: startedAt + (deadline - startedAt) * CRAWL_SHARE,
    ...(maxPages > 0 ? { maxPages } : {}),
  });
  const memory = readMemory(check);
  const durationMs = () => Date.now() - startedAt;
  const { coverage } = crawled;
  if (crawled.pages.length === 0) return { coverage, durationMs: durationMs(), memory };
  const { reseller_uuid, business_uuid } = check;
  const { data: business } = await Business.get({ reseller_uuid, uuid: business_uuid }).go();
  const analysis = await analyse(crawled, {
    check,
    plan,
    business: business ?? undefined,
    client,
    deadline,
    sources: await findSources(),
    links: memory.links,
  });
  return { coverage, durationMs: durationMs(), analysis, memory };
}
