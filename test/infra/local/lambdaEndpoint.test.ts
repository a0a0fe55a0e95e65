import { expect, onTestFinished, test } from "vitest";
import { startLambdaEndpoint } from "../../../infra/local/lambdaEndpoint.ts";

test.each(["", "/wrong", "/wrong/../"])(
  "the local Lambda calls nothing without its secret: %j",
  async (path) => {
    const { url, close } = await startLambdaEndpoint(async () => "called");
    onTestFinished(close);
    const call = async (base: string) => {
      const at = `${base}/2015-03-31/functions/probe/invocations`;
      return await (await fetch(at, { method: "POST", body: '{"a":1}' })).text();
    };
    expect(await call(url)).toBe('"called"');
    expect(await call(new URL(url).origin + path)).not.toContain("called");
  },
);
