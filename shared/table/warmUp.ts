import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { HttpResponse } from "@smithy/core/protocols";
import { tableConfiguration, wireClient } from "./entity.ts";

/**
 * Has the client do now what it puts off until its first request: settings, credentials, schemas,
 * signature, reading an answer. Nothing is sent. While a function starts, Lambda gives it a whole
 * processor, and later only its share.
 */
export async function warmUp() {
  const { table } = tableConfiguration;
  const command = new GetItemCommand({ TableName: table, Key: { pk: { S: "" }, sk: { S: "" } } });
  const response = new HttpResponse({
    statusCode: 200,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: Buffer.from('{"Item":{"pk":{"S":""},"n":{"N":"1"}}}'),
  });
  command.middlewareStack.add(() => async () => ({ response, output: undefined as never }), {
    step: "deserialize",
    priority: "low",
  });
  try {
    await wireClient.send(command);
  } catch {
    // The first request meets the same, and says so.
  }
}
