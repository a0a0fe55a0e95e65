import type { Waiting } from "../../../shared/entities/siteLease.ts";

/** A reseller whose audits have not tried for this long no longer waits: more than three pauses between tries. */
export const STILL_WAITS_MS = 150_000;
/** Further resellers try again without a place. */
const MOST_WAITING = 50;

/** A reader that wants a host. */
interface Asker {
  reseller_uuid: string;
  /** It reads a website of this host, and was not merely redirected there. */
  isOwner: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/** The resellers that still wait, the one that has waited longest first. */
export function stillWaiting(waiting: Waiting[] = [], now: number): Waiting[] {
  return waiting.filter(({ tried }) => tried + STILL_WAITS_MS > now);
}

/**
 * Whether a reader may take a free host. Resellers with websites of the host take turns, and the one that
 * had it last gets it again only if no other waits. A reader that was redirected there comes after all of them.
 */
export function isNext(
  { waiting, last }: { waiting: Waiting[]; last: string | undefined },
  { reseller_uuid, isOwner }: Asker,
): boolean {
  const next = waiting.find((one) => one.reseller_uuid !== last) ?? waiting[0];
  return next === undefined || (isOwner && next.reseller_uuid === reseller_uuid);
}

/** The queue after a reader of a website of the host has tried in vain. */
export function noteTry(
  waiting: Waiting[],
  { reseller_uuid, now }: Omit<Asker, "isOwner">,
): Waiting[] {
  const isOwn = (one: Waiting) => one.reseller_uuid === reseller_uuid;
  if (waiting.some(isOwn)) return waiting.map((one) => (isOwn(one) ? { ...one, tried: now } : one));
  return waiting.length < MOST_WAITING
    ? [...waiting, { reseller_uuid, since: now, tried: now }]
    : waiting;
}

/** The queue after a reader has got the host. */
export function leaveQueue(waiting: Waiting[], { reseller_uuid, isOwner }: Asker): Waiting[] {
  return isOwner ? waiting.filter((one) => one.reseller_uuid !== reseller_uuid) : waiting;
}
