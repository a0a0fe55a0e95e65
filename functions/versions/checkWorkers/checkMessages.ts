import type { SQSBatchResponse } from "aws-lambda";
import type { Clock } from "../../../shared/time.ts";
import type { Check } from "../checkVersion.ts";
import { invoke } from "../invoke.ts";
import { messages } from "./messages.ts";

const READABLE = "readable";
const UNREADABLE = "unreadable";

type Result = SQSBatchResponse & { requests?: number };

/**
 * The checks of a version of a worker: a message that it has to accept after asking the table, and one
 * that it has to give back. The schedule gets a tick like any other.
 */
export function workerCheck(clock: Clock): Check {
  return async (version) => {
    const { folder } = version;
    if (folder === "schedule") {
      await invoke(version, {});
      return [];
    }
    if (!Object.hasOwn(messages, folder)) throw new Error(`There is no message for ${folder}`);
    const accepted = (await invoke(version, {
      Records: [recordOf(READABLE, messages[folder], clock)],
      tellRequests: true,
    })) as Result;
    const refused = (await invoke(version, {
      Records: [recordOf(UNREADABLE, { parts: [UNREADABLE] }, clock)],
    })) as Result;
    return [
      ...(accepted.batchItemFailures.length > 0 ? [`${folder} gives back what it can do`] : []),
      ...(accepted.requests ? [] : [`${folder} acknowledges a message without reading anything`]),
      ...(refused.batchItemFailures.length > 0
        ? []
        : [`${folder} acknowledges what it can't read`]),
    ];
  };
}

function recordOf(messageId: string, message: unknown, clock: Clock) {
  const at = String(clock.now());
  return {
    messageId,
    receiptHandle: messageId,
    body: JSON.stringify(message),
    attributes: {
      ApproximateReceiveCount: "1",
      SentTimestamp: at,
      ApproximateFirstReceiveTimestamp: at,
      SenderId: "",
    },
    messageAttributes: {},
    md5OfBody: "",
    eventSource: "aws:sqs",
    eventSourceARN: "",
    awsRegion: "",
  };
}
