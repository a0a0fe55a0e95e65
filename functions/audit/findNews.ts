import { createHash } from "node:crypto";
import type { NewFeedItem } from "../../shared/feed/newFeedItem.ts";
import { timestamp } from "../../shared/time.ts";
import type { Analysis } from "./analyse.ts";
import type { AuditMemory } from "./memory.ts";

/** What stays as it is is written again after so long: feed items are kept for 400 days. */
const RENEWED_DAYS = 200;
const DAY_MS = 86_400_000;

/** What was found that the feed does not say yet, and what to remember to tell the next time. */
export function findNews(
  analysis: Analysis,
  { written }: AuditMemory,
  now: Date,
): { news: NewFeedItem[]; written: AuditMemory["written"] } {
  const next = { ...written };
  const news: NewFeedItem[] = [];
  for (const [type, finding] of Object.entries(analysis)) {
    if (!finding) continue;
    const { status, data } = finding;
    const digest = digestOf({ status, data });
    const last = written[type];
    if (last?.digest === digest && isRecent(last.at, now)) continue;
    next[type] = { digest, at: timestamp(now) };
    news.push({ type, status, data: { ...data } });
  }
  return { news, written: next };
}

function digestOf(content: object): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 16);
}

function isRecent(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) < RENEWED_DAYS * DAY_MS;
}
