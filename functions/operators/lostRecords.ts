import type { _Object as StoredObject } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { optionalEnv, requireEnv } from "../../shared/platform/env.ts";
import { describeError, log } from "../../shared/platform/log.ts";
import { sendEach } from "../../shared/platform/queues/sendMessages.ts";
import { loadS3 } from "../../shared/platform/s3.ts";
import { timestamp } from "../../shared/platform/time.ts";

/** An object in S3 with records of the stream that the dispatcher failed on repeatedly. */
interface LostObject {
  key: string;
  lost_at: Date | undefined;
}

/** The bucket where Lambda puts lost records; undefined on a local machine, which has none. */
async function openLostRecords() {
  const Bucket = optionalEnv("LOST_RECORDS_BUCKET");
  if (!Bucket) return undefined;
  const client = await loadS3();
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } = await import(
    "@aws-sdk/client-s3"
  );
  return {
    /** The first 1,000 objects, by shard of the stream and then by time. */
    async list(): Promise<LostObject[]> {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.flatMap(asLost);
    },
    async read(Key: string): Promise<string> {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await Body?.transformToString()) ?? "";
    },
    async remove(Key: string) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

function asLost({ Key, LastModified }: StoredObject): LostObject[] {
  return Key === undefined ? [] : [{ key: Key, lost_at: LastModified }];
}

/** Lists the objects with lost records; each holds a batch. */
export async function listLostRecords() {
  const lost = await openLostRecords();
  const objects = (await lost?.list()) ?? [];
  return objects.map(({ key, lost_at }) => ({ key, lost_at: lost_at ? timestamp(lost_at) : null }));
}

/** Objects of up to 100 records each that fit well within the function's timeout of a minute. */
const OBJECTS_A_CALL = 20;

/** The event of an abandoned invocation; the records are passed on whole. */
const event = z.object({ Records: z.array(z.looseObject({})) });
/** Lambda's report of that invocation: it holds the event as text or as an object. */
const invocation = z.object({ payload: z.union([z.string(), event]) });

/**
 * Sends lost records to the dispatcher's queue and removes their objects; processing a record twice
 * does no harm. `failed` lists the objects that could not be read or enqueued; with `more`, run it again.
 */
export async function replayLostRecords() {
  const lost = await openLostRecords();
  const failed: string[] = [];
  let records = 0;
  if (!lost) return { records, objects: 0, failed, more: false };
  const objects = await lost.list();
  let done = 0;
  for (const { key } of objects) {
    // Failed objects don't count, so they can't block the ones after them.
    if (done === OBJECTS_A_CALL) break;
    try {
      records += await enqueue(await lost.read(key));
      await lost.remove(key);
      done += 1;
    } catch (error) {
      log("error", "lost records could not be replayed", { key, ...describeError(error) });
      failed.push(key);
    }
  }
  return { records, objects: done, failed, more: done + failed.length < objects.length };
}

/** Enqueues the records of an object and returns their number; throws if the queue refuses one. */
async function enqueue(text: string): Promise<number> {
  const { payload } = invocation.parse(JSON.parse(text));
  const { Records } = typeof payload === "string" ? event.parse(JSON.parse(payload)) : payload;
  const refused = await sendEach(
    requireEnv("CHANGES_QUEUE_URL"),
    Records.map((record) => ({ message: { record } })),
  );
  if (refused.length > 0) throw new Error(`The queue did not take ${refused.length} records`);
  return Records.length;
}
