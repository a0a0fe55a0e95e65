/** @file Where what is stored of a record is, its copies in lists aside. */

import { Check } from "../entities/check.ts";
import { FeedCounter, FeedItem } from "../entities/feedItem.ts";
import { WebsiteFindings } from "../entities/findings.ts";
import { Maintenance } from "../entities/maintenance.ts";
import { UptimeDay } from "../entities/uptimeDay.ts";
import { lookup } from "../table/batch.ts";
import type { OwnedKey } from "../table/entity.ts";
import type { Stretch } from "../table/queryIndex.ts";
import { type ListedName, listedKinds } from "./listedKinds.ts";

type Owned = OwnedKey & { business_uuid?: unknown };

/** Everything that is stored of a record. */
export function stretchesOf(name: ListedName, record: Owned): Stretch[] {
  const { reseller_uuid, uuid } = record;
  const history = historyOf(name, record);
  if (name === "user") return history;
  const own = ownOf(name, record);
  if (name !== "website") return [own];
  const checks = partitionOf(Check, { reseller_uuid, uuid, kind: "uptime" });
  return [own, { partition: checks }, ...history];
}

function ownOf(name: ListedName, { reseller_uuid, uuid }: OwnedKey): Stretch {
  return { partition: partitionOf(listedKinds[name].entity as never, { reseller_uuid, uuid }) };
}

/** A website's uptime, feed, findings and maintenance, or a user's mails and reports beside the user itself. */
function historyOf(name: ListedName, record: Owned): Stretch[] {
  if (name === "user") return [ownOf(name, record)];
  if (name !== "website") return [];
  const { reseller_uuid, uuid } = record;
  const website_uuid = uuid;
  const business_uuid = String(record.business_uuid);
  const ofFeed = { reseller_uuid, website_uuid };
  return [
    { partition: partitionOf(UptimeDay, { reseller_uuid, uuid, day: "" }) },
    { partition: partitionOf(Maintenance, { reseller_uuid, uuid }) },
    { partition: partitionOf(FeedItem, { ...ofFeed, business_uuid, sequence: 0 }) },
    { partition: partitionOf(FeedCounter, ofFeed) },
    {
      partition: partitionOf(WebsiteFindings, { reseller_uuid, business_uuid, uuid }),
      prefix: `${uuid}#`,
    },
  ];
}

/** The partition of a record with this key. */
export function partitionOf(
  entity: Parameters<typeof lookup>[0],
  key: Record<string, string | number>,
): string {
  return String(lookup(entity, key).key["pk"]);
}
