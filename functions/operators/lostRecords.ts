import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { clientSettings } from "../../shared/platform/awsClient.ts";
import { optionalEnv, requireEnv } from "../../shared/platform/env.ts";
import { describeError, log } from "../../shared/platform/log.ts";
import { sendEach } from "../../shared/platform/queues/sendMessages.ts";
import { timestamp } from "../../shared/platform/time.ts";

const s3 = new S3Client(clientSettings);

/** The bucket where Lambda puts records that the dispatcher failed on repeatedly; undefined on a local machine. */
const bucketOfLostRecords = () => optionalEnv("LOST_RECORDS_BUCKET");

/** Lists the first 1,000 objects with lost records, by shard of the stream and then by time; each holds a batch. */
export async function listLostRecords() {
  const Bucket = bucketOfLostRecords();
  if (Bucket === undefined) return [];
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  return Contents.flatMap(({ Key, LastModified }) =>
    Key === undefined ? [] : [{ key: Key, lost_at: LastModified ? timestamp(LastModified) : null }],
  );
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
  const Bucket = bucketOfLostRecords();
  const objects = await listLostRecords();
  const failed: string[] = [];
  let records = 0;
  let done = 0;
  for (const { key } of objects) {
    // Failed objects don't count, so they can't block the ones after them.
    if (done === OBJECTS_A_CALL) break;
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
      records += await enqueue((await Body?.transformToString()) ?? "");
      await s3.send(new DeleteObjectCommand({ Bucket, Key: key }));
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
