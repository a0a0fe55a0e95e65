import type { SQSRecord } from "aws-lambda";
import { withLogFields } from "../log.ts";

/** Handles all messages at once; the log lines of each message have its id. */
export function perMessage<Result>(
  records: SQSRecord[],
  work: (record: SQSRecord) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    records.map((record) => withLogFields({ message_id: record.messageId }, () => work(record))),
  );
}
