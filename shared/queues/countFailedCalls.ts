import type { SQSBatchResponse } from "aws-lambda";
import { answeredRequests } from "../awsClient.ts";
import { countFailedCall } from "../metrics.ts";

interface Batch {
  Records: readonly unknown[];
  /** Set by the check of a new version, which wants to know whether the worker works at all. */
  tellRequests?: boolean;
}

type Judgement = SQSBatchResponse & {
  /** The number of requests that AWS answered meanwhile. */
  requests?: number;
};

/** Counts the calls of a worker that gave back every message, which Lambda does not count as errors. */
export function countingFailedCalls<Event extends Batch, More extends unknown[]>(
  work: (event: Event, ...more: More) => Promise<SQSBatchResponse>,
) {
  return async (event: Event, ...more: More): Promise<Judgement> => {
    const before = answeredRequests();
    const response = await work(event, ...more);
    if (response.batchItemFailures.length >= event.Records.length) countFailedCall();
    return event.tellRequests ? { ...response, requests: answeredRequests() - before } : response;
  };
}
