import type { S3Client, _Object as StoredObject } from "@aws-sdk/client-s3";
import { clientSettings } from "../../shared/awsClient.ts";
import { optionalEnv } from "../../shared/env.ts";

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
