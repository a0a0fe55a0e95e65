import { createHash } from "node:crypto";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { SiteResults } from "../../shared/entities/siteResults.ts";
import { addressOf, ownUrl } from "../../shared/fields/siteUrl.ts";
import { findWanted, readsEveryPage, type Shared } from "./analyse.ts";
import type { Audit } from "./runAudit.ts";

/** A website is crawled once in so long at most, and so is a host name that several websites have. */
export const SHARED_MS = 3_600_000;
/** DynamoDB takes items of 400 KB; of a site with more each website finds its own. */
const LARGEST_BYTES = 300_000;

/** What is known of a host name from audits within the last hour; `now` in milliseconds. */
export async function findShared(hostname: string, now: number): Promise<Shared> {
  const { data } = await SiteResults.get({ start: startDigest(hostname) }).go();
  const { coverage, parts = {} }: Partial<Shared> = JSON.parse(data?.results ?? "{}");
  const recent = Object.entries(parts).filter(([, { at }]) => at > now - SHARED_MS);
  return { ...(coverage && { coverage }), parts: Object.fromEntries(recent) };
}

/** Whether an audit by this plan would find out anything that is not known. */
export function isLeft(plan: PlanRecord, { parts }: Shared): boolean {
  return findWanted(plan).some(([name]) => parts[name] === undefined);
}

/** Keeps what an audit has found itself, beside what was known; by whoever has the host. */
export async function share(
  hostname: string,
  { results, coverage, unreadable }: Audit,
  { known, at }: { known: Shared; at: number },
) {
  if (unreadable !== undefined || Object.keys(results).length === 0) return;
  const found = Object.entries(results).map(([name, result]) => [name, { at, result }] as const);
  const whole = readsEveryPage(Object.keys(results)) ? coverage : known.coverage;
  const shared: Shared = {
    ...(whole && { coverage: whole }),
    parts: { ...known.parts, ...Object.fromEntries(found) },
  };
  const kept = JSON.stringify(shared);
  if (Buffer.byteLength(kept) > LARGEST_BYTES) return;
  const expires_epoch = Math.ceil((at + SHARED_MS) / 1000);
  await SiteResults.put({ start: startDigest(hostname), results: kept, expires_epoch }).go();
}

/** The same for host names that a crawl begins alike with. Keys hold no text of clients. */
function startDigest(hostname: string): string {
  // Without a scheme it is tried on https, too.
  const start = `${ownUrl(hostname) ? "" : "//"}${addressOf(hostname)}`;
  return createHash("sha256").update(start).digest("hex");
}
