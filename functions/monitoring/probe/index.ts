import { describeError, log } from "../../../shared/log.ts";
import { type Clock, systemClock } from "../../../shared/time.ts";
import {
  anyAnswers,
  oncePerUrl,
  type ProbeUrl,
  probeOnce,
  probeSite,
} from "../uptime/probeSite.ts";
import { type ProbeAnswer, probeRequest } from "./messages.ts";

/** After two requests of 10 and 5 seconds: a website that takes longer delays no other. */
const DEADLINE_MS = 15_500;
const LATE = { finding: "unknown", outcome: "late" } as const;
const FAILED = { finding: "unknown", outcome: "failed" } as const;

/**
 * Probes websites from the region that it runs in, as the uptime worker does from its own, and hosts that
 * are known to answer: if nothing answers, the region itself has failed. It reads no table.
 */
export function probeHandler(probeUrl: ProbeUrl = probeOnce, clock: Clock = systemClock) {
  return async (event: unknown): Promise<ProbeAnswer> => {
    const { sites, controls } = probeRequest.parse(event);
    const once = oncePerUrl(probeUrl);
    const late = clock.sleep(DEADLINE_MS).then(() => LATE);
    const [probes, isAnswered] = await Promise.all([
      Promise.all(
        sites.map(async ({ hostname, url }) => {
          const probe = probeSite(hostname, url, once).catch((error) => {
            log("error", "a website could not be probed", { hostname, ...describeError(error) });
            return FAILED;
          });
          return await Promise.race([probe, late]);
        }),
      ),
      anyAnswers(controls, once),
    ]);
    const isAnyUp = isAnswered || probes.some(({ finding }) => finding === "up");
    return {
      is_online: isAnyUp || controls.length === 0,
      sites: probes.map(({ finding, outcome }) => ({ finding, outcome })),
    };
  };
}

export const handler = probeHandler();
