import * as z from "zod/mini";
import { describeError, log } from "../platform/log.ts";
import { type Clock, systemClock } from "../platform/time.ts";
import { startsOf, takeTurns } from "./pacing.ts";
import { anyAnswers, type ProbeUrl, probeOnce, probeWebsite } from "./probeWebsite.ts";

/** The number of websites that a call of the uptime worker checks at most. */
const MOST_SITES = 400;
const MOST_CONTROLS = 5;
/** Longer than any stored host name, in UTF-16 units: the schema refuses a whole request for one longer text. */
const MOST_CHARACTERS = 1000;

const text = z.string().check(z.maxLength(MOST_CHARACTERS));

/** A request to the probe function: websites, each with the URL that answered last, and control hosts. */
const probeRequest = z.object({
  sites: z
    .array(z.object({ hostname: text, url: z.optional(text) }))
    .check(z.minLength(1), z.maxLength(MOST_SITES)),
  controls: z.array(text).check(z.maxLength(MOST_CONTROLS)),
});

export type ProbeRequest = z.infer<typeof probeRequest>;

/** The answer: a result for each website, in their order, and whether the region reaches anything. */
export const probeAnswer = z.object({
  is_online: z.boolean(),
  sites: z
    .array(z.object({ verdict: z.enum(["up", "down", "unknown"]), outcome: text }))
    .check(z.maxLength(MOST_SITES)),
});

export type ProbeAnswer = z.infer<typeof probeAnswer>;

/** After two requests of 10 and 5 seconds: a website that takes longer delays no other. */
const DEADLINE_MS = 15_500;
const LATE = { verdict: "unknown", outcome: "late" } as const;
const FAILED = { verdict: "unknown", outcome: "failed" } as const;

/**
 * Probes websites from the region that it runs in, as the uptime worker does from its own, and hosts that
 * are known to answer: if nothing answers, the region itself has failed. It reads no table.
 */
export function probeHandler(probeUrl: ProbeUrl = probeOnce, clock: Clock = systemClock) {
  return async (event: unknown): Promise<ProbeAnswer> => {
    const { sites, controls } = probeRequest.parse(event);
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
