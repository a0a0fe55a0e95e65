import { describeError, log } from "../../shared/log.ts";
import { type Clock, systemClock } from "../../shared/time.ts";
import { oncePerUrl } from "../uptime/oncePerUrl.ts";
import { anyAnswers, type LookAt, lookAtUrl, probeSite } from "../uptime/probeSite.ts";
import { type ProbeAnswer, probeRequest } from "./messages.ts";

/** After two attempts of 10 and 5 seconds: whoever is not done then holds up no other. */
const DEADLINE_MS = 15_500;
const LATE = { finding: "unknown", outcome: "late" } as const;
const FAILED = { finding: "unknown", outcome: "failed" } as const;

/**
 * Looks at websites from the region that it runs in, as the uptime worker does from its own, and at
 * hosts that are known to answer: where nothing does, it is this region that fails. It knows nothing
 * but what it is asked.
 */
export function probeHandler(lookAt: LookAt = lookAtUrl, clock: Clock = systemClock) {
  return async (event: unknown): Promise<ProbeAnswer> => {
    const { sites, controls } = probeRequest.parse(event);
    const look = oncePerUrl(lookAt);
    const late = clock.sleep(DEADLINE_MS).then(() => LATE);
    const [probes, isAnswered] = await Promise.all([
      Promise.all(
        sites.map(async ({ hostname, url }) => {
          const probe = probeSite(hostname, url, look).catch((error) => {
            log("error", "a website could not be probed", { hostname, ...describeError(error) });
            return FAILED;
          });
          return await Promise.race([probe, late]);
        }),
      ),
      anyAnswers(controls, look),
    ]);
    const isAnyUp = isAnswered || probes.some(({ finding }) => finding === "up");
    return {
      is_online: isAnyUp || controls.length === 0,
      sites: probes.map(({ finding, outcome }) => ({ finding, outcome })),
    };
  };
}

export const handler = probeHandler();
