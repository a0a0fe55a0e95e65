import { type AnyEntity, writeIfTrue } from "../table/transact.ts";

/** A record that counts sequence numbers. */
interface Counting {
  entity: AnyEntity;
  key: object;
  /** Creates the record when it does not exist. */
  creates?: true;
}

/** A counting record, and the first of the numbers that were taken from each of its counters. */
interface Taken<Counter extends string> {
  record: Record<string, unknown>;
  first: Record<Counter, number>;
}

/**
 * Takes `count` sequence numbers from each of these counters of a record, in one write; undefined when
 * the record does not exist. A number that its caller does not use stays unused for good.
 */
export async function takeSequences<Counter extends string>(
  { entity, key, creates }: Counting,
  counters: Counter[],
  count = 1,
): Promise<Taken<Counter> | undefined> {
  const amounts = Object.fromEntries(counters.map((counter) => [counter, count]));
  const counted = await writeIfTrue(() =>
    (creates ? entity.update(key) : entity.patch(key)).add(amounts).go({ response: "all_new" }),
  );
  if (!counted) return undefined;
  const record = counted.data as Record<string, unknown>;
  const first = counters.map((counter) => [counter, Number(record[counter]) - count] as const);
  return { record, first: Object.fromEntries(first) as Record<Counter, number> };
}
