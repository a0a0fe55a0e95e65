import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { describeError, log } from "../../../shared/log.ts";
import { defineAnalyser } from "../analyser.ts";
import { type Finding, ofWebsite, type Status, withFaults } from "../finding.ts";
import type { SpeedSource } from "../services/pageSpeedInsights.ts";
import { score } from "./mobileSpeedFaults.ts";

const performance = z.enum(["good", "average", "bad"]);

export const mobileSpeedData = z.strictObject({
  lighthouse_success: described(z.boolean(), "Whether the speed could be measured.", true),
  website_speed_performance: z.optional(
    described(
      performance,
      "`good` from a score of 90, `average` from 50, else `bad`; absent: not measured.",
      "good",
    ),
  ),
  score: z.optional(
    described(score, "Lighthouse's performance score, 0 to 100; absent: not measured.", 93),
  ),
});

type MobileSpeedData = z.infer<typeof mobileSpeedData>;

const MEASUREMENTS = 3;
const MAX_FAILURES = 1;

/**
 * Takes the median of three measurements, because scores vary. One further measurement may fail. `good`
 * from 90, `average` from 50, else `bad` (Lighthouse's own limits). If more fail, `lighthouse_success` is
 * false and the other fields are left out.
 *
 * `success`: good; `warning`: average; `error`: bad; `info`: not measured.
 */
export async function measureSpeed(
  url: string,
  source: SpeedSource,
): Promise<Finding<MobileSpeedData>> {
  const scores = await measureOften(url, source);
  const median = scores.toSorted((a, b) => a - b)[(MEASUREMENTS - 1) / 2];
  if (scores.length < MEASUREMENTS || median === undefined)
    return { status: "info", data: { lighthouse_success: false } };
  const website_speed_performance = performanceOf(median);
  return {
    status: STATUS[website_speed_performance],
    data: { lighthouse_success: true, website_speed_performance, score: median },
  };
}

async function measureOften(url: string, source: SpeedSource): Promise<number[]> {
  const scores: number[] = [];
  let failures = 0;
  while (scores.length < MEASUREMENTS && failures <= MAX_FAILURES) {
    try {
      scores.push(await source.measure(url));
    } catch (error) {
      failures += 1;
      log("warn", "the speed of a page could not be measured", describeError(error));
    }
  }
  return scores;
}

function performanceOf(score: number): z.infer<typeof performance> {
  if (score >= 90) return "good";
  return score >= 50 ? "average" : "bad";
}

const STATUS: Record<z.infer<typeof performance>, Status> = {
  good: "success",
  average: "warning",
  bad: "error",
};

export const mobileSpeed = defineAnalyser({
  feature: "mobile_speed",
  explanation:
    "The median of three measurements of the start page by Google's PageSpeed Insights, if the provider has set it up. There is no item without it.",
  category: "website",
  items: { mobile_speed: mobileSpeedData },
  reads: "startPage",
  asksServices: true,
  async analyse({ startUrl }, { sources }) {
    if (!sources.speed) return undefined;
    return { startUrl, finding: await measureSpeed(startUrl, sources.speed) };
  },
  tell({ startUrl, finding }, own) {
    const { website_speed_performance: performance = "good", score } = finding.data;
    if (score === undefined) return { findings: { mobile_speed: finding } };
    const code = performance === "bad" ? "slow_website" : "average_speed";
    const faults = performance === "good" ? [] : [ofWebsite(code, startUrl, { score })];
    const told = withFaults(finding, faults, own);
    return { findings: { mobile_speed: told.finding }, faults: told.faults };
  },
  summary: {
    lighthouse_success: mobileSpeedData.shape.lighthouse_success,
    website_speed_performance: mobileSpeedData.shape.website_speed_performance,
  },
  whenOff: { lighthouse_success: false },
  summarise: ({ mobile_speed: { data } = {} }) => ({
    lighthouse_success: data?.lighthouse_success ?? false,
    ...(data?.website_speed_performance && {
      website_speed_performance: data.website_speed_performance,
    }),
  }),
});
