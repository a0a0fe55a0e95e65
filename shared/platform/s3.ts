import type { S3Client } from "@aws-sdk/client-s3";
import { clientSettings } from "./awsClient.ts";

let client: S3Client | undefined;

/** The S3 client, loaded on first use because most work doesn't need it. */
export async function loadS3(): Promise<S3Client> {
  const { S3Client } = await import("@aws-sdk/client-s3");
  client ??= new S3Client(clientSettings);
  return client;
}
