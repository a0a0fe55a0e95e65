import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startLambdaEndpoint } from "../../../infra/local/lambdaEndpoint.ts";

let url: string;
let client: LambdaClient;

beforeEach(async () => {
  const invoke = async (name: string, event: unknown) => {
    if (event === null) return null;
    if (Object.keys(event as object).length === 0) throw new RangeError("nothing to do");
    return { name, event };
  };
  const endpoint = await startLambdaEndpoint(invoke);
  onTestFinished(endpoint.close);
  url = endpoint.url;
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  client = new LambdaClient({ endpoint: url, region: "local", credentials, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
});

async function invoke(Payload: string) {
  const command = new InvokeCommand({ FunctionName: "stage-probe", Payload });
  const answer = await client.send(command);
  return { error: answer.FunctionError, text: answer.Payload?.transformToString() };
}

describe("the local Lambda", () => {
  test("calls a function for the AWS SDK, with its event and answer as JSON", async () => {
    expect(await invoke('{"a":["é"]}')).toEqual({
      error: undefined,
      text: '{"name":"stage-probe","event":{"a":["é"]}}',
    });
    expect(await invoke("null")).toEqual({ error: undefined, text: "null" });
  });

  test("says that a function has failed", async () => {
    expect(await invoke("{}")).toEqual({
      error: "Unhandled",
      text: '{"errorType":"RangeError","errorMessage":"nothing to do"}',
    });
  });

  test.each(["", "/wrong", "/wrong/../"])("calls nothing without its secret: %j", async (path) => {
    const wrong = `${new URL(url).origin}${path}/2015-03-31/functions/stage-probe/invocations`;
    const { status } = await fetch(wrong, { method: "POST", body: '{"a":1}' });
    expect(status).toBe(500);
  });
});
