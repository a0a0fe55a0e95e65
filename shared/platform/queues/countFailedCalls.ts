import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { countFailedCall } from "../metrics.ts";

/**
 * Counts the calls of a worker that gives back every message. Lambda does not count them as errors, and a new
 * version is stopped by what is counted.
 */
export function countingFailedCalls<More extends unknown[]>(
  work: (event: SQSEvent, ...more: More) => Promise<SQSBatchResponse>,
): (event: SQSEvent, ...more: More) => Promise<SQSBatchResponse> {
  return async (event, ...more) => {
    const response = await work(event, ...more);
    if (response.batchItemFailures.length >= event.Records.length) countFailedCall();
    return response;
  };
}
