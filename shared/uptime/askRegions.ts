import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { MonitorRecord } from "../entities/monitor.ts";
import { clientSettings } from "../platform/awsClient.ts";
import { optionalEnv, requireEnv } from "../platform/env.ts";
import { describeError, log } from "../platform/log.ts";
import { putMetrics } from "../platform/metrics.ts";
import type { Clock } from "../platform/time.ts";
import { controlUrls } from "./distrust.ts";
import type { ProbeAnswer, ProbeRequest } from "./probeSites.ts";

/** The result of probing a website from another region; without a verdict if that region has no vote. */
export interface RegionProbe {
  region: string;
  outcome: string;
  verdict?: "up" | "down" | "unknown";
}

/** How long to wait for a region: it begins 100 probes in a second, each takes 15 at most, and the call takes time. */
const WAIT_MS = 21_500;

/**
 * Has the stage's other regions probe the websites whose last probe failed, with one call to each region, while this
 * region probes them. Returns a promise of the results for each of these websites. It never rejects: a region that does
 * not answer in time, or reaches nothing at all, has no vote.
 */
export function askRegions(
  monitors: MonitorRecord[],
  clock: Clock,
): ReadonlyMap<string, Promise<RegionProbe[]>> {
  const regions = optionalEnv("PROBE_REGIONS")?.split(",") ?? [];
  const suspects = monitors.filter(({ uptime }) => uptime.state === "suspect");
  if (regions.length === 0 || suspects.length === 0) return new Map();
  const sites = suspects.map(({ target: { hostname, url } }) => ({
    ...{ hostname, ...(url !== undefined && { url }) },
  }));
  const request = { sites, controls: controlUrls() };
  const answers = regions.map(async (region) => ({
    ...{ region, sites: await ask(region, request, clock) },
  }));
  const seen = async (index: number) =>
    (await Promise.all(answers)).map(({ region, sites }) => ({
      ...{ region, ...(sites?.[index] ?? { outcome: "no answer" }) },
    }));
  return new Map(suspects.map(({ uuid }, index) => [uuid, seen(index)]));
}

/** The results of a region, in the order of the websites; undefined if it has no vote. */
async function ask(
  region: string,
  request: ProbeRequest,
  clock: Clock,
): Promise<ProbeAnswer["sites"] | undefined> {
  const late = new AbortController();
  void clock.sleep(WAIT_MS).then(() => late.abort());
  try {
    return await invokeProbe(region, request, late.signal);
  } catch (error) {
    log("warn", "a region has no vote", { region, ...describeError(error) });
    putMetrics({ ProbesUnanswered: 1 });
    return undefined;
  }
}

/**
 * Invokes the probe function of a region. Throws if it fails, answers something else, or reaches nothing
 * at all.
 */
async function invokeProbe(
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
    const { is_online, sites }: Partial<ProbeAnswer> = JSON.parse(
      Payload?.transformToString() ?? "{}",
    );
    if (sites?.length !== request.sites.length) throw new Error("It answers something else");
    if (!is_online) throw new Error("It reaches nothing at all");
    return sites;
  } finally {
    client.destroy();
  }
}
