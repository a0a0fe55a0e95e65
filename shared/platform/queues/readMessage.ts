import type { SQSRecord } from "aws-lambda";
import { describeError, log } from "../log.ts";

/** What `read` makes of a message; undefined if it throws, which is logged and affects no other message. */
export function readMessage<Read>(
  record: SQSRecord,
  read: (record: SQSRecord) => Read,
): Read | undefined {
  try {
    return read(record);
  } catch (error) {
    const { messageId: message_id } = record;
    log("error", "a message can't be read", { message_id, ...describeError(error) });
    return undefined;
  }
}
