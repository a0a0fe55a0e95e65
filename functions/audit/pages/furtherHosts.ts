import { SiteLease, siteKey } from "../../../shared/entities/siteLease.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { freeSlot, takeSlotAt } from "./addressSlots.ts";
import { type HostLease, release, takeAtAddress } from "./hostLease.ts";
import type { PoliteClient } from "./politeClient.ts";

/** Releases a host, unless it is the one that is read. */
export type GiveBack = () => Promise<void>;

/** Takes the host of a URL for a reading; undefined while it belongs to others. */
export type TakeHost = (url: string) => Promise<GiveBack | undefined>;

/**
 * Leases further hosts that a crawl is redirected to. Each is released by its GiveBack, or with the first
 * host. A host that many others redirect to thus has one reader at a time, too. The addresses to which the
 * client is connected for these hosts need slots as well, whatever DNS answered when the lease was taken.
 */
export function furtherHosts(
  lease: HostLease,
  now: () => number,
  client?: Pick<PoliteClient, "mayRead">,
): TakeHost {
  const { slot: first, ...reader } = lease;
  const uses = new Map([[lease.host, 1]]);
  const slots = new Map<string, string | undefined>([[lease.host, first]]);
  const held = () => [...slots.values()].filter((slot) => slot !== undefined);
  const booked = new Map<string, Promise<boolean>>();
  const book = async (address: string) => {
    const taken = await takeSlotAt(address, { ...reader, held: held() }, now());
    if (taken?.slot === undefined) return taken !== undefined;
    slots.set(address, taken.slot);
    return await note(lease, taken.slot);
  };
  if (client)
    client.mayRead = async (url, address) => {
      if (!uses.has(siteKey(hostOf(url)))) return true;
      const isBooked = booked.get(address) ?? book(address);
      booked.set(address, isBooked);
      return await isBooked;
    };
  const noted = new Set<string>();
  return async (url) => {
    const host = siteKey(hostOf(url));
    if (!uses.has(host)) {
      // Noted first, so that `releaseHosts` finds the host even if this thread has died.
      if (!noted.has(host) && !(await note(lease, host))) return undefined;
      noted.add(host);
      const led = { now: now(), readFor: "elsewhere" as const, held: held() };
      const taken = await takeAtAddress(url, { ...reader, host }, led);
      if (!taken) return undefined;
      slots.set(host, taken.slot);
      if (taken.slot !== undefined) await note(lease, taken.slot);
    }
    uses.set(host, (uses.get(host) ?? 0) + 1);
    return async () => {
      const left = (uses.get(host) ?? 0) - 1;
      uses.set(host, left);
      if (left > 0) return;
      uses.delete(host);
      await freeSlot(slots.get(host), lease.holder);
      slots.delete(host);
      booked.clear();
      await release(host, lease.holder);
    };
  };
}

/** Adds a host or slot to those that a reading has to release; false if another reader has its first host by now. */
async function note({ host, holder }: HostLease, further: string): Promise<boolean> {
  const noted = await writeIfTrue(() =>
    SiteLease.patch({ host })
      .append({ further: [further] })
      .where((lease, { eq }) => eq(lease.holder, holder))
      .go(),
  );
  return noted !== undefined;
}
