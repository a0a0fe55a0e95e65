import type { SQSRecord } from "aws-lambda";
import { withLogFields } from "../log.ts";

/** Works on all messages at once; the log lines of each have its id. */
export function perMessage<Result>(
  records: SQSRecord[],
  work: (record: SQSRecord) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    records.map((record) => withLogFields({ message_id: record.messageId }, () => work(record))),
  );
}
