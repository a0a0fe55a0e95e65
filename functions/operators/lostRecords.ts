import type { S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { clientSettings } from "../../shared/platform/awsClient.ts";
import { optionalEnv, requireEnv } from "../../shared/platform/env.ts";
import { describeError, log } from "../../shared/platform/log.ts";
import { sendEach } from "../../shared/platform/queues/sendMessages.ts";
import { timestamp } from "../../shared/platform/time.ts";

let client: S3Client | undefined;

/**
 * The bucket where Lambda puts records that the dispatcher failed on repeatedly; undefined on a local machine. The SDK
 * of S3 is loaded on first use, because most commands don't need it.
 */
async function openLostRecords() {
  const Bucket = optionalEnv("LOST_RECORDS_BUCKET");
  if (Bucket === undefined) return undefined;
  const s3 = await import("@aws-sdk/client-s3");
  client ??= new s3.S3Client(clientSettings);
  return { Bucket, s3, client };
}

type LostRecords = NonNullable<Awaited<ReturnType<typeof openLostRecords>>>;

/** The first 1,000 objects, by shard of the stream and then by time. */
async function listObjects({ Bucket, client, s3 }: LostRecords) {
  const { Contents = [] } = await client.send(new s3.ListObjectsV2Command({ Bucket }));
  return Contents.flatMap(({ Key, LastModified }) =>
    Key === undefined ? [] : [{ key: Key, lost_at: LastModified ? timestamp(LastModified) : null }],
  );
}

/** Lists the objects with lost records; each holds a batch. */
export async function listLostRecords() {
  const lost = await openLostRecords();
  return lost ? await listObjects(lost) : [];
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
  const { Bucket, client, s3 } = lost;
  const objects = await listObjects(lost);
  let done = 0;
  for (const { key } of objects) {
    // Failed objects don't count, so they can't block the ones after them.
    if (done === OBJECTS_A_CALL) break;
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: key }));
      records += await enqueue((await Body?.transformToString()) ?? "");
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }));
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
