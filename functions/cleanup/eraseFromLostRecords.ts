import { optionalEnv } from "../../shared/env.ts";
import { loadS3 } from "../../shared/s3.ts";
import { mentions } from "./identifiers.ts";

/** Lambda's report of a call that it gave up: it holds the event as text or as an object. */
interface Report {
  payload: string | { Records: object[] };
}

/** Takes these records out of the stream's lost records. Yields after each object. */
export async function* eraseFromLostRecords(named: ReadonlySet<string>): AsyncGenerator<void> {
  const Bucket = optionalEnv("LOST_RECORDS_BUCKET");
  // A local machine has none.
  if (!Bucket) return;
  const client = await loadS3();
  const { GetObjectCommand, paginateListObjectsV2, PutObjectCommand } = await import(
    "@aws-sdk/client-s3"
  );
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key } of Contents) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      const text = (await Body?.transformToString()) ?? "";
      if (mentions(text, named)) {
        const reduced = JSON.stringify(reduce(JSON.parse(text), named));
        await client.send(new PutObjectCommand({ Bucket, Key, Body: reduced }));
      }
      yield;
    }
  }
}

function reduce({ payload, ...report }: Report, named: ReadonlySet<string>): Report {
  const { Records, ...event } = typeof payload === "string" ? JSON.parse(payload) : payload;
  const others = (Records as object[]).filter((each) => !mentions(JSON.stringify(each), named));
  return { ...report, payload: { ...event, Records: others } };
}
