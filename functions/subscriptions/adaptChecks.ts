import { reschedule } from "../../shared/checks/reschedule.ts";
import { readUptime } from "../../shared/checks/rosterHours.ts";
import { isSeated, minutesOfRoster } from "../../shared/checks/rosters.ts";
import { intervalMinutes } from "../../shared/checks/schedule.ts";
import {
  isWanted,
  loadSubscriptions,
  type Subscription,
} from "../../shared/checks/subscriptions.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import type { OwnedKey } from "../../shared/lists/listedKind.ts";
import { websites } from "../../shared/lists/websites.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { timestamp } from "../../shared/time.ts";

const AT_ONCE = 100;

/**
 * Makes the uptime checks of a business due now, each by itself, where its subscription says otherwise
 * than when they were last done: the worker then sees whether they are wanted, and how often.
 */
export async function adaptChecks({ reseller_uuid, uuid }: OwnedKey) {
  const subscription = (await loadSubscriptions([{ reseller_uuid, uuid }])).get(uuid);
  const errors: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: { record: Record<string, unknown> }[]; cursor: string | null } =
      await ListEntry.query
        .inOrder(websites.list({ reseller_uuid, business_uuid: uuid }))
        .go({ consistent: true, limit: AT_ONCE, cursor });
    const checks = await batchGet(
      ...page.data.map(({ record }) =>
        lookup<CheckRecord<"uptime">>(Check, {
          reseller_uuid,
          uuid: String(record["uuid"]),
          kind: "uptime",
        }),
      ),
    );
    const stale = checks.filter((check) => check !== undefined && isStale(check, subscription));
    const results = await Promise.allSettled(
      stale.map(async (check) => {
        const memory = check && (await readUptime(check));
        if (check && memory) await reschedule(check, timestamp(), { memory });
      }),
    );
    // One that fails keeps no other from following, on this page or a later one.
    errors.push(...results.flatMap((one) => (one.status === "rejected" ? one.reason : [])));
    cursor = page.cursor;
  } while (cursor);
  if (errors.length > 0) throw new AggregateError(errors, "Not all checks of a business follow");
}

/** In a roster that it should not be in, or waiting for longer than its interval. */
function isStale(check: CheckRecord<"uptime">, subscription: Subscription | undefined): boolean {
  const wanted = isWanted("uptime", subscription);
  const minutes = intervalMinutes("uptime", subscription?.plan ?? {});
  if (isSeated(check)) return !wanted || minutesOfRoster(check.seat.roster) !== minutes;
  return wanted && Date.parse(check.due_at) > Date.now() + minutes * 60_000;
}
