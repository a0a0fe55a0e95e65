import {
  GetItemCommand,
  type UpdateItemCommand,
  type UpdateItemCommandOutput,
} from "@aws-sdk/client-dynamodb";
import { HttpResponse } from "@smithy/core/protocols";
import { clientSettings } from "../awsClient.ts";
import { tableConfiguration, wireClient } from "./entity.ts";

/**
 * @file Requests to DynamoDB in its own form, for frequent work: ElectroDB and the document client take
 * most of the processor time of a request.
 */

/** Time-out of requests that can be given up: a twentieth of the usual one. */
export const QUICK_MS = Math.min(2000, clientSettings.requestHandler.requestTimeout / 20);

/**
 * Sends an update that must not be done twice, such as an `ADD`, without retries, and waits at most
 * QUICK_MS. If it throws, the update may have been done all the same.
 */
export async function sendOnce(command: UpdateItemCommand): Promise<UpdateItemCommandOutput> {
  command.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        const { name, message } = error as Error;
        if (name === "ConditionalCheckFailedException") throw error;
        // The client does not retry after an error that it does not know.
        throw new Error(`${name}: ${message}`);
      }
    },
    { step: "finalizeRequest", priority: "normal", name: "once" },
  );
  return await within(QUICK_MS, (abortSignal) => wireClient.send(command, { abortSignal }));
}

/** The result of some work; throws if the work takes longer. */
export async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const { promise: never, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new Error(`No answer within ${milliseconds} ms`));
  }, milliseconds);
  try {
    return await Promise.race([work(late.signal), never]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs the client once at start without sending anything, so that the first request is fast: Lambda
 * gives a function a whole processor only while it starts.
 */
export async function warmUp() {
  const { table } = tableConfiguration;
  const command = new GetItemCommand({ TableName: table, Key: { pk: { S: "" }, sk: { S: "" } } });
  const response = new HttpResponse({
    statusCode: 200,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: Buffer.from('{"Item":{"pk":{"S":""},"n":{"N":"1"}}}'),
  });
  command.middlewareStack.add(() => async () => ({ response }), {
    step: "deserialize",
    priority: "low",
  });
  try {
    await wireClient.send(command);
  } catch {
    // The first request will fail in the same way and report it.
  }
}
