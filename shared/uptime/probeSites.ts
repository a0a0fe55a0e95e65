import { describeError, log } from "../platform/log.ts";
import { type Clock, systemClock } from "../platform/time.ts";
import { startsOf, takeTurns } from "./pacing.ts";
import { anyAnswers, type Probe, type ProbeUrl, probeOnce, probeWebsite } from "./probeWebsite.ts";

/** A request to the probe function: websites, each with the URL that answered last, and control hosts. */
export interface ProbeRequest {
  sites: { hostname: string; url?: string }[];
  controls: string[];
}

/** The answer: a result for each website, in their order, and whether the region reaches anything. */
export interface ProbeAnswer {
  is_online: boolean;
  sites: Pick<Probe, "verdict" | "outcome">[];
}

/** After two requests of 10 and 5 seconds: a website that takes longer delays no other. */
const DEADLINE_MS = 15_500;
const LATE = { verdict: "unknown", outcome: "late" } as const;
const FAILED = { verdict: "unknown", outcome: "failed" } as const;

/**
 * Probes websites from the region that it runs in, as the uptime worker does from its own, and hosts that
 * are known to answer: if nothing answers, the region itself has failed. It reads no table.
 */
export function probeHandler(probeUrl: ProbeUrl = probeOnce, clock: Clock = systemClock) {
  return async ({ sites, controls }: ProbeRequest): Promise<ProbeAnswer> => {
    const turn = takeTurns(clock);
    const starts = startsOf(sites.length, clock);
    const [probes, isAnswered] = await Promise.all([
      Promise.all(
        sites.map(async ({ hostname, url }, index) => {
          await starts[index];
          const late = clock.sleep(DEADLINE_MS).then(() => LATE);
          const probe = probeWebsite(hostname, url, probeUrl, turn).catch((error) => {
            log("error", "a website could not be probed", describeError(error));
            return FAILED;
          });
          return await Promise.race([probe, late]);
        }),
      ),
      anyAnswers(controls, probeUrl),
    ]);
    const isAnyUp = isAnswered || probes.some(({ verdict }) => verdict === "up");
    return {
      is_online: isAnyUp || controls.length === 0,
      sites: probes.map(({ verdict, outcome }) => ({ verdict, outcome })),
    };
  };
}
