import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { clientSettings } from "../../shared/awsClient.ts";
import { requireEnv } from "../../shared/env.ts";
import { type ProbeAnswer, type ProbeRequest, probeAnswer } from "../probe/messages.ts";

/** How long a probe is waited for: its two attempts of 10 and 5 seconds, and the way there and back. */
export const WAIT_MS = 17_500;

/**
 * What the probe of a region sees of websites, in their order; throws where it fails, answers something
 * else, or reaches nothing at all.
 */
export async function invokeProbe(
  region: string,
  request: ProbeRequest,
  abortSignal: AbortSignal,
): Promise<ProbeAnswer["sites"]> {
  const requestHandler = { ...clientSettings.requestHandler, requestTimeout: WAIT_MS };
  const client = new LambdaClient({ ...clientSettings, requestHandler, region });
  try {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({
        FunctionName: requireEnv("PROBE_FUNCTION_NAME"),
        Payload: JSON.stringify(request),
      }),
      { abortSignal },
    );
    if (FunctionError !== undefined) throw new Error(`The probe failed: ${FunctionError}`);
    const { is_online, sites } = probeAnswer.parse(
      JSON.parse(Payload?.transformToString() ?? "null"),
    );
    if (sites.length !== request.sites.length) throw new Error("It answers something else");
    if (!is_online) throw new Error("It reaches nothing at all");
    return sites;
  } finally {
    client.destroy();
  }
}
