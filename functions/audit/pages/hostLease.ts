import { createHash } from "node:crypto";
import { SiteLease } from "../../../shared/entities/siteLease.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";

/** A host that was taken; plain data, so that a thread can go on with it. */
export interface HostLease {
  /** A digest of the host. */
  host: string;
  /** A uuid of who reads it. */
  holder: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Whether the host of a URL may be asked: it has been taken, now or before. */
export type TakeHost = (url: string) => Promise<boolean>;

/**
 * Takes the host that a website's or competitor's `hostname` names, with or without `www.`, for one
 * reader at a time, whoever it is read for. Undefined while another one has it; times are
 * milliseconds since 1970.
 */
export async function takeHost(
  hostname: string,
  { holder, now, until }: { holder: string; now: number; until: number },
): Promise<HostLease | undefined> {
  const lease = { host: digest(hostOf(hostname)), holder, until };
  return (await take(lease, now)) ? lease : undefined;
}

/**
 * Takes what a reading of a host is led to besides, as by redirects, for as long: whoever makes hosts
 * that lead to one that is not theirs has it read no more than one at a time either.
 */
export function furtherHosts(lease: HostLease, now: () => number): TakeHost {
  const held = new Set([lease.host]);
  return async (url) => {
    const host = digest(hostOf(url));
    if (held.has(host)) return true;
    // Noted first, so that whoever releases the lease knows of it, also where this thread has died.
    const noted = await writeIfTrue(() =>
      SiteLease.patch({ host: lease.host })
        .append({ further: [host] })
        .where(({ holder }, { eq }) => eq(holder, lease.holder))
        .go(),
    );
    if (noted === undefined || !(await take({ ...lease, host }, now()))) return false;
    held.add(host);
    return true;
  };
}

/** Gives back a host and what was taken besides, unless somebody else has them by now. */
export async function releaseHosts({ host, holder }: HostLease) {
  const further = await release(host, holder);
  await Promise.all(further.map((each) => release(each, holder)));
}

async function take({ host, holder, until }: HostLease, now: number): Promise<boolean> {
  const expires_epoch = Math.ceil(until / 1000);
  const taken = await writeIfTrue(() =>
    SiteLease.upsert({ host, holder, further: [], until, expires_epoch })
      // An own one is there where only the answer about it was lost.
      .where(
        (lease, { notExists, lt, eq }) =>
          `${notExists(lease.until)} OR ${lt(lease.until, now)} OR ${eq(lease.holder, holder)}`,
      )
      .go(),
  );
  return taken !== undefined;
}

/** Gives back one host; returns what was taken besides. */
async function release(host: string, holder: string): Promise<string[]> {
  const released = await writeIfTrue(() =>
    SiteLease.remove({ host })
      .where((lease, { eq }) => eq(lease.holder, holder))
      .go({ response: "all_old" }),
  );
  return released?.data?.further ?? [];
}

/** Keys hold no text of clients. */
function digest(host: string): string {
  return createHash("sha256").update(host).digest("hex");
}
