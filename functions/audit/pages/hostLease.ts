import {
  type ReadFor,
  SiteLease,
  type SiteLeaseRecord,
  siteKey,
  type Waiting,
} from "../../../shared/entities/siteLease.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { freeSlot, takeSlot } from "./addressSlots.ts";
import { isNext, leaveQueue, noteTry, STILL_WAITS_MS, stillWaiting } from "./hostQueue.ts";

/** Tries to take a host or a place in its queue, while others change the lease. */
const ATTEMPTS = 4;
/** How old a reseller's last try may be before another one is noted. */
const NOTED_MS = 10_000;

/** An exclusive right to read a host. It is plain data, so that it can be passed to a thread. */
export interface HostLease {
  /** A digest of the host. */
  host: string;
  /** A uuid of the reader. */
  holder: string;
  /** The reseller for whom it reads. */
  reseller_uuid: string;
  /** Its slot at the address of the host. */
  slot?: string;
  /** Milliseconds since 1970. */
  until: number;
}

interface Reader extends Omit<HostLease, "host" | "slot"> {
  readFor: ReadFor;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Takes the lease on the host of a website or competitor, for one reader of all resellers at a time. A
 * host with and without `www.` is the same. Returns undefined while its address has no free slot, or another
 * reader holds the host or is next; a reseller with a website there is then queued.
 */
export async function takeHost(
  hostname: string,
  { now, readFor, ...reader }: Reader,
): Promise<HostLease | undefined> {
  const lease = { host: siteKey(hostOf(hostname)), ...reader };
  const slot = await takeAtAddress(hostname, lease, { now, readFor });
  return slot && { ...lease, ...slot };
}

/** The lease on the host of a website; undefined if nobody reads it or waits for it. */
export async function findLease(hostname: string): Promise<SiteLeaseRecord | undefined> {
  const { data } = await SiteLease.get({ host: siteKey(hostOf(hostname)) }).go({
    consistent: true,
  });
  return data ?? undefined;
}

/** Releases a host and the other hosts of its reading, unless another reader has them by now. */
export async function releaseHosts({ host, holder, slot }: HostLease) {
  await freeSlot(slot, holder);
  const further = await release(host, holder);
  await Promise.all(further.map((each) => release(each, holder)));
}

/** Takes a host, and a slot at its address unless one of `held` is; undefined if one of both is not free. */
export async function takeAtAddress(
  url: string,
  lease: HostLease,
  { held = [], ...reader }: Pick<Reader, "now" | "readFor"> & { held?: readonly string[] },
): Promise<{ slot?: string } | undefined> {
  if (!(await take(lease, reader))) return undefined;
  const taken = await takeSlot(url, { ...lease, held }, reader.now);
  if (!taken) await release(lease.host, lease.holder);
  return taken;
}

async function take(lease: HostLease, reader: Pick<Reader, "now" | "readFor">): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await takeUnclaimed(lease, reader)) return true;
    const taken = await takeTurn(lease, reader);
    if (taken !== undefined) return taken;
  }
  return false;
}

/** Takes a host that nobody has or waits for. */
async function takeUnclaimed(
  { host, ...lease }: HostLease,
  { now, readFor }: Pick<Reader, "now" | "readFor">,
): Promise<boolean> {
  const expires_epoch = Math.ceil(lease.until / 1000);
  const taken = await writeIfTrue(() =>
    SiteLease.upsert({ host, ...lease, since: now, read_for: readFor, further: [], expires_epoch })
      // The reader's own lease is there if only the table's answer was lost.
      .where(
        ({ until, holder }, { notExists, eq }) =>
          `${notExists(until)} OR ${eq(holder, lease.holder)}`,
      )
      .go(),
  );
  return taken !== undefined;
}

/**
 * Takes a host that is free if this reader comes next; otherwise notes that its reseller waits, and
 * returns false. Undefined if the lease has changed meanwhile.
 */
async function takeTurn(
  { host, ...lease }: HostLease,
  { now, readFor }: Pick<Reader, "now" | "readFor">,
): Promise<boolean | undefined> {
  const { data: found } = await SiteLease.get({ host }).go({ consistent: true });
  if (!found) return undefined;
  const asker = { reseller_uuid: lease.reseller_uuid, isOwner: readFor === "website", now };
  const waiting = stillWaiting(found.waiting, now);
  if (found.until < now && isNext({ waiting, last: found.reseller_uuid }, asker)) {
    const rest = leaveQueue(waiting, asker);
    const taken = { ...lease, since: now, read_for: readFor, further: [] };
    return (await change(found, taken, rest)) ? true : undefined;
  }
  const isNoted = waiting.some(
    (one) => one.reseller_uuid === asker.reseller_uuid && now - one.tried < NOTED_MS,
  );
  if (isNoted || !asker.isOwner) return false;
  return (await change(found, {}, noteTry(waiting, asker))) ? false : undefined;
}

/** Changes a lease and its queue; false if they are no longer as they were found. */
async function change(
  { host, ...found }: SiteLeaseRecord,
  changes: Partial<Omit<SiteLeaseRecord, "host" | "waiting" | "expires_epoch">>,
  waiting: Waiting[],
): Promise<boolean> {
  const ends = [
    changes.until ?? found.until,
    ...waiting.map(({ tried }) => tried + STILL_WAITS_MS),
  ];
  const set = { ...changes, expires_epoch: Math.ceil(Math.max(...ends) / 1000) };
  const changed = await writeIfTrue(() =>
    SiteLease.patch({ host })
      .set(waiting.length > 0 ? { ...set, waiting } : set)
      .remove(waiting.length > 0 ? [] : ["waiting"])
      .where((lease, { eq, notExists }) =>
        [
          eq(lease.holder, found.holder),
          eq(lease.until, found.until),
          found.waiting ? eq(lease.waiting, found.waiting) : notExists(lease.waiting),
        ].join(" AND "),
      )
      .go(),
  );
  return changed !== undefined;
}

/** Releases one host, and keeps its queue; returns the other hosts of its reading. */
export async function release(host: string, holder: string): Promise<string[]> {
  const removed = await writeIfTrue(() =>
    SiteLease.remove({ host })
      .where(
        (lease, { eq, notExists }) => `${eq(lease.holder, holder)} AND ${notExists(lease.waiting)}`,
      )
      .go({ response: "all_old" }),
  );
  if (removed) return removed.data?.further ?? [];
  const left = await writeIfTrue(() =>
    SiteLease.patch({ host })
      .set({ holder: "", until: 0, further: [] })
      .where((lease, { eq }) => eq(lease.holder, holder))
      .go({ response: "all_old" }),
  );
  return left?.data?.further ?? [];
}
