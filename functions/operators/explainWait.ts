import type { CheckRecord } from "../../shared/entities/check.ts";
import { whoReads } from "../audit/whoReads.ts";

/** A sentence about the host that an audit waits for, if it waits for one. */
export async function explainWait(
  audit: CheckRecord | undefined,
  now = Date.now(),
): Promise<string[]> {
  if (audit?.waiting_for === undefined) return [];
  const { reseller_uuid, waiting_for, waiting_since, due_at, claimed_until } = audit;
  if (claimed_until && Date.parse(claimed_until) >= now) return [];
  const who = await whoReads(waiting_for, reseller_uuid, now);
  return [
    `Its audit has waited for the host ${waiting_for} since ${waiting_since ?? due_at}: ${who}. The next try is at ${due_at}.`,
  ];
}
