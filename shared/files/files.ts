import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { clientSettings, watchAnswers } from "../awsClient.ts";
import { requireEnv } from "../env.ts";

const client = watchAnswers(new S3Client(clientSettings));

/** A file of the bucket. Another upload to the same key has another `version`. */
export interface StoredFile {
  bytes: number;
  version: string;
  /** Reads all of it. */
  read(): Promise<Uint8Array>;
  /** Closes it unread. */
  close(): void;
}

/** Opens a file of the stage's bucket; undefined if it does not exist. */
export async function openFile(key: string): Promise<StoredFile | undefined> {
  const command = new GetObjectCommand({ Bucket: requireEnv("FILES_BUCKET"), Key: key });
  const found = await client.send(command).catch((error) => {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  });
  if (!found) return undefined;
  const { Body, ContentLength = 0, ETag = "" } = found;
  return {
    bytes: ContentLength,
    version: ETag,
    read: async () => (await Body?.transformToByteArray()) ?? new Uint8Array(),
    close: () => void (Body as { destroy?(): void } | undefined)?.destroy?.(),
  };
}

/** Writes a file, in place of an earlier one. */
export async function writeFile(key: string, Body: string | Uint8Array, ContentType: string) {
  const Bucket = requireEnv("FILES_BUCKET");
  await client.send(new PutObjectCommand({ Bucket, Key: key, Body, ContentType }));
}

/** Deletes a file, if it exists. */
export async function deleteFile(key: string) {
  const Bucket = requireEnv("FILES_BUCKET");
  await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
}
