import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { clientSettings, watchAnswers } from "../awsClient.ts";
import { requireEnv } from "../env.ts";

/** S3 takes smaller parts than 5 MiB only at the end. */
const PART_BYTES = 8_000_000;

const client = watchAnswers(new S3Client(clientSettings));

/** A file of the bucket. Another upload to the same key has another `version`. */
interface StoredFile {
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

/**
 * Writes a file in pieces, of which it holds few at a time; returns its bytes. The file is there when all of it is:
 * the bucket forgets an upload that ended before.
 */
export async function writePieces(
  key: string,
  pieces: AsyncIterable<string | Uint8Array>,
  ContentType: string,
): Promise<number> {
  const file = { Bucket: requireEnv("FILES_BUCKET"), Key: key };
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...file, ContentType }),
  );
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  let bytes = 0;
  for await (const Body of partsOf(pieces)) {
    const PartNumber = Parts.length + 1;
    const part = new UploadPartCommand({ ...file, UploadId, PartNumber, Body });
    const { ETag } = await client.send(part);
    Parts.push({ PartNumber, ETag });
    bytes += Body.length;
  }
  const MultipartUpload = { Parts };
  await client.send(new CompleteMultipartUploadCommand({ ...file, UploadId, MultipartUpload }));
  return bytes;
}

async function* partsOf(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(Buffer.from(piece));
    bytes += piece.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  yield Buffer.concat(held);
}

/** Deletes a file, if it exists. */
export async function deleteFile(key: string) {
  const Bucket = requireEnv("FILES_BUCKET");
  await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
}
