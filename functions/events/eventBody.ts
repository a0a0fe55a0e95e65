import type { ServiceEvent } from "./event.ts";

/** The longest body that is sent, in bytes. */
const MAX_BODY_BYTES = 20_000;

/**
 * The body of an event as it is sent and signed: `{type, timestamp, sequence, data}`, at most 20 kB.
 * Larger `data` is replaced by its identifiers and the path of the resource in the API, as `url`
 * where it is still there.
 */
export function eventBody(event: ServiceEvent): string {
  return stringify(limitData(event));
}

/** The event with no more `data` than its body can hold. */
export function limitData(event: ServiceEvent): ServiceEvent {
  if (Buffer.byteLength(stringify(event)) <= MAX_BODY_BYTES) return event;
  const identifiers = Object.entries(event.data).filter(([name]) => /^(\w+_)?uuid$/.test(name));
  const data = { ...Object.fromEntries(identifiers), uuid: event.data.uuid };
  // What is deleted can't be fetched any more.
  if (event.type.endsWith(".deleted")) return { ...event, data };
  return { ...event, data: { ...data, url: pathOf(event) } };
}

function stringify({ type, timestamp, sequence, data }: ServiceEvent): string {
  return JSON.stringify({ type, timestamp, sequence, data });
}

const COLLECTIONS: Record<string, string> = {
  website: "websites",
  business: "businesses",
  competitor: "competitors",
  webhook: "webhooks",
};

/** Where the API answers the resource: by itself, or in the list that has it. */
function pathOf({ type, data }: ServiceEvent): string {
  const [noun = ""] = type.split(".");
  const { uuid, business_uuid, website_uuid } = data;
  if (noun === "user") return "/v1/users";
  if (noun === "feed_item") {
    return `/v1/feed-items?businessUuid=${business_uuid}&websiteUuid=${website_uuid}`;
  }
  return `/v1/${COLLECTIONS[noun]}/${uuid}`;
}
