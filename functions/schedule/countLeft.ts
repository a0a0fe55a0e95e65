import { queryIndex } from "../../shared/table/queryIndex.ts";
import { readCursor, type Shard } from "./cursor.ts";
import { secondAfter } from "./enqueueDue.ts";

/** How many are due in these shards that no tick has enqueued yet: counted in DynamoDB, not read. */
export async function countLeft(shards: Shard[], now: Date): Promise<number> {
  const counts = await Promise.all(
    shards.map(async (shard) => {
      const [fresh] = (await readCursor(shard, now)).ranges;
      return fresh ? await count(shard, fresh) : 0;
    }),
  );
  return counts.reduce((sum, each) => sum + each, 0);
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
