import type { S3Client, _Object as StoredObject } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { clientSettings } from "../../shared/awsClient.ts";
import { optionalEnv, requireEnv } from "../../shared/env.ts";
import { describeError, log } from "../../shared/log.ts";
import { sendEach } from "../../shared/queues/sendMessages.ts";
import { timestamp } from "../../shared/time.ts";
import { command } from "./command.ts";

/** An object with records of the stream that crashed the dispatcher again and again. */
export interface LostObject {
  key: string;
  lost_at: Date | undefined;
}

/** S3, as the SDK of the one who asks first made it: no other command waits for that to be loaded. */
export async function loadS3() {
  const { S3Client } = await import("@aws-sdk/client-s3");
  client ??= new S3Client(clientSettings);
  return client;
}

let client: S3Client | undefined;

/** The bucket where Lambda puts such records; undefined on one machine, where nothing does. */
export async function openLostRecords() {
  const Bucket = optionalEnv("LOST_RECORDS_BUCKET");
  if (!Bucket) return undefined;
  const client = await loadS3();
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } = await import(
    "@aws-sdk/client-s3"
  );
  return {
    /** The first 1,000 of them, by the stream's shard and then the time. */
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

/** What the stream's dispatcher has lost: each object holds a batch of records. */
export const listLostRecords = command({}, async () => {
  const lost = await openLostRecords();
  const objects = (await lost?.list()) ?? [];
  return objects.map(({ key, lost_at }) => ({ key, lost_at: lost_at ? timestamp(lost_at) : null }));
});

/** So many objects of up to 100 records are done well within the function's minute. */
const OBJECTS_A_CALL = 20;

/** The event of a call that Lambda gave up; all of a record goes on, only its form is checked. */
const event = z.object({ Records: z.array(z.looseObject({})) });
/** What Lambda writes of that call: the event as text, as it says, or as it is. */
const invocation = z.object({ payload: z.union([z.string(), event]) });

/**
 * Has the dispatcher follow lost records again, in all parts, by its own queue, and removes the objects
 * that held them; what it has followed before does no harm. `kept` are those that could not be
 * read, or that the queue did not take; `more` says to ask again.
 */
export const replayLostRecords = command({}, async () => {
  const lost = await openLostRecords();
  const kept: string[] = [];
  let records = 0;
  if (!lost) return { records, objects: 0, kept, more: false };
  const objects = await lost.list();
  let done = 0;
  for (const { key } of objects) {
    // Those that are kept are no reason not to come to the others.
    if (done === OBJECTS_A_CALL) break;
    try {
      records += await enqueue(await lost.read(key));
      await lost.remove(key);
      done += 1;
    } catch (error) {
      log("error", "lost records could not be replayed", { key, ...describeError(error) });
      kept.push(key);
    }
  }
  return { records, objects: done, kept, more: done + kept.length < objects.length };
});

/** Sends each record of an object; returns how many there are, or throws when one was not taken. */
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
