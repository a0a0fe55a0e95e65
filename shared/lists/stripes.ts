import { ListStripe } from "../entities/list.ts";
import { findLive, locate, type Segment } from "../platform/table/bitmap.ts";
import { queryIndex } from "../platform/table/queryIndex.ts";
import { checkOnly, transact, type Write } from "../platform/table/transact.ts";
import { DAY_SECONDS, RESTORABLE_DAYS } from "../platform/time.ts";
import type { List } from "./listedKind.ts";

/**
 * A list's bits are split over this many stripes by the remainder of the sequence number. Concurrent
 * creations have consecutive numbers and so write different items: DynamoDB refuses a transaction on
 * an item that another transaction is writing.
 */
export const STRIPES = 16;

const PREFIX = "s#";

/** How long a list stays marked as closed: until its owner is removed for good, some days after its time is over. */
const CLOSED_SECONDS = (RESTORABLE_DAYS + 5) * DAY_SECONDS;

/** A segment of a stripe as it is stored. */
type Stripe = Segment & { stripe: number };

/** The stripe of a sequence number, and the position of its bit in it. */
function locateInStripes(sequence: number) {
  return { stripe: stripeOf(sequence), ...locate(Math.floor(sequence / STRIPES)) };
}

function stripeOf(sequence: number): number {
  return sequence % STRIPES;
}

/** The key of a segment of a stripe. */
function stripeKey(
  { reseller_uuid, list }: List,
  { segment, stripe }: { segment: number; stripe: number },
) {
  return { pk: `reseller#${reseller_uuid}#${list}`, sk: `${PREFIX}${segment}#${stripe}` };
}

/**
 * The writes that make a sequence number live, for the transaction that creates its record. The
 * transaction fails if the list is closed.
 */
export function enter(list: List, sequence: number): Write[] {
  const { stripe, segment, block, bit } = locateInStripes(sequence);
  const added = ListStripe.update(stripeKey(list, { segment, stripe })).add({ [block]: bit });
  if (segment === 0) return [added.where(isOpen)];
  const gate = checkOnly(ListStripe.delete(stripeKey(list, { segment: 0, stripe })).where(isOpen));
  return [gate, added];
}

type Condition = Parameters<ReturnType<typeof ListStripe.create>["where"]>[0];

const isOpen: Condition = ({ closed }, { notExists }) => notExists(closed);

/** The write that ends a live sequence number, for the transaction that removes its record. */
export function leave(list: List, sequence: number): Write {
  const { stripe, segment, block, bit } = locateInStripes(sequence);
  return ListStripe.patch(stripeKey(list, { segment, stripe })).add({ [block]: -bit });
}

/**
 * The writes that close a list of which `issued` sequence numbers were taken: they remove its bits and make
 * creations fail until the list is open again, so that a creation that has already started fails too. Stripes
 * without a number need no closing, as long as no further number is taken.
 */
export function close(list: List, issued = STRIPES): Write[] {
  const expires_epoch = Math.floor(Date.now() / 1000) + CLOSED_SECONDS;
  return Array.from({ length: Math.min(issued, STRIPES) }, (_, stripe) =>
    ListStripe.put({ ...stripeKey(list, { segment: 0, stripe }), closed: true, expires_epoch }),
  );
}

/** The writes that open a closed list, which is then empty. They fail if it is open already. */
export async function reopen(list: List): Promise<Write[]> {
  const { closed, open } = await readClosing(list);
  if (closed.length === 0) return [];
  const gates = closed.map((key) =>
    ListStripe.delete(key).where(({ closed }, { exists }) => exists(closed)),
  );
  const bits = open
    .filter(({ sk }) => !sk.startsWith(`${PREFIX}0#`))
    .map((key) => ListStripe.delete(key));
  return [...gates, ...bits];
}

/** Whether the stripe of a sequence number is one of these. */
export function isIn(stripes: { sk: string }[], list: List, sequence: number): boolean {
  const { sk } = stripeKey(list, { segment: 0, stripe: stripeOf(sequence) });
  return stripes.some((each) => each.sk === sk);
}

/** The check that the list of a record is closed, for a transaction that removes the record from it. */
export function closedFor(list: List, sequence: number): Write {
  return checkOnly(
    ListStripe.delete(stripeKey(list, { segment: 0, stripe: stripeOf(sequence) })).where(
      ({ closed }, { exists }) => exists(closed),
    ),
  );
}

/** Closes a list that ever had a record, so that none is added while its records are removed. */
export async function ensureClosed(list: List) {
  const { isClosed, open } = await readClosing(list);
  if (!isClosed && open.length > 0) await transact(...close(list));
}

/** All stripes of a list; an empty array if the list is closed. */
export async function readStripes(list: List): Promise<Stripe[]> {
  const stored = await readStored(list);
  if (stored.some(({ closed }) => closed)) return [];
  return stored.map(({ sk, ...blocks }) => {
    const [, segment, stripe] = sk.split("#").map(Number);
    return { ...blocks, segment, stripe } as Stripe;
  });
}

/** The number of records in a list. */
export async function countRecords(list: List): Promise<number> {
  return findLive(await readStripes(list), { offset: 0, limit: 0 }, STRIPES).total;
}

/** Whether a list is closed, the keys of its closed stripes, and those of its other segments. */
export async function readClosing(list: List) {
  const stored = await readStored(list);
  const keysOf = (some: Stored[]) => some.map(({ pk, sk }) => ({ pk, sk }));
  const closed = keysOf(stored.filter(({ closed }) => closed));
  return {
    isClosed: closed.length > 0,
    closed,
    open: keysOf(stored.filter(({ closed }) => !closed)),
  };
}

/** A segment as the stored item. ElectroDB would take long for the 80 blocks. */
interface Stored {
  pk: string;
  sk: string;
  closed?: boolean;
}

async function readStored(list: List): Promise<Stored[]> {
  const { pk } = stripeKey(list, { segment: 0, stripe: 0 });
  const stretch = { partition: pk, prefix: PREFIX };
  const stored: Stored[] = [];
  for await (const { Items = [] } of queryIndex(stretch, { ConsistentRead: true })) {
    stored.push(...(Items as Stored[]));
  }
  return stored;
}
