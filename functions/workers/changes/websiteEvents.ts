import { isDeepStrictEqual } from "node:util";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { presentWebsite } from "../../../shared/resources/website.ts";
import { presentCause } from "../../../shared/vocabulary/reasons.ts";
import type { EventType } from "../../../shared/webhooks/catalogue.ts";
import type { EventDowntime } from "../../../shared/webhooks/event.ts";

/**
 * A change of `is_hostname_up` has its own event, unless the website is down no longer because it is
 * paused; other changed fields make a second one.
 */
export function websiteUpdates(before: WebsiteRecord, after: WebsiteRecord): EventType[] {
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
export function unshownWebsiteUpdates(before: WebsiteRecord, after: WebsiteRecord): EventType[] {
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
export function downtimeOf(
  type: EventType,
  { before, after }: { before?: WebsiteRecord; after: WebsiteRecord },
): EventDowntime | null | undefined {
  if (type !== "website.down" && type !== "website.up" && type !== "website.paused")
    return undefined;
  const { down_since: began_at, down_cause } = type === "website.down" ? after : (before ?? {});
  if (began_at === undefined) return null;
  return { began_at, ended_at: after.down_until ?? null, ...presentCause(down_cause) };
}
