import { isDeepStrictEqual } from "node:util";
import type { DynamoDBRecord } from "aws-lambda";
import { followedEntities } from "../../functions/workers/changes/follows.ts";
import { addMiddleware } from "./interceptRequests.ts";
import { keysIn, readItems } from "./snapshot.ts";
import { recordOf } from "./stream.ts";

/** What the table's stream brings the dispatcher of some work, whose writes must not be concurrent. */
export async function recordStream(work: () => Promise<unknown>): Promise<DynamoDBRecord[]> {
  const records: DynamoDBRecord[] = [];
  const end = addMiddleware((send, command) => async (args) => {
    if (!/Put|Update|Delete|Write/.test(command)) return await send(args);
    const keys = keysIn(args.input) as { pk: string; sk: string }[];
    const before = await readItems(keys);
    const result = await send(args);
    const after = await readItems(keys);
    for (const index of keys.keys()) {
      const images = { before: before[index], after: after[index] };
      if (!isDeepStrictEqual(images.before, images.after)) records.push(recordOf(images));
    }
    return result;
  });
  try {
    await work();
  } finally {
    end();
  }
  return records.filter(isFollowed);
}

function isFollowed({ eventName, dynamodb = {} }: DynamoDBRecord): boolean {
  const { NewImage, OldImage } = dynamodb;
  const entity = (NewImage ?? OldImage)?.["__edb_e__"]?.S;
  return followedEntities(eventName ?? "INSERT").includes(String(entity));
}
