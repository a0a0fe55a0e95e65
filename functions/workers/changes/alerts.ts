import {
  forgetDowntimes,
  listeners,
  makeDueBy,
  noteBeginning,
  noteEnd,
  readAlerts,
  TOGETHER_MS,
} from "../../../shared/alerts/alerts.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { type Change, imagesOf } from "../../../shared/webhooks/change.ts";
import { allOf, type Part } from "./part.ts";

/** Notes for the alerts of an account which websites went down or came back, and makes the alerts due. */
export const alerts: Part = async (changes) => {
  const relevant = changes.filter((change) => {
    const { before, after } = imagesOf<WebsiteRecord>(change);
    return before?.down_since !== after?.down_since;
  });
  const byReseller = Map.groupBy(relevant, ({ reseller_uuid }) => reseller_uuid);
  await allOf([...byReseller], ([reseller_uuid, some]) => follow(reseller_uuid, some));
};

async function follow(reseller_uuid: string, changes: Change[]) {
  const isHeard = listeners(await readAlerts(reseller_uuid)).length > 0;
  for (const change of changes) await note(change, isHeard);
  const first = Math.min(...changes.map(({ at }) => at.getTime()));
  if (isHeard) await makeDueBy(reseller_uuid, new Date(first + TOGETHER_MS));
}

/** Without anybody who gets alerts, only an end matters: what was noted is then forgotten. */
async function note(change: Change, isHeard: boolean) {
  const { before, after } = imagesOf<WebsiteRecord>(change);
  const { reseller_uuid, uuid, at } = change;
  const of = (began_at: string) => ({ reseller_uuid, uuid, began_at });
  if (before?.down_since) {
    // A website that was paused or moved has not come back.
    const isUp = after && !after.paused_since && after.hostname === before.hostname;
    if (isUp && isHeard) await noteEnd(of(before.down_since), after.down_until ?? "", at);
    else await forgetDowntimes([of(before.down_since)]);
  }
  if (after?.down_since && isHeard) await noteBeginning(of(after.down_since), at);
}
