import * as z from "zod/mini";

/** As many as a call of the uptime worker checks. */
export const MOST_SITES = 400;
const MOST_CONTROLS = 5;
/** More than any host name has, in UTF-16: a longer text would refuse the whole request. */
const MOST_CHARACTERS = 1000;

const text = z.string().check(z.maxLength(MOST_CHARACTERS));

/** A request to the probe function: websites, each with the URL that answered last, and control hosts. */
export const probeRequest = z.object({
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
    .array(z.object({ finding: z.enum(["up", "down", "unknown"]), outcome: text }))
    .check(z.maxLength(MOST_SITES)),
});

export type ProbeAnswer = z.infer<typeof probeAnswer>;
