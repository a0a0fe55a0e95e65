import { checks } from "../../functions/changes/checks.ts";
import { handler as followChanges } from "../../functions/changes/index.ts";
import { readChange } from "../../functions/events/change.ts";
import { findCheck as findStoredCheck } from "../../functions/monitoring/findChecks.ts";
import type { CheckKind, CheckRecord } from "../../shared/entities/check.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { createListed } from "../../shared/lists/createListed.ts";
import { newWebsite, websites } from "../../shared/lists/websites.ts";
import { systemClock } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "./api.ts";
import { makeCustomer, type TestReseller } from "./factories.ts";
import { messagesAbout } from "./messages.ts";
import { changeOf } from "./stream.ts";

export interface MonitoredWebsite {
  reseller: TestReseller;
  userUuid: string;
  businessUuid: string;
  uuid: string;
}

/** A website of a new reseller, or of the business of another one, once the stream has started its checks. */
export async function monitorWebsite(
  hostname: string,
  beside?: MonitoredWebsite,
): Promise<MonitoredWebsite> {
  const { record, ...website } = await addWebsite(hostname, { beside });
  await checks([readChange(changeOf(Website, { after: record }))], systemClock);
  return website;
}

/** A website of a new reseller, before its checks are started. */
export async function addWebsite(
  hostname: string,
  { uuid = newUuid(), beside }: { uuid?: string; beside?: MonitoredWebsite | undefined } = {},
) {
  const { reseller, user, business } = beside
    ? { ...beside, user: beside.userUuid, business: beside.businessUuid }
    : await makeCustomer();
  const place = { reseller_uuid: reseller.uuid, business_uuid: business };
  // One that comes back keeps its uuid.
  const former = { uuid, revision: -1 } as WebsiteRecord;
  const attributes = newWebsite({ hostname });
  const record = await createListed(websites, place, { attributes, former });
  if (!record) throw new Error("The business was not found");
  return { record, reseller, userUuid: user, businessUuid: business, uuid: record.uuid };
}

/** Passes a change of the website to the dispatcher, as the table's stream does. */
export async function bringChange(
  { reseller, businessUuid, uuid }: MonitoredWebsite,
  eventName: "INSERT" | "MODIFY" | "REMOVE",
  hostname: string,
) {
  const image = {
    __edb_e__: { S: "website" },
    reseller_uuid: { S: reseller.uuid },
    business_uuid: { S: businessUuid },
    uuid: { S: uuid },
    hostname: { S: hostname },
    revision: { N: "1" },
  };
  const images = eventName === "REMOVE" ? { OldImage: image } : { NewImage: image };
  return await followChanges({
    Records: [{ eventName, dynamodb: { SequenceNumber: "1", ...images } }],
  });
}

export async function findCheck<Kind extends CheckKind>(
  { reseller, uuid }: MonitoredWebsite,
  kind: Kind,
): Promise<CheckRecord<Kind> | null> {
  return (await findStoredCheck({ reseller_uuid: reseller.uuid, uuid }, kind)) ?? null;
}

/** The message with which the schedule enqueues a check that is due. */
export async function dueMessage(website: MonitoredWebsite, kind: CheckKind) {
  const { reseller, uuid } = website;
  const check = await findCheck(website, kind);
  return { checks: [{ reseller_uuid: reseller.uuid, uuid, due_at: check?.due_at }] };
}

export async function isUp({ reseller, uuid }: MonitoredWebsite): Promise<boolean | undefined> {
  const { data } = await Website.get({ reseller_uuid: reseller.uuid, uuid }).go();
  return data?.is_hostname_up;
}

/** The website's feed as the API shows it: newest first. */
export async function readFeed({ reseller, businessUuid, uuid }: MonitoredWebsite) {
  const { body } = await call("GET /v1/feed-items", {
    key: reseller.key,
    query: { businessUuid, websiteUuid: uuid },
  });
  return body.data;
}

export const uptimeMessages = (uuid: string) => messagesAbout("UPTIME_QUEUE_URL", uuid);
