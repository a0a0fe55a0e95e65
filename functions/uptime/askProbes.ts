import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { optionalEnv } from "../../shared/env.ts";
import { describeError, log } from "../../shared/log.ts";
import { putMetrics } from "../../shared/metrics.ts";
import type { Clock } from "../../shared/time.ts";
import type { ProbeAnswer, ProbeRequest } from "../probe/messages.ts";
import { findControlHosts, hostOf } from "./controlLook.ts";
import { invokeProbe, WAIT_MS } from "./invokeProbe.ts";
import { type Sighting, urlsOf } from "./probeSite.ts";

/** Each costs a read, and one is enough to find hosts that answer. */
const ROSTERS = 3;

interface Asking {
  clock: Clock;
  ended: AbortSignal;
}

/**
 * Has the other regions of the stage look at those of these websites that failed in their last round
 * too: a call to each region for all of them, made while they are looked at from here. Returns what will
 * be seen, by website; nothing of those that nobody is asked about, and that need not wait. Never fails:
 * whoever does not answer in time, or sees nothing at all, has no vote. The signal says that nobody waits
 * any more: who has not answered by then is not missed.
 */
export function askProbes(
  checks: CheckRecord<"uptime">[],
  { clock, ended }: Asking,
): ReadonlyMap<string, Promise<Sighting[]>> {
  const regions = optionalEnv("PROBE_REGIONS")?.split(",") ?? [];
  const suspects = checks.filter((check) => readUptimeMemory(check).state === "suspect");
  if (regions.length === 0 || suspects.length === 0) return new Map();
  const request = requestFor(suspects);
  const answers = Promise.all(
    regions.map(async (region) => ({
      region,
      sites: await ask(region, request, { clock, ended }),
    })),
  );
  const seen = async (index: number) =>
    (await answers).map(({ region, sites }) => ({ region, ...(sites?.[index] ?? NO_ANSWER) }));
  return new Map(suspects.map(({ uuid }, index) => [uuid, seen(index)]));
}

const NO_ANSWER = { outcome: "no answer" };

async function requestFor(suspects: CheckRecord<"uptime">[]): Promise<ProbeRequest> {
  const sites = suspects.map((check) => {
    const { url } = readUptimeMemory(check);
    return { hostname: check.hostname, ...(url !== undefined && { url }) };
  });
  const urls = sites.flatMap(({ hostname, url }) => url ?? urlsOf(hostname));
  const failing = new Set(urls.map(hostOf));
  const controls = await findControlHosts(failing, { rosters: ROSTERS });
  return { sites, controls: controls.map(({ url }) => url) };
}

/** What a region sees of each website; undefined where it has no vote. */
async function ask(
  region: string,
  request: Promise<ProbeRequest>,
  { clock, ended }: Asking,
): Promise<ProbeAnswer["sites"] | undefined> {
  const ending = new AbortController();
  try {
    const late = clock.sleep(WAIT_MS).then(() => {
      throw new Error("It takes too long");
    });
    const signal = AbortSignal.any([ending.signal, ended]);
    const seen = request.then((known) => invokeProbe(region, known, signal));
    return await Promise.race([seen, late]);
  } catch (error) {
    if (ended.aborted) return undefined;
    log("warn", "a probe has no vote", { region, ...describeError(error) });
    putMetrics({ ProbesUnanswered: 1 });
    return undefined;
  } finally {
    ending.abort();
  }
}
