import { createHash } from "node:crypto";
import { SiteLease } from "../../../shared/entities/siteLease.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";

/** An exclusive right to read a host. It is plain data, so that it can be passed to a thread. */
export interface HostLease {
  /** A digest of the host. */
  host: string;
  /** A uuid of the reader. */
  holder: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Takes the lease on the host of a URL, if this reader does not have it yet; false if another one has. */
export type TakeHost = (url: string) => Promise<boolean>;

/**
 * Takes the lease on the host of a website or competitor, for one reader of all resellers at a time. A
 * host with and without `www.` is the same. Undefined while another reader has it. Times are milliseconds
 * since 1970.
 */
export async function takeHost(
  hostname: string,
  { holder, now, until }: { holder: string; now: number; until: number },
): Promise<HostLease | undefined> {
  const lease = { host: digest(hostOf(hostname)), holder, until };
  return (await take(lease, now)) ? lease : undefined;
}

/**
 * Takes leases on the other hosts that a reading is led to, for example by redirects, until the lease on
 * its first host ends. A host that many others redirect to thus has one reader at a time, too.
 */
export function furtherHosts(lease: HostLease, now: () => number): TakeHost {
  const held = new Set([lease.host]);
  return async (url) => {
    const host = digest(hostOf(url));
    if (held.has(host)) return true;
    // Noted first, so that `releaseHosts` finds the host even if this thread has died.
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

/** Releases a host and the other hosts of its reading, unless another reader has them by now. */
export async function releaseHosts({ host, holder }: HostLease) {
  const further = await release(host, holder);
  await Promise.all(further.map((each) => release(each, holder)));
}

async function take({ host, holder, until }: HostLease, now: number): Promise<boolean> {
  const expires_epoch = Math.ceil(until / 1000);
  const taken = await writeIfTrue(() =>
    SiteLease.upsert({ host, holder, further: [], until, expires_epoch })
      // The reader's own lease is there if only the table's answer was lost.
      .where(
        (lease, { notExists, lt, eq }) =>
          `${notExists(lease.until)} OR ${lt(lease.until, now)} OR ${eq(lease.holder, holder)}`,
      )
      .go(),
  );
  return taken !== undefined;
}

/** Releases one host; returns the other hosts of its reading. */
async function release(host: string, holder: string): Promise<string[]> {
  const released = await writeIfTrue(() =>
    SiteLease.remove({ host })
      .where((lease, { eq }) => eq(lease.holder, holder))
      .go({ response: "all_old" }),
  );
  return released?.data?.further ?? [];
}

/** Keys must not contain text of clients. */
function digest(host: string): string {
  return createHash("sha256").update(host).digest("hex");
}
