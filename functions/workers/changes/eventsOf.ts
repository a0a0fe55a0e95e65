import { isDeepStrictEqual } from "node:util";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import type { CompetitorRecord } from "../../../shared/entities/competitor.ts";
import type { CustomFieldRecord } from "../../../shared/entities/customFields.ts";
import type { FeedItemRecord } from "../../../shared/entities/feedItem.ts";
import type { WebsiteFindingsRecord } from "../../../shared/entities/findings.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { unpackJson } from "../../../shared/platform/table/packedJson.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { presentWithCustomFields } from "../../../shared/resources/business.ts";
import {
  presentCompetitor,
  presentFeedItem,
  presentUser,
  presentWebsite,
} from "../../../shared/resources/presenters.ts";
import { presentCause } from "../../../shared/vocabulary/reasons.ts";
import type { EventType } from "../../../shared/webhooks/catalogue.ts";
import { type Change, imagesOf } from "../../../shared/webhooks/change.ts";
import {
  type EventCustomer,
  type EventDowntime,
  newEvent,
  type ServiceEvent,
} from "../../../shared/webhooks/event.ts";
import { presentWebhook } from "../../../shared/webhooks/webhook.ts";
import { presentChangedFindings } from "./changedFindings.ts";

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
      return websiteEvents(change);
    case "business":
      return await businessEvents(change, customFieldsOf);
    case "competitor":
      return resourceEvents<CompetitorRecord>(change, {
        noun: "competitor",
        present: presentCompetitor,
        customerOf: ofBusiness,
        updatesOf: competitorUpdates,
      });
    case "user":
      return resourceEvents<UserRecord>(change, {
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

interface Resource<Stored> {
  noun: "website" | "business" | "competitor" | "user";
  /** Without it, `created` of the noun. */
  creation?: EventType;
  present(record: Stored): ServiceEvent["data"];
  customerOf(record: Stored): EventCustomer;
  /** The types of the events that an update of a shown field makes. */
  updatesOf(before: Stored, after: Stored): EventType[];
  /** Those that an update of other attributes makes. */
  unshownUpdatesOf?(before: Stored, after: Stored): EventType[];
}

/** The customer of a record of a business. The dispatcher finds the user whom feed items and findings do not name. */
function ofBusiness(record: {
  business_uuid: string;
  user_uuid?: string | undefined;
}): EventCustomer {
  return { user_uuid: record.user_uuid ?? null, business_uuid: record.business_uuid };
}

/** The events of a created, updated or deleted resource; their sequence is the record's revision. */
function resourceEvents<Stored extends { revision: number }>(
  change: Change,
  { noun, creation, present, customerOf, updatesOf, unshownUpdatesOf }: Resource<Stored>,
): ServiceEvent[] {
  const { before, after } = imagesOf<Stored>(change);
  const record = after ?? before;
  if (!record) return [];
  const event = { ...customerOf(record), data: present(record) };
  if (!after) {
    const type = `${noun}.deleted` as EventType;
    return [eventOf(change, { type, sequence: record.revision + 1, ...event })];
  }
  const types = before
    ? [
        ...(isDeepStrictEqual(present(before), event.data) ? [] : updatesOf(before, after)),
        ...(unshownUpdatesOf?.(before, after) ?? []),
      ]
    : [creation ?? (`${noun}.created` as EventType)];
  return types.map((type) => eventOf(change, { type, sequence: after.revision, ...event }));
}

/** The events of a website. Those of a downtime tell when it began and why. */
function websiteEvents(change: Change): ServiceEvent[] {
  const { before, after } = imagesOf<WebsiteRecord>(change);
  const events = resourceEvents<WebsiteRecord>(change, {
    noun: "website",
    present: presentWebsite,
    customerOf: ofBusiness,
    updatesOf: websiteUpdates,
    unshownUpdatesOf: unshownWebsiteUpdates,
  });
  return events.map((event) => {
    const downtime = after && downtimeOf(event.type, before, after);
    return downtime === undefined ? event : { ...event, downtime };
  });
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
  return resourceEvents<BusinessRecord>(change, {
    noun: "business",
    present: (business) => presentWithCustomFields(business, fields),
    customerOf: ({ user_uuid, uuid }) => ({ user_uuid, business_uuid: uuid }),
    updatesOf: () => ["business.updated"],
  });
}

function feedItemEvents(change: Change): ServiceEvent[] {
  const { before, after } = imagesOf<FeedItemRecord>(change);
  if (before || !after || after.is_quiet) return [];
  const data = presentFeedItem({ ...after, data: unpackJson(after.data) });
  return [eventOf(change, { type: "feed_item.created", sequence: 1, ...ofBusiness(after), data })];
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

/**
 * A change of `is_hostname_up` has its own event, unless the website is down no longer because it is
 * paused; other changed fields make a second one.
 */
function websiteUpdates(before: WebsiteRecord, after: WebsiteRecord): EventType[] {
  if (before.is_hostname_up === after.is_hostname_up) return ["website.updated"];
  const { is_hostname_up, updated_at } = after;
  const others = presentWebsite({ ...before, is_hostname_up, updated_at });
  const state = is_hostname_up ? "website.up" : "website.down";
  const states = isPausedNow(before, after) ? [] : [state as EventType];
  return isDeepStrictEqual(others, presentWebsite(after)) ? states : [...states, "website.updated"];
}

/**
 * A website that is paused or probed again, or becomes unstable or stable. A paused one, or one with another
 * host name, counts as stable, without an event.
 */
function unshownWebsiteUpdates(before: WebsiteRecord, after: WebsiteRecord): EventType[] {
  if (isPausedNow(before, after)) return ["website.paused"];
  if (before.paused_since !== undefined && after.paused_since === undefined)
    return ["website.resumed"];
  const isSame = (before.unstable_since === undefined) === (after.unstable_since === undefined);
  if (isSame || before.hostname !== after.hostname) return [];
  return [after.unstable_since === undefined ? "website.stable" : "website.unstable"];
}

function isPausedNow(before: WebsiteRecord, after: WebsiteRecord): boolean {
  return before.paused_since === undefined && after.paused_since !== undefined;
}

/** The downtime that begins with `website.down`, and ends with `website.up` or `website.paused`. */
function downtimeOf(
  type: EventType,
  before: WebsiteRecord | undefined,
  after: WebsiteRecord,
): EventDowntime | null | undefined {
  if (type !== "website.down" && type !== "website.up" && type !== "website.paused")
    return undefined;
  const { down_since: began_at, down_cause } = type === "website.down" ? after : (before ?? {});
  if (began_at === undefined) return null;
  return { began_at, ended_at: after.down_until ?? null, ...presentCause(down_cause) };
}
