import { queryIndex } from "../../shared/table/queryIndex.ts";
import { readCursor, type Shard } from "./cursor.ts";
import { secondAfter } from "./enqueueDue.ts";

/**
 * How many are due in these shards that no tick has enqueued yet: counted in DynamoDB, not read. Those of
 * a shard that can't be counted are missing; why is told besides.
 */
export async function countLeft(
  shards: Shard[],
  now: Date,
): Promise<{ count: number; errors: unknown[] }> {
  const results = await Promise.allSettled(
    shards.map(async (shard) => {
      const [fresh] = (await readCursor(shard, now)).ranges;
      return fresh ? await count(shard, fresh) : 0;
    }),
  );
  const errors = results.flatMap((one) => (one.status === "rejected" ? one.reason : []));
  const counts = results.map((one) => (one.status === "fulfilled" ? one.value : 0));
  return { count: counts.reduce((sum, each) => sum + each, 0), errors };
}

async function count(
  { kind, shard }: Shard,
  { after, until }: { after: Date; until: Date },
): Promise<number> {
  const between = [secondAfter(after), secondAfter(until)] as const;
  const stretch = { index: "gsi1", partition: `due#${kind}#${shard}`, between } as const;
  let total = 0;
  for await (const { Count = 0 } of queryIndex(stretch, { Select: "COUNT" })) total += Count;
  return total;
}
