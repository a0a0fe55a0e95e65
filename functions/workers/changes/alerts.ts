import { isDeepStrictEqual } from "node:util";
import {
  forgetDowntimes,
  listeners,
  makeDueBy,
  noteBeginning,
  noteEnd,
  presentAlerts,
  readAlerts,
  TOGETHER_MS,
} from "../../../shared/alerts/alerts.ts";
import type { AlertsRecord } from "../../../shared/entities/alerts.ts";
import type { ResellerRecord } from "../../../shared/entities/reseller.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { type Change, imagesOf } from "../../../shared/webhooks/change.ts";
import { allOf, type Part } from "./part.ts";

/** Notes for the alerts of an account which websites went down or came back, and makes the alerts due. */
export const alerts: Part = async (changes) => {
  const relevant = changes.filter(isRelevant);
  const byReseller = Map.groupBy(relevant, ({ entity, reseller_uuid, uuid }) =>
    entity === "reseller" ? uuid : reseller_uuid,
  );
  await allOf([...byReseller], ([reseller_uuid, some]) => follow(reseller_uuid, some));
};

/** Whether a downtime began or ended, or who is told, and when, has changed. */
function isRelevant(change: Change): boolean {
  if (change.entity === "reseller") {
    const { before, after } = imagesOf<ResellerRecord>(change);
    return before?.timezone !== after?.timezone;
  }
  if (change.entity === "alerts") {
    const { before, after } = imagesOf<AlertsRecord>(change);
    return !isDeepStrictEqual(before && presentAlerts(before), after && presentAlerts(after));
  }
  const { before, after } = imagesOf<WebsiteRecord>(change);
  return before?.down_since !== after?.down_since;
}

/** Without anybody who gets alerts, only the end of that matters: what was noted is then forgotten. */
async function follow(reseller_uuid: string, changes: Change[]) {
  const isHeard = listeners(await readAlerts(reseller_uuid)).length > 0;
  const due: number[] = [];
  for (const change of changes) {
    const isSetting = change.entity !== "website";
    if (!isHeard && change.entity !== "alerts") continue;
    if (!isSetting) await note(change);
    due.push(change.at.getTime() + (isSetting ? 0 : TOGETHER_MS));
  }
  if (due.length > 0) await makeDueBy(reseller_uuid, new Date(Math.min(...due)));
}

async function note(change: Change) {
  const { before, after } = imagesOf<WebsiteRecord>(change);
  const { reseller_uuid, uuid, at } = change;
  const of = (began_at: string) => ({ reseller_uuid, uuid, began_at });
  if (before?.down_since) {
    // A website that was paused or moved has not come back.
    const isUp = after && !after.paused_since && after.hostname === before.hostname;
    if (isUp) await noteEnd(of(before.down_since), after.down_until ?? "", at);
    else await forgetDowntimes([of(before.down_since)]);
  }
  if (after?.down_since) await noteBeginning(of(after.down_since), at);
}
