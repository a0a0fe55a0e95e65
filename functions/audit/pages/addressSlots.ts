import { SiteLease, siteKey } from "../../../shared/entities/siteLease.ts";
import { siteUrl } from "../../../shared/fields/siteUrl.ts";
import { firstAddress } from "../../../shared/outbound/index.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";

/** Hosts at one address that are read at once: for one reseller, and in all. */
export const READ_AT_ONCE = { ofReseller: 10, inAll: 20 };
/** With three of ten slots tried, a tenth of the readers wait while half of the slots are taken. */
const TRIES = 3;

interface Reader {
  holder: string;
  reseller_uuid: string;
  until: number;
}

/**
 * Takes one of the slots at the address of a URL, until `until`; undefined if they are taken. Each reseller
 * may use half of them, so that none has them all. A host without an address needs none.
 */
export async function takeSlot(
  url: string,
  reader: Reader,
  now: number,
): Promise<{ slot?: string } | undefined> {
  const address = await firstAddress(siteUrl(url)?.hostname ?? url);
  if (address === undefined) return {};
  const { inAll, ofReseller } = READ_AT_ONCE;
  const half = Number.parseInt(reader.reseller_uuid.slice(-8), 16) % inAll;
  const first = Math.floor(Math.random() * ofReseller);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const number = (half + ((first + attempt) % ofReseller)) % inAll;
    const slot = siteKey(`address ${address} ${number}`);
    if (await take(slot, reader, now)) return { slot };
  }
  return undefined;
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
