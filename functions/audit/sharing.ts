import { packJson, unpackJson } from "../../shared/entities/findings.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { addressOf, ownUrl } from "../../shared/fields/siteUrl.ts";
import { findWanted, NOTHING_SHARED, readsEveryPage, type Shared } from "./analyse.ts";
import { nameOf } from "./analyser.ts";
import { analysers } from "./analysers/index.ts";
import type { Audit } from "./crawlAndAnalyse.ts";
import { tableCache } from "./services/answers.ts";

/** How long websites with the same host name share what an audit found out. None is crawled more often. */
export const SHARED_MS = 3_600_000;

/** What is known about a host name from audits within the last hour; `now` in milliseconds. */
export async function findShared(hostname: string, now: number): Promise<Shared> {
  const kept = await tableCache.get(keyOfShared(hostname));
  if (typeof kept !== "string") return NOTHING_SHARED;
  const { coverage, parts } = unpackJson<Shared>(Buffer.from(kept, "base64"));
  const recent = Object.entries(parts).filter(([, { at }]) => at > now - SHARED_MS);
  return { ...(coverage && { coverage }), parts: Object.fromEntries(recent) };
}

/** Whether the plan wants anything that is not shared yet. */
export function hasUnsharedParts(plan: PlanRecord, { parts }: Shared): boolean {
  return findWanted(plan).some((analyser) => parts[nameOf(analyser)] === undefined);
}

/** Adds what an audit found out to what is shared. Only the holder of the host's lease may call it. */
export async function share(
  hostname: string,
  { materials, coverage, unreadable }: Audit,
  { known, at }: { known: Shared; at: number },
) {
  if (unreadable !== undefined || Object.keys(materials).length === 0) return;
  const found = Object.entries(materials).map(([name, material]) => [name, { at, material }]);
  const run = analysers.filter((analyser) => nameOf(analyser) in materials);
  const whole = readsEveryPage(run) ? coverage : known.coverage;
  const shared: Shared = {
    ...(whole && { coverage: whole }),
    parts: { ...known.parts, ...Object.fromEntries(found) },
  };
  // Packed, because a map in the table loses the order of its fields, and each kilobyte costs.
  const packed = Buffer.from(packJson(shared)).toString("base64");
  await tableCache.set(keyOfShared(hostname), packed, SHARED_MS / 1000);
}

/** The key of what is shared. Host names whose crawls start at the same URL have the same key. */
export function keyOfShared(hostname: string): string {
  // A host name without a scheme is also tried on https.
  return `audit4#${ownUrl(hostname) ? "" : "//"}${addressOf(hostname)}`;
}
