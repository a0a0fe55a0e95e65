import { isDeepStrictEqual } from "node:util";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import type { CompetitorRecord } from "../../../shared/entities/competitor.ts";
import type { CustomFieldRecord } from "../../../shared/entities/customFields.ts";
import { type FeedItemRecord, unpackData } from "../../../shared/entities/feedItem.ts";
import { unpackJson, type WebsiteFindingsRecord } from "../../../shared/entities/findings.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { presentWithCustomFields } from "../../../shared/resources/business.ts";
import { presentChangedFindings } from "../../../shared/resources/changedFindings.ts";
import { presentCompetitor } from "../../../shared/resources/competitor.ts";
import { presentFeedItem } from "../../../shared/resources/feedItem.ts";
import { presentUser } from "../../../shared/resources/user.ts";
import { presentWebsite } from "../../../shared/resources/website.ts";
import type { EventType } from "../../../shared/webhooks/catalogue.ts";
import { type Change, imagesOf } from "../../../shared/webhooks/change.ts";
import { type EventCustomer, newEvent, type ServiceEvent } from "../../../shared/webhooks/event.ts";
import { presentWebhook } from "../../../shared/webhooks/presentWebhook.ts";
import { downtimeOf, unshownWebsiteUpdates, websiteUpdates } from "./websiteEvents.ts";

/** Reads the current custom fields of a reseller. */
type CustomFieldsOf = (reseller_uuid: string) => Promise<CustomFieldRecord[]>;

/**
 * The events that a change makes for the webhooks of its reseller; the same change always makes the same
 * events. A change that the API does not show, such as that of a counter, makes no event.
 */
export async function eventsOf(
  change: Change,
  customFieldsOf: CustomFieldsOf,
): Promise<ServiceEvent[]> {
  switch (change.entity) {
    case "website":
      return resourceEvents<WebsiteRecord, "website">(change, {
        noun: "website",
        creation: "website.created",
        present: presentWebsite,
        customerOf: ofBusiness,
        updatesOf: websiteUpdates,
        unshownUpdatesOf: unshownWebsiteUpdates,
        downtimeOf,
      });
    case "business":
      return await businessEvents(change, customFieldsOf);
    case "competitor":
      return resourceEvents<CompetitorRecord, "competitor">(change, {
        noun: "competitor",
        creation: "competitor.created",
        present: presentCompetitor,
        customerOf: ofBusiness,
        updatesOf: competitorUpdates,
      });
    case "user":
      return resourceEvents(change, {
        noun: "user",
        creation: "user.onboarded",
        present: presentUser,
        customerOf: ({ uuid }) => ({ user_uuid: uuid, business_uuid: null }),
        updatesOf: userUpdates,
      });
    case "feedItem":
      return feedItemEvents(change);
    case "websiteFindings":
      return findingsEvents(change);
    case "webhook":
      return webhookEvents(change);
    default:
      return [];
  }
}

type Shown = ServiceEvent["data"];

interface Resource<Stored, Noun> {
  noun: Noun;
  creation: EventType;
  present(record: Stored): Shown;
  customerOf(record: Stored): EventCustomer;
  /** The types of the events that an update of a shown field makes. */
  updatesOf(before: Stored, after: Stored): EventType[];
  /** Those that an update of other attributes makes. */
  unshownUpdatesOf?(before: Stored, after: Stored): EventType[];
  /** The downtime in an event of this type; undefined if such events have none. */
  downtimeOf?(
    type: EventType,
    images: { before?: Stored; after: Stored },
  ): ServiceEvent["downtime"];
}

/** The customer of a record of a business. The dispatcher finds the user that an older record does not name. */
function ofBusiness(record: {
  business_uuid: string;
  user_uuid?: string | undefined;
}): EventCustomer {
  return { user_uuid: record.user_uuid ?? null, business_uuid: record.business_uuid };
}

/** The events of a created, updated or deleted resource; their sequence is the record's revision. */
function resourceEvents<
  Stored extends { revision: number },
  const Noun extends "website" | "business" | "competitor" | "user",
>(change: Change, resource: Resource<Stored, Noun>): ServiceEvent[] {
  const { noun, creation, present, customerOf, updatesOf, unshownUpdatesOf, downtimeOf } = resource;
  const { before, after } = imagesOf<Stored>(change);
  if (after) {
    const data = present(after);
    const isShown = !before || !isDeepStrictEqual(present(before), data);
    const shown = before ? updatesOf(before, after) : [creation];
    const unshown = (before && unshownUpdatesOf?.(before, after)) ?? [];
    const types = [...(isShown ? shown : []), ...unshown];
    const sequence = after.revision;
    return types.map((type) => {
      const downtime = downtimeOf?.(type, { ...(before && { before }), after });
      const told = { type, sequence, ...customerOf(after), data };
      return eventOf(change, { ...told, ...(downtime !== undefined && { downtime }) });
    });
  }
  if (!before) return [];
  const [type, sequence] = [`${noun}.deleted` as const, before.revision + 1];
  return [eventOf(change, { type, sequence, ...customerOf(before), data: present(before) })];
}

/** Fields that the service has filled in have another event than fields that a client has set. */
function competitorUpdates(before: CompetitorRecord, after: CompetitorRecord): EventType[] {
  return [before.enriched_at === after.enriched_at ? "competitor.updated" : "competitor.enriched"];
}

/** A suspension and its end have their own events; other changed fields make a second one. */
function userUpdates(before: UserRecord, after: UserRecord): EventType[] {
  if (before.suspended_at === after.suspended_at) return ["user.updated"];
  const { suspended_at, updated_at } = after;
  const others = presentUser({ ...before, suspended_at, updated_at });
  const state = suspended_at ? "user.suspended" : "user.resumed";
  return isDeepStrictEqual(others, presentUser(after)) ? [state] : [state, "user.updated"];
}

async function businessEvents(change: Change, customFieldsOf: CustomFieldsOf) {
  const { before, after } = imagesOf<BusinessRecord>(change);
  // Only a counter has changed, so the custom fields need not be read.
  if (before?.revision === after?.revision) return [];
  const hasValues = [before, after].some((business) => business?.custom_field_values.length);
  const fields = hasValues ? await customFieldsOf(change.reseller_uuid) : [];
  return resourceEvents<BusinessRecord, "business">(change, {
    noun: "business",
    creation: "business.created",
    present: (business) => presentWithCustomFields(business, fields),
    customerOf: ({ user_uuid, uuid }) => ({ user_uuid, business_uuid: uuid }),
    updatesOf: () => ["business.updated"],
  });
}

function feedItemEvents(change: Change): ServiceEvent[] {
  const { before, after } = imagesOf<FeedItemRecord>(change);
  if (before || !after || after.is_quiet) return [];
  const data = presentFeedItem({ ...after, data: unpackData(after.data) });
  const told = { type: "feed_item.created" as const, sequence: 1, ...ofBusiness(after) };
  return [eventOf(change, { ...told, data })];
}

/** What an audit opened, reopened and resolved; nothing if only more is known about open findings. */
function findingsEvents(change: Change): ServiceEvent[] {
  const { before, after } = imagesOf<WebsiteFindingsRecord>(change);
  if (!after || after.is_quiet) return [];
  const former = before ? unpackJson(before.findings) : [];
  const data = presentChangedFindings(former, {
    ...after,
    findings: unpackJson(after.findings),
  });
  if (!data) return [];
  const type = "website.findings_changed";
  return [eventOf(change, { type, sequence: after.revision, ...ofBusiness(after), data })];
}

function webhookEvents(change: Change): ServiceEvent[] {
  const { before, after } = imagesOf<WebhookRecord>(change);
  if (!after) return [];
  const data = presentWebhook(after);
  const { disabled_at, test_count = 0 } = after;
  const events: ServiceEvent[] = [];
  if (disabled_at && disabled_at !== before?.disabled_at) {
    const sequence = Date.parse(disabled_at) / 1000;
    events.push(eventOf(change, { type: "webhook.disabled", sequence, data }));
  }
  if (test_count > (before?.test_count ?? 0)) {
    events.push(eventOf(change, { type: "webhook.test", sequence: test_count, data }));
  }
  return events;
}

function eventOf(
  { reseller_uuid, at }: Change,
  event: Omit<Parameters<typeof newEvent>[1], "timestamp">,
): ServiceEvent {
  return newEvent(reseller_uuid, { ...event, timestamp: timestamp(at) });
}
