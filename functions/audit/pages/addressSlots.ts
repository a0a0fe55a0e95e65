import { SiteLease, siteKey } from "../../../shared/entities/siteLease.ts";
import { siteUrl } from "../../../shared/fields/siteUrl.ts";
import { addressesOf, READINGS } from "../../../shared/outbound/index.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";

/** Shared slots that are tried. */
const TRIES = 3;

interface Reader {
  holder: string;
  reseller_uuid: string;
  until: number;
  /** Slots that the reader has already: at their addresses it needs no other. */
  held?: readonly string[];
}

/**
 * Takes one of the slots at the address of a URL, until `until`; undefined if they are taken. As each
 * reseller has its own slot, no reseller can keep another waiting. A host without an address needs none.
 */
export async function takeSlot(
  url: string,
  reader: Reader,
  now: number,
): Promise<{ slot?: string } | undefined> {
  const [address] = await addressesOf(siteUrl(url)?.hostname ?? url);
  return address === undefined ? {} : await takeSlotAt(address, reader, now);
}

/** Takes one of the slots at an address, unless the reader has one there; undefined if they are taken. */
export async function takeSlotAt(
  address: string,
  reader: Reader,
  now: number,
): Promise<{ slot?: string } | undefined> {
  const slots = slotsFor(reader, address);
  if (reader.held?.some((slot) => slots.includes(slot))) return {};
  for (const slot of slots.slice(0, 1 + TRIES)) {
    if (await take(slot, reader, now)) return { slot };
  }
  return undefined;
}

/** The slots of a reader at an address: its reseller's own, then those of the shared ones that it may use, beginning anywhere. */
function slotsFor({ reseller_uuid }: Reader, address: string): string[] {
  const { shared, ofReseller } = READINGS.slots;
  const first = Number.parseInt(reseller_uuid.slice(-8), 16) % shared;
  const start = Math.floor(Math.random() * ofReseller);
  const usable = Array.from(
    { length: ofReseller },
    (_, index) => (first + ((start + index) % ofReseller)) % shared,
  );
  return [reseller_uuid, ...usable].map((name) => siteKey(`address ${address} ${name}`));
}

/** Frees a slot, unless another reader has it by now. */
export async function freeSlot(slot: string | undefined, holder: string): Promise<void> {
  if (slot === undefined) return;
  await writeIfTrue(() =>
    SiteLease.remove({ host: slot })
      .where((lease, { eq }) => eq(lease.holder, holder))
      .go(),
  );
}

async function take(slot: string, { holder, until }: Reader, now: number): Promise<boolean> {
  const expires_epoch = Math.ceil(until / 1000);
  const taken = await writeIfTrue(() =>
    SiteLease.upsert({ host: slot, holder, until, further: [], expires_epoch })
      .where((lease, { notExists, lt }) => `${notExists(lease.until)} OR ${lt(lease.until, now)}`)
      .go(),
  );
  return taken !== undefined;
}
