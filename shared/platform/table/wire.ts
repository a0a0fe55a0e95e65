import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { HttpResponse } from "@smithy/core/protocols";
import { clientSettings } from "../awsClient.ts";
import { endingBy } from "./deadline.ts";
import { tableConfiguration, wireClient } from "./entity.ts";

/**
 * @file Requests to DynamoDB in its own form, for frequent work: ElectroDB and the document client take
 * most of the processor time of a request.
 */

/** Time-out of requests that can be given up: a twentieth of the usual one. */
const QUICK_MS = Math.min(2000, clientSettings.requestHandler.requestTimeout / 20);

/** Does some work whose requests are given up if they are not answered quickly. */
export async function quickly<Result>(work: () => Promise<Result>): Promise<Result> {
  return await endingBy(Date.now() + QUICK_MS, work);
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
